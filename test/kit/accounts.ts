import { uuidv7 } from '../../src/kit/id.ts'
import { call, somewhere } from './client.ts'

export const strong = 'correct horse battery'
export const fresh = () => `${uuidv7()}@example.com`
export const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/auth/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { ...somewhere(), ...headers },
  })
export const register = (email = fresh(), headers: Record<string, string> = {}) =>
  post('register', { email, password: strong, name: 'Ada' }, headers)
