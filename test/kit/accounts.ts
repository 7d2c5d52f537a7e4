import { uuidv7 } from '../../src/kit/id.ts'
import { call, type Caller, caller, type Reply, uniqueAddress } from './client.ts'

export const strong = 'correct horse battery'
export const fresh = () => `${uuidv7()}@example.com`
export const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/auth/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { ...uniqueAddress(), ...headers },
  })
export const register = (email = fresh(), headers: Record<string, string> = {}) =>
  post('register', { email, password: strong, name: 'Ada' }, headers)

/** The cookies that an answer leaves in a browser. */
export const jarOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ')

/** The browser that an answer has signed in. */
export const browserOf = (reply: Reply): Caller => caller({ cookie: jarOf(reply) }, reply.body)

/** A person who has signed up, in the browser where they did. */
export const account = async (headers: Record<string, string> = {}): Promise<Caller> =>
  browserOf(await register(fresh(), headers))

/** Another browser where the person has signed in. */
export const elsewhere = async ({ email }: Caller, headers: Record<string, string> = {}, password = strong) =>
  browserOf(await post('login', { email, password }, headers))

export const refresh = ({ headers }: Caller) => post('refresh', undefined, headers)
