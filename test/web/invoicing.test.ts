import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { draftWithoutIssuer as draft, issued, issuer } from '../kit/invoices.ts'
import { join, workspace } from '../kit/makers.ts'
import { inputOf, open, problemBeside, sentUnchanged, submit, textOf, to } from './browse.ts'

async function office() {
  const ws = await workspace('Ada & Co')
  const at = `/organizations/${ws.org.slug}/invoicing`
  const settings = (): Promise<Json> => ws.owner.ok('GET', `${ws.base}/invoice-register/settings`)
  return { ws, at, settings }
}
const address = { issuer_name: 'Ada SL', address_line1: 'Calle 1', city: 'Madrid', country: 'es' }

describe('the first invoice', () => {
  test('asks its owner for an issuer, and leads back', async () => {
    const { ws, settings } = await office()
    const { id } = await draft(ws)
    const invoice = `/invoices/${id}?org=${ws.org.slug}`
    const [status, asked] = to(
      await submit(`/invoices/${id}/issue?org=${ws.org.slug}`, {}, ws.owner.headers),
    ) as [number, string]
    expect([status, asked]).toEqual([
      303,
      `/organizations/${ws.org.slug}/invoicing?next=${encodeURIComponent(invoice)}`,
    ])
    expect((await open(invoice, ws.owner.headers)).text).toContain('There are no tax rates yet')
    const page = await open(asked, ws.owner.headers)
    expect(page.text).toContain('Missing: legal name, street and number, town, country.')
    const form = /action="([^"]*\/invoicing\/issuer[^"]*)"/.exec(page.text)![1]!
    const version = String((await settings()).version)
    const typed = { ...address, version, issuer_iban: 'ES91 2100 0418 4502 0005 1332', issuer_tax_id: '' }
    const saved = await submit(form, typed, ws.owner.headers)
    const back = await open(to(saved)[1] as string, ws.owner.headers)
    expect(back.text).toContain(`href="${invoice.replace('&', '&amp;')}"`)
    expect(await settings()).toMatchObject({ country: 'ES', issuer_iban: 'ES9121000418450200051332' })
    await submit(`/invoices/${id}/issue?org=${ws.org.slug}`, {}, ws.owner.headers)
    expect((await open(invoice, ws.owner.headers)).text).toMatch(/INV-\d{4}-0001/)
  })

  test('tells managers who sets the issuer', async () => {
    const { ws, at } = await office()
    const boss = await join(ws, 'manager')
    const { id } = await draft(ws)
    const refused = await submit(`/invoices/${id}/issue?org=${ws.org.slug}`, {}, boss.headers)
    expect([refused.status, textOf('problems', refused)]).toEqual([
      409,
      expect.stringContaining('The owner sets it'),
    ])
    expect((await open(at, boss.headers)).status).toBe(403)
  })
})

describe('the page of invoicing', () => {
  test('keeps the settings that it does not show, and what was typed with an error', async () => {
    const { ws, at, settings } = await office()
    const system = { name: 'Desk', id: '07', version: '2', installation: 'b' }
    await issuer(ws, { system, logo: 'iVBORw0KGgo=', simplified_limit_minor: 5, time_zone: 'Europe/Paris' })
    const { version } = await settings()
    const wrong = await submit(
      `${at}/issuer`,
      { ...address, version: String(version), issuer_iban: 'ES91 2100' },
      ws.owner.headers,
    )
    expect([wrong.status, inputOf('issuer_iban', wrong)]).toEqual([
      422,
      expect.stringContaining('value="ES91 2100"'),
    ])
    await submit(`${at}/issuer`, { ...address, version: String(version) }, ws.owner.headers)
    expect(await settings()).toMatchObject({
      issuer_name: 'Ada SL',
      system,
      logo: 'iVBORw0KGgo=',
      simplified_limit_minor: 5,
      time_zone: 'Europe/Paris',
    })
    const rules = { mode: 'internal', require_client_tax_id: 'yes', version: String(version + 1) }
    await submit(`${at}/register`, rules, ws.owner.headers)
    expect(await settings()).toMatchObject({ issuer_name: 'Ada SL', require_client_tax_id: true })
    const stale = await submit(`${at}/issuer`, { ...address, version: String(version) }, ws.owner.headers)
    expect([stale.status, inputOf('version', stale)]).toEqual([
      409,
      expect.stringContaining(`value="${version + 2}"`),
    ])
  })

  test('has tax rates beside it: to create, change, make the default and archive', async () => {
    const { ws } = await office()
    const at = `/organizations/${ws.org.slug}/tax-rates`
    const admin = await join(ws, 'admin')
    const wrong = await submit(at, { name: 'VAT', rate: '210' }, admin.headers)
    expect([wrong.status, textOf('problems', wrong)]).toEqual([
      422,
      expect.stringContaining('Percent: Must be 0 to 100'),
    ])
    for (const [name, rate] of [
      ['VAT 21 %', '21'],
      ['VAT 5,5 %', '5,5'],
    ] as const) {
      const form = { name, rate, category: 'standard', surcharge_rate: '', is_default: 'yes' }
      expect((await submit(at, form, admin.headers)).status).toBe(303)
    }
    const rates = async (): Promise<Json[]> =>
      (await ws.owner.ok('GET', `${ws.base}/tax-rates?archived=false`)).items
    expect((await rates()).map(({ rate, is_default }) => [rate, is_default])).toEqual([
      ['21', false],
      ['5.5', true],
    ])
    const [vat] = await rates()
    const shown = sentUnchanged((await open(`${at}?edit=${vat!.id}`, admin.headers)).text, `${at}/change`)
    expect(shown).toMatchObject({ rate: '21', is_default: 'no', tax_rate_id: vat!.id })
    await submit(`${at}/change`, { ...shown, is_default: 'yes' }, admin.headers)
    expect((await rates())[0]).toMatchObject({ is_default: true, rate: '21', surcharge_rate: null })
    await submit(`${at}/archive`, { tax_rate_id: vat!.id }, admin.headers)
    expect(await rates()).toHaveLength(1)
    expect((await open(`${at}?status=archived`, admin.headers)).text).toContain('VAT 21 %')
  })

  test('has series of numbers beside it: to create, change, archive and restore', async () => {
    const { ws } = await office()
    const at = `/organizations/${ws.org.slug}/invoice-series`
    const admin = await join(ws, 'admin')
    const form = {
      ...sentUnchanged((await open(at, admin.headers)).text, at),
      name: 'From before',
      code: 'F',
      doc_kind: 'invoice',
      prefix: 'F-',
      reset_policy: 'never',
      first_number: '305',
    }
    const wrong = await submit(at, { ...form, first_number: 'x' }, admin.headers)
    expect([wrong.status, inputOf('first_number', wrong)]).toEqual([
      422,
      expect.stringContaining('aria-invalid="true"'),
    ])
    expect((await submit(at, form, admin.headers)).status).toBe(303)
    expect((await open(at, admin.headers)).text).toContain('next: F-0305')
    await issuer(ws)
    const { id } = await draft(ws)
    await submit(`/invoices/${id}/issue?org=${ws.org.slug}`, {}, admin.headers)
    expect((await ws.owner.ok('GET', `${ws.base}/invoices/${id}`)).number).toBe('F-0305')
    const [series] = (await ws.owner.ok('GET', `${ws.base}/invoice-series`)).items
    const inUse = async () =>
      (await ws.owner.ok('GET', `${ws.base}/invoice-series?archived=false`)).items.length
    await submit(`${at}/archive`, { series_id: series.id }, admin.headers)
    expect(await inUse()).toBe(0)
    await submit(`${at}/restore`, { series_id: series.id }, admin.headers)
    expect(await inUse()).toBe(1)
  })

  test('shows the issuer to admins, who cannot change it', async () => {
    const { ws, at, settings } = await office()
    await issuer(ws)
    const admin = await join(ws, 'admin')
    const { text } = await open(at, admin.headers)
    expect([text.includes('Calle de Alcalá 42'), text.includes('name="issuer_name"')]).toEqual([true, false])
    expect((await submit(`${at}/issuer`, address, admin.headers)).status).toBe(403)
    expect((await settings()).issuer_name).toBe('Ada & Co')
  })

  test('leads to the register, which is verified, and where an invoice is registered again', async () => {
    const { ws } = await office()
    const admin = await join(ws, 'admin')
    const { id, number } = await issued(ws)
    const at = `/organizations/${ws.org.slug}/invoice-register`
    const again = `/invoices/${id}/register?org=${ws.org.slug}`
    const wrong = await submit(again, { reason: '' }, admin.headers)
    expect([wrong.status, problemBeside('reason', wrong)]).toEqual([422, 'Must not be empty.'])
    expect((await submit(again, { reason: 'Name' }, admin.headers)).status).toBe(303)
    const list = (await open(at, admin.headers)).text
    for (const expected of ['2 records', number, 'registered again', 'Verify the register'])
      expect(list).toContain(expected)
    expect((await open(`${at}?record_type=anulacion`, admin.headers)).text).toContain('No record here')
    const verified = (await open(`${at}?verify=yes`, admin.headers)).text
    for (const expected of ['The register holds', '2 records computed again'])
      expect(verified).toContain(expected)
    expect((await open(at, (await join(ws, 'manager')).headers)).status).toBe(403)
  })

  test('what two people change in different fields of a rate is both kept', async () => {
    const { ws } = await office()
    const at = `/organizations/${ws.org.slug}/tax-rates`
    const { id } = await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT', rate: '21' })
    const shown = async () =>
      sentUnchanged((await open(`${at}?edit=${id}`, ws.owner.headers)).text, `${at}/change`)
    const [mine, theirs] = [await shown(), await shown()]
    expect((await submit(`${at}/change`, { ...theirs, rate: '20' }, ws.owner.headers)).status).toBe(303)
    expect((await submit(`${at}/change`, { ...mine, name: 'VAT, new' }, ws.owner.headers)).status).toBe(303)
    const late = await submit(`${at}/change`, { ...mine, rate: '19' }, ws.owner.headers)
    expect([late.status, late.text.includes('save again')]).toEqual([409, true])
    const [rate] = (await ws.owner.ok('GET', `${ws.base}/tax-rates`)).items
    expect(rate).toMatchObject({ name: 'VAT, new', rate: '20' })
  })
})
