import { expect, test } from 'vitest'
import { withCookiesOfPort } from '../../src/endpoints/loopback-cookies.ts'

/** A browser, which sends its cookies to every port of a machine. */
function browser() {
  const jar = new Map<string, string>()
  const visit = async (address: string, sets: string[] = []) => {
    let seen: string | null = null
    const header = [...jar].map((pair) => pair.join('=')).join('; ')
    const request = new Request(address, { headers: header ? { cookie: header } : {} })
    const response = await withCookiesOfPort(request, (own) => {
      seen = own.headers.get('cookie')
      const headers = new Headers()
      for (const line of sets) headers.append('set-cookie', line)
      return new Response('ok', { headers })
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/Max-Age=0/.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    return seen
  }
  return { jar, visit }
}
const [one, other] = ['http://localhost:8787/', 'http://localhost:8788/']

test('two services on one machine do not sign each other in or out', async () => {
  const { visit } = browser()
  await visit(one, ['access_token=a; HttpOnly'])
  expect(await visit(other)).toBe('')
  await visit(other, ['access_token=b; HttpOnly', 'device=d; HttpOnly'])
  expect(await visit(one)).toBe('access_token=a')
  expect(await visit(other)).toBe('access_token=b; device=d')
  await visit(other, ['access_token=; Max-Age=0', 'device=; Max-Age=0'])
  expect(await visit(one)).toBe('access_token=a')
  expect(await visit(other)).toBe('')
})

test('programs may send the plain names alone', async () => {
  const { jar, visit } = browser()
  jar.set('access_token', 'a')
  expect(await visit(one)).toBe('access_token=a')
})

test('elsewhere cookies are as they are', async () => {
  const { jar, visit } = browser()
  await visit('https://service.example/', ['access_token=a; HttpOnly'])
  await visit('http://localhost/', ['device=d'])
  expect([...jar]).toEqual([
    ['access_token', 'a'],
    ['device', 'd'],
  ])
})
