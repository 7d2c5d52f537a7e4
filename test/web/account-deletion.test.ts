import { describe, expect, test } from 'vitest'
import { call, password } from '../kit/client.ts'
import { jarOf, newcomer, open, submit, textOf, to } from './browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const signIn = (email: string, typedPassword: string) => submit('/login', { email, password: typedPassword })
const linksOf = ({ text }: { text: string }) => [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map((m) => m[1])

describe('deleting the account', () => {
  test('asks for the password, says what prevents it, and signs out', async () => {
    const { email, headers } = await newcomer()
    expect(linksOf(await open('/account', headers))).toContain('/account/delete')
    const wrong = await submit('/account/delete', { password: 'wrong password' }, headers)
    expect([wrong.status, textOf('password-problem', wrong)]).toEqual([
      422,
      expect.stringContaining('Is wrong'),
    ])
    const { body: org } = await call('POST', '/api/v1/organizations', { body: { name: 'Ada & Co' }, headers })
    expect(textOf('main', await open('/account/delete', headers))).toContain('the last owner of Ada &amp; Co')
    const owner = await submit('/account/delete', { password }, headers)
    expect([owner.status, textOf('problems', owner)]).toEqual([
      409,
      expect.stringContaining('You are the last owner of Ada &amp; Co'),
    ])
    const body = { confirm_slug: org.slug }
    await call('DELETE', `/api/v1/organizations/${org.id}`, { body, headers })
    const done = await submit('/account/delete', { password }, headers)
    expect([done.status, textOf('main', done)]).toEqual([
      200,
      expect.stringContaining('Your account is deleted'),
    ])
    expect(jarOf(done)).toContain('access_token=;')
    expect((await signIn(email, password)).status).toBe(401)
  })

  test('rejects forms of other sites, and redirects to sign in if nobody is signed in', async () => {
    const { headers } = await newcomer()
    const foreign = { ...headers, origin: 'https://evil.example' }
    expect((await submit('/account/delete', { password }, foreign)).status).toBe(403)
    expect(to(await open('/account/delete'))).toEqual([303, '/login?next=%2Faccount%2Fdelete'])
  })
})
