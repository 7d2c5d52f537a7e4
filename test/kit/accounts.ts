import { uuidv7 } from '../../src/base/id.ts'
import { call, type Caller, caller, type Reply, uniqueAddress } from './client.ts'

export const strong = 'correct horse battery'
export const newEmail = () => `${uuidv7()}@example.com`
export const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/auth/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { ...uniqueAddress(), ...headers },
  })
export const register = (email = newEmail(), headers: Record<string, string> = {}) =>
  post('register', { email, password: strong, name: 'Ada' }, headers)

/** The cookies that a response sets. */
export const cookiesOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ')

/** The browser that a response signed in. */
export const browserOf = (reply: Reply): Caller => caller({ cookie: cookiesOf(reply) }, reply.body)

/** A person who has just signed up, in that browser. */
export const account = async (headers: Record<string, string> = {}): Promise<Caller> =>
  browserOf(await register(newEmail(), headers))

/** Another browser that the person is signed in on. */
export const otherSession = async (
  { email }: Caller,
  headers: Record<string, string> = {},
  password = strong,
) => browserOf(await post('login', { email, password }, headers))

export const refresh = ({ headers }: Caller) => post('refresh', undefined, headers)
