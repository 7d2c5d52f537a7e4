import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { Env } from '../../src/base/config.ts'
import worker from '../../src/worker.ts'
import { Authenticator } from '../kit/authenticator.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses freely
type Json = any

const password = 'correct horse battery'
let cookie = ''

async function callAuth(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Json }> {
  const context = createExecutionContext()
  const response = await worker.fetch(
    new Request(`https://service.test/api/v1/auth${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie, 'cf-connecting-ip': '203.0.113.50' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    env as Env,
    context,
  )
  const text = await response.text()
  const lines = response.headers.getSetCookie()
  if (lines.length) cookie = lines.map((line) => line.split(';')[0]).join('; ')
  await waitOnExecutionContext(context)
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

test('in the edge runtime an app and a passkey are set up, and sign in', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await callAuth('POST', '/register', { email, password, name: 'Ada' })
  const { body: started } = await callAuth('POST', '/second-factor/totp', { password })
  const code = () => new TOTP({ secret: Secret.fromBase32(started.secret) }).generate()
  const on = await callAuth('POST', '/second-factor/totp/confirm', { code: code() })
  expect([on.status, on.body.recovery_codes.length]).toEqual([200, 10])
  const authenticator = new Authenticator()
  const setup = await callAuth('POST', '/passkeys/begin', { password, code: on.body.recovery_codes[0] })
  const { ticket, options } = setup.body
  const added = await callAuth('POST', '/passkeys', {
    ticket,
    name: 'Laptop',
    response: authenticator.create(options),
  })
  expect([added.status, added.body.name]).toEqual([201, 'Laptop'])
  cookie = ''
  const first = await callAuth('POST', '/login', { email, password })
  expect([first.status, first.body.error.code]).toEqual([401, 'second_factor_required'])
  const { second_factor } = first.body
  const second = { ticket: second_factor.ticket, passkey: authenticator.get(second_factor.passkey) }
  expect((await callAuth('POST', '/login/second-factor', second)).status).toBe(200)
  cookie = ''
  const { body: alone } = await callAuth('GET', '/login/passkey')
  const signedIn = await callAuth('POST', '/login/passkey', {
    ticket: alone.ticket,
    response: authenticator.get(alone.options),
  })
  expect([signedIn.status, signedIn.body.email]).toEqual([200, email])
  expect((await callAuth('GET', '/sessions')).body.items[0].methods).toEqual(['passkey'])
})
