import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailGateway, startMailGateway } from '../../scripts/stack/mail-gateway.ts'
import type { Env } from '../../src/base/config.ts'
import { mailServiceOf } from '../../src/shared/mail/service.ts'
import { openOutbound } from '../../src/shared/outbound/outbound.ts'
import { env } from '../kit/client.ts'
import { open } from './browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const folder = mkdtempSync(join(tmpdir(), 'service-mail-'))
let gateway: MailGateway
beforeAll(async () => {
  gateway = await startMailGateway(folder)
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

const settings = (): Partial<Env> => ({
  APP_ENV: 'development',
  MAIL_PROVIDER: 'resend',
  MAIL_API_KEY: 'kept',
  MAIL_FROM: 'Añil <mail@service.test>',
  MAIL_URL: gateway.url,
  OUTBOUND_TRUSTED: gateway.url,
})
const send = (id: string, subject: string, html = '<h1>Rich</h1><script>x()</script>') => {
  const config = env(settings())
  const service = mailServiceOf(config, openOutbound(config.OUTBOUND_TRUSTED, config.DNS_URL))
  if (service.missing !== null) throw new Error(service.missing)
  const text = `Línea\n\nhttps://service.test/verify?token=1\n${'long '.repeat(60)}`
  return service.mailer.send({
    id,
    from: service.from,
    to: 'ada@example.com',
    subject,
    text,
    html,
    headers: { 'X-One': '1' },
  })
}
const page = (path: string) => open(path, {}, settings())

describe('mail in development', () => {
  test('is stored as a file that mail programs can read, once however often it is sent', async () => {
    const subject =
      'Ünïcödé, a long subject with <b>marks</b> and 日本語, that takes more than one encoded word'
    expect(await send('kept-1', subject)).toEqual({ outcome: 'accepted', reason: null })
    expect(await send('kept-1', subject)).toEqual({ outcome: 'accepted', reason: null })
    const files = readdirSync(folder)
    expect(files).toEqual([expect.stringMatching(/^\d{4}-.*_kept-1\.eml$/)])
    const raw = readFileSync(join(folder, files[0]!), 'utf8')
    expect(raw.split('\r\n').every((line) => line.length <= 200 && !line.includes('\n'))).toBe(true)
    expect(await PostalMime.parse(raw)).toMatchObject({
      from: { name: 'Añil', address: 'mail@service.test' },
      to: [{ address: 'ada@example.com' }],
      subject,
      text: expect.stringContaining('Línea'),
      html: expect.stringContaining('<h1>Rich</h1>'),
      headers: expect.arrayContaining([expect.objectContaining({ key: 'x-one', value: '1' })]),
    })
  })

  test('is listed and shown, its HTML in a closed frame', async () => {
    await send('kept-2', 'Second <b>')
    const list = await page('/dev/mail')
    expect([list.status, list.text.includes('href="/dev/mail/kept-2"')]).toEqual([200, true])
    expect(list.text).toContain('Second &lt;b&gt;')
    const one = await page('/dev/mail/kept-2')
    expect(one.text).toContain(
      '<iframe class="mail" title="The mail as HTML" sandbox="" src="/dev/mail/kept-2/html">',
    )
    expect(one.text).toContain('<a href="https://service.test/verify?token=1">')
    expect(one.text).not.toContain('<script>x()')
    const html = await page('/dev/mail/kept-2/html')
    expect(html.text).toContain('<h1>Rich</h1>')
    expect(html.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    )
  })

  test.each(['/dev/mail/unknown', '/dev/mail/unknown/html', '/dev/mail/..%2F..%2Fx'])(
    '%s is a page that says there is none',
    async (path) => expect((await page(path)).status).toBe(404),
  )

  test('cannot be read in other environments', async () => {
    for (const path of ['/dev/mail', '/dev/mail/kept-2', '/dev/mail/kept-2/html'])
      for (const APP_ENV of ['production', 'test'])
        expect((await open(path, {}, { ...settings(), APP_ENV })).status).toBe(404)
  })
})
