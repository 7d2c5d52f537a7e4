import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/shared/outbound/hosts.ts'
import { openOutbound, OutboundError } from '../../src/shared/outbound/outbound.ts'
import { type Outside, startOutside } from './outside.ts'

let server: Outside
let port: string
beforeAll(async () => {
  server = await startOutside()
  port = new URL(server.url).port
})
afterAll(() => server.stop())
beforeEach(() => {
  server.asked.length = 0
  server.play = () => undefined
})
const out = (trusted = '') => openOutbound(trusted, `${server.url}/dns-query`)
const why = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof OutboundError ? error.why : error
}

/** What would reach this machine, its network or its cloud, in every notation that a URL knows. */
const hostile = () => [
  `http://127.0.0.1:${port}`,
  `https://127.0.0.1:${port}`,
  `https://localhost:${port}`,
  `https://LOCALHOST:${port}`,
  `https://localhost.:${port}`,
  `https://app.localhost:${port}`,
  `https://2130706433:${port}`,
  `https://0x7f000001:${port}`,
  `https://0x7f.0.0.1:${port}`,
  `https://0177.0.0.1:${port}`,
  `https://017700000001:${port}`,
  `https://127.1:${port}`,
  `https://127.0.1:${port}`,
  `https://127.0.0.1.:${port}`,
  `https://①②⑦.⓪.⓪.①:${port}`,
  `https://0:${port}`,
  `https://0.0.0.0:${port}`,
  `https://[::1]:${port}`,
  `https://[::]:${port}`,
  `https://[0:0:0:0:0:0:0:1]:${port}`,
  `https://[::ffff:127.0.0.1]:${port}`,
  `https://[::ffff:7f00:1]:${port}`,
  `https://[::127.0.0.1]:${port}`,
  `https://[64:ff9b::7f00:1]:${port}`,
  `https://[2002:7f00:1::]:${port}`,
  `https://[2001:0:7f00:1::]:${port}`,
  'https://[fe80::1]',
  'https://[fd12:3456::1]',
  'https://[fc00::1]',
  'https://[ff02::1]',
  'https://[2001:db8::1]',
  'https://10.0.0.1',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.168.1.1',
  'https://169.254.169.254',
  'https://[fd00:ec2::254]',
  'https://100.64.0.1',
  'https://100.100.100.200',
  'https://168.63.129.16',
  'https://192.0.0.192',
  'https://198.18.0.1',
  'https://224.0.0.1',
  'https://255.255.255.255',
  'https://metadata.google.internal',
  'https://metadata',
  'https://intranet',
  'https://printer.local',
  'https://db.internal',
  'https://router.lan',
  'https://1.0.0.127.in-addr.arpa',
  `https://user@127.0.0.1:${port}`,
  `https://api.github.com@127.0.0.1:${port}`,
  'https://user:password@gitlab.example.com',
  'https://@gitlab.example.com',
  'https://gitlab.example.com?x=1',
  'https://gitlab.example.com#x',
  'https://gitlab.example.com?',
  'https:\\\\gitlab.example.com',
  'https://gitlab.example.com\\@127.0.0.1',
  'https://gitlab.example.com\t',
  'https://git lab.example.com',
  'ftp://gitlab.example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'gitlab.example.com',
  '//gitlab.example.com',
  'https://',
  'https://gitlab.example.com.',
]

describe('the way out', () => {
  test('leads to no private place, in no notation, and not one request is made', async () => {
    const outbound = out()
    expect(hostile().length).toBeGreaterThan(60)
    for (const base of hostile()) {
      expect([base, outbound.problem(base)]).toEqual([base, expect.any(String)])
      expect([base, await why((async () => outbound.send(base, { path: 'user' }))())]).toEqual([
        base,
        'closed',
      ])
    }
    expect(server.asked).toEqual([])
  })

  test('is open to hosts of the public internet', () => {
    const bases = [
      'https://api.github.com',
      'https://gitlab.example.com',
      'https://git.example.com:3000/gitea',
      'https://8.8.8.8',
      'https://[2606:4700::1111]',
      'https://xn--bcher-kva.example.com',
    ]
    for (const base of bases) expect([base, out().problem(base)]).toEqual([base, undefined])
  })

  test('refuses names that lead to a private address, all or in part, or nowhere', async () => {
    const names = ['inside', 'mixed', 'meta', 'mapped', 'unknown']
    for (const name of names) {
      const wrong = await out().resolveProblem(`https://${name}.example.com`)
      expect([name, wrong]).toEqual([name, expect.stringMatching(/public internet|no host/)])
    }
    expect(server.asked.every(({ path }) => path.startsWith('/dns-query'))).toBe(true)
  })

  test('asks nobody whose name has come to lead to a private address since it was configured', async () => {
    for (const name of ['inside', 'mixed', 'unknown'])
      expect(await why(out().send(`https://${name}.example.com`, { path: 'user' }))).toBe('closed')
    server.play = () => ({ status: 503 })
    expect(await why(out().send('https://inside.example.com', { path: 'user' }))).toBe('failed')
    expect(server.asked.every(({ path }) => path.startsWith('/dns-query'))).toBe(true)
  })

  test('tells when no resolver answers, rather than to let the name pass', async () => {
    server.play = () => ({ status: 503 })
    expect(await why(out().resolveProblem('https://inside.example.com'))).toBe('failed')
    for (const body of [{ Answer: 7 }, { Answer: [null, { type: 1, data: {} }] }, [], null]) {
      server.play = () => ({ body: body as object })
      expect(await out().resolveProblem('https://inside.example.com')).toBe('leads to no host')
    }
    expect(await openOutbound('', 'off').resolveProblem('https://inside.example.com')).toBe(undefined)
  })

  test('follows no redirect, whatever its kind', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      server.play = () => ({ status, headers: { location: 'https://elsewhere.example.com/' } })
      expect(await why(out(server.url).send(server.url, { path: 'user' }))).toBe('redirected')
    }
  })

  test('never leaves the path of its base, nor its host', async () => {
    const base = `${server.url}/api/v1`
    const outbound = out(server.url)
    for (const path of ['../../x', '..%2f..%2fx/../../..', 'https://elsewhere.example.com/x', 'a/../../../x'])
      expect([path, await why((async () => outbound.send(base, { path }))())]).toEqual([path, 'closed'])
    expect(server.asked).toEqual([])
    await outbound.send(base, { path: '//elsewhere.example.com/x' })
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/v1/elsewhere.example.com/x'])
  })

  test('takes no answer that is endless, cut off, no JSON, or too late', async () => {
    const outbound = out(server.url)
    const ask = (play: Outside['play']) => {
      server.play = play
      return why(outbound.send(server.url, { path: 'user', timeout: 1500 }))
    }
    expect(await ask(() => 'huge')).toBe('too_large')
    expect(await ask(() => 'cut')).toBe('failed')
    expect(await ask(() => 'hangs')).toBe('slow')
    expect(await ask(() => ({ headers: { 'content-type': 'text/html' }, body: '<p>' }))).toBe('not_json')
    expect(await ask(() => ({ body: '{"half":' }))).toBe('not_json')
  })

  test('ends when the one who asked has gone away', async () => {
    server.play = () => 'hangs'
    const gone = new AbortController()
    const asking = out(server.url).send(server.url, { path: 'user', signal: gone.signal })
    gone.abort()
    expect(await why(asking)).toBe('slow')
  })

  test('fails as a word where nobody is there', async () => {
    const nobody = await startOutside()
    await nobody.stop()
    expect(await why(out(nobody.url).send(nobody.url, { path: 'user' }))).toBe('failed')
  })
})

test('an address that is none is not public', () => {
  for (const address of ['', 'x', '1.2.3', ':::', '1::2::3', '12345::', '2606:4700'])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})
