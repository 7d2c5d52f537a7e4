import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/shared/outbound/hosts.ts'
import { openOutbound, OutboundError } from '../../src/shared/outbound/outbound.ts'
import { type ExternalServer, startExternalServer } from './external-server.ts'

let server: ExternalServer
let port: string
beforeAll(async () => {
  server = await startExternalServer()
  port = new URL(server.url).port
})
afterAll(() => server.stop())
beforeEach(() => {
  server.requests.length = 0
  server.respond = () => undefined
})
const outboundFor = (trusted = '') => openOutbound(trusted, `${server.url}/dns-query`)
const reasonOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  return error instanceof OutboundError ? error.why : error
}

/** URLs of this machine, its network or its cloud, in every notation. */
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

describe('outbound requests', () => {
  test('reach no private address in any notation: not one request is sent', async () => {
    const outbound = outboundFor()
    expect(hostile().length).toBeGreaterThan(60)
    for (const base of hostile()) {
      expect([base, outbound.problem(base)]).toEqual([base, expect.any(String)])
      expect([base, await reasonOf((async () => outbound.send(base, { path: 'user' }))())]).toEqual([
        base,
        'closed',
      ])
    }
    expect(server.requests).toEqual([])
  })

  test('reach hosts on the public internet', () => {
    const bases = [
      'https://api.github.com',
      'https://gitlab.example.com',
      'https://git.example.com:3000/gitea',
      'https://8.8.8.8',
      'https://[2606:4700::1111]',
      'https://xn--bcher-kva.example.com',
    ]
    for (const base of bases) expect([base, outboundFor().problem(base)]).toEqual([base, undefined])
  })

  test('reject names that resolve to a private address, only or among others, or to none', async () => {
    const names = ['inside', 'mixed', 'meta', 'mapped', 'unknown']
    for (const name of names) {
      const problem = await outboundFor().resolveProblem(`https://${name}.example.com`)
      expect([name, problem]).toEqual([name, expect.stringMatching(/public internet|no host/)])
    }
    expect(server.requests.every(({ path }) => path.startsWith('/dns-query'))).toBe(true)
  })

  test('are not sent to a name that resolves to a private address since it was configured', async () => {
    for (const name of ['inside', 'mixed', 'unknown'])
      expect(await reasonOf(outboundFor().send(`https://${name}.example.com`, { path: 'user' }))).toBe(
        'closed',
      )
    server.respond = () => ({ status: 503 })
    expect(await reasonOf(outboundFor().send('https://inside.example.com', { path: 'user' }))).toBe('failed')
    expect(server.requests.every(({ path }) => path.startsWith('/dns-query'))).toBe(true)
  })

  test('fail if no resolver responds', async () => {
    server.respond = () => ({ status: 503 })
    expect(await reasonOf(outboundFor().resolveProblem('https://inside.example.com'))).toBe('failed')
    for (const body of [{ Answer: 7 }, { Answer: [null, { type: 1, data: {} }] }, [], null]) {
      server.respond = () => ({ body: body as object })
      expect(await outboundFor().resolveProblem('https://inside.example.com')).toBe('leads to no host')
    }
    expect(await openOutbound('', 'off').resolveProblem('https://inside.example.com')).toBe(undefined)
  })

  test('follow no redirect of any kind', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      server.respond = () => ({ status, headers: { location: 'https://elsewhere.example.com/' } })
      expect(await reasonOf(outboundFor(server.url).send(server.url, { path: 'user' }))).toBe('redirected')
    }
  })

  test('never leave the path or the host of their base', async () => {
    const base = `${server.url}/api/v1`
    const outbound = outboundFor(server.url)
    for (const path of ['../../x', '..%2f..%2fx/../../..', 'https://elsewhere.example.com/x', 'a/../../../x'])
      expect([path, await reasonOf((async () => outbound.send(base, { path }))())]).toEqual([path, 'closed'])
    expect(server.requests).toEqual([])
    await outbound.send(base, { path: '//elsewhere.example.com/x' })
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/elsewhere.example.com/x'])
  })

  test('reject responses that are endless, truncated, not JSON, or too late', async () => {
    const outbound = outboundFor(server.url)
    const send = (respond: ExternalServer['respond']) => {
      server.respond = respond
      return reasonOf(outbound.send(server.url, { path: 'user', timeout: 1500 }))
    }
    expect(await send(() => 'huge')).toBe('too_large')
    expect(await send(() => 'cut')).toBe('failed')
    expect(await send(() => 'hangs')).toBe('slow')
    expect(await send(() => ({ headers: { 'content-type': 'text/html' }, body: '<p>' }))).toBe('not_json')
    expect(await send(() => ({ body: '{"half":' }))).toBe('not_json')
  })

  test('end when their caller has disconnected', async () => {
    server.respond = () => 'hangs'
    const controller = new AbortController()
    const request = outboundFor(server.url).send(server.url, { path: 'user', signal: controller.signal })
    controller.abort()
    expect(await reasonOf(request)).toBe('slow')
  })

  test('fail with a code if nothing listens', async () => {
    const stopped = await startExternalServer()
    await stopped.stop()
    expect(await reasonOf(outboundFor(stopped.url).send(stopped.url, { path: 'user' }))).toBe('failed')
  })
})

test('a malformed address is not public', () => {
  for (const address of ['', 'x', '1.2.3', ':::', '1::2::3', '12345::', '2606:4700'])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})
