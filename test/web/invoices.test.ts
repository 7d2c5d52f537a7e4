import { describe, expect, test } from 'vitest'
import { call, type Reply } from '../kit/client.ts'
import { client, draft, issued, issuer, line } from '../kit/invoices.ts'
import { join, workspace } from '../kit/makers.ts'
import { inputOf, open, problemBeside, sentUnchanged, submit, textOf, to } from './browse.ts'

const valueOf = (name: string, page: Reply) => /value="([^"]*)"/.exec(inputOf(name, page)!)![1]!

async function office() {
  const ws = await workspace('Ada & Co')
  const boss = await join(ws, 'manager', 'Boss')
  const wayne = await client(ws, { name: 'Wayne <b>', email: 'pay@wayne.test' })
  return { ws, boss, wayne, list: `/organizations/${ws.org.slug}/invoices` }
}

describe('the page of invoices', () => {
  test('has what is outstanding, and finds by state, number and client', async () => {
    const { ws, boss, wayne, list } = await office()
    const created = await issued(ws, { client_id: wayne.id })
    await draft(ws, { client_id: wayne.id, lines: [line('5')] })
    const all = (await open(list, boss.headers)).text
    for (const expected of ['Wayne &lt;b&gt;', '€121.00', created.number, '2 invoices', 'Draft'])
      expect(all).toContain(expected)
    expect((await open(`${list}?status=draft`, boss.headers)).text).toContain('1 invoice<')
    expect((await open(`${list}?status=overdue`, boss.headers)).text).toContain('No invoice here')
    expect((await open(`${list}?q=${created.number}`, boss.headers)).text).toContain('1 invoice<')
    expect((await open(`/organizations/${ws.org.slug}`, boss.headers)).text).toContain(`href="${list}"`)
  })

  test('is for managers', async () => {
    const { ws, list } = await office()
    const member = await join(ws, 'member')
    expect((await open(list, member.headers)).status).toBe(403)
    expect((await open(`/organizations/${ws.org.slug}`, member.headers)).text).not.toContain(list)
  })

  test('takes an invoice from the form to payment', async () => {
    const { ws, boss, wayne, list } = await office()
    await issuer(ws)
    const page = await open(`${list}?new=yes`, boss.headers)
    const form = {
      ...sentUnchanged(page.text, list),
      client_id: wayne.id,
      'lines:1:description': 'Work',
      'lines:1:quantity': '2',
    }
    const wrong = await submit(list, { ...form, 'lines:1:unit_price': 'ten' }, boss.headers)
    expect([wrong.status, problemBeside('lines:0:unit_price', wrong)]).toEqual([
      422,
      expect.stringContaining('Must be a'),
    ])
    expect(wrong.text).toContain('Unit price (1): Must be a')
    expect(valueOf('lines:0:unit_price', wrong)).toBe('ten')
    const unclear = await submit(list, { ...form, 'lines:1:unit_price': '1,250' }, boss.headers)
    expect([unclear.status, problemBeside('lines:0:unit_price', unclear)]).toEqual([
      422,
      expect.stringContaining('Write 1250 or 1.250'),
    ])
    const sent = await submit(list, { ...form, 'lines:1:unit_price': '10,50' }, boss.headers)
    const [, at] = to(sent) as [number, string]
    const id = at.split('/').at(-1)!.split('?')[0]
    const path = (action: string) => `/invoices/${id}/${action}?${at.split('?')[1]}`
    expect((await open(at, boss.headers)).text).toContain('€21.00')
    const shown = async () => sentUnchanged((await open(at, boss.headers)).text, path('change'))
    const more = {
      ...(await shown()),
      'lines:1:description': 'Travel',
      'lines:1:tax_rate_id': 'none',
    }
    const refused = await submit(path('change'), more, boss.headers)
    expect([refused.status, refused.text.includes('Unit price (2): Required')]).toEqual([422, true])
    await submit(path('change'), { ...more, 'lines:1:unit_price': '9' }, boss.headers)
    expect((await open(at, boss.headers)).text).toContain('€30.00')
    await submit(path('change'), { ...(await shown()), 'lines:0:dropped': 'on' }, boss.headers)
    const left = (await open(at, boss.headers)).text
    expect([left.includes('€9.00'), left.split('<main')[1]!.includes('Work<')]).toEqual([true, false])
    await submit(path('issue'), {}, boss.headers)
    expect((await open(at, boss.headers)).text).toMatch(/INV-\d{4}-0001/)
    const payment = { amount_minor: '4', paid_on: '2026-01-15', method: 'card' }
    const over = await submit(path('pay'), { ...payment, amount_minor: '10' }, boss.headers)
    expect(over.text).toContain('Exceeds outstanding, which is 900.')
    await submit(path('pay'), payment, boss.headers)
    expect((await open(at, boss.headers)).text).toContain('partially paid')
    const credited = async (fields: object) => {
      const credit = sentUnchanged((await open(at, boss.headers)).text, path('credit'))
      return submit(path('credit'), { ...credit, ...fields }, boss.headers)
    }
    const drafted = async (fields: object) => {
      const sent = await credited(fields)
      expect([sent.status, textOf('problems', sent)]).toEqual([303, undefined])
      const note = String(to(sent)[1]).split('?')[0]
      const { total_minor, kind } = await boss.ok('GET', ws.base + note)
      return [kind, total_minor]
    }
    const part = { 'lines:0:description': 'A part', 'lines:0:unit_price': '3' }
    const untaxed = await credited(part)
    expect([untaxed.status, untaxed.text.includes('does not occur in invoice')]).toEqual([422, true])
    expect(await drafted({ ...part, 'lines:0:tax_rate_id': 'none' })).toEqual(['corrective', -300])
    expect(await drafted({})).toEqual(['corrective', -900])
    expect((await submit(path('cancel'), { reason: 'x' }, boss.headers)).status).toBe(403)
  })

  test('reports a conflict if a line was added meanwhile', async () => {
    const { ws, boss, wayne } = await office()
    const created = await draft(ws, { client_id: wayne.id })
    const [page, action] = ['', '/change'].map((end) => `/invoices/${created.id}${end}?org=${ws.org.slug}`)
    const shown = sentUnchanged((await open(page!, boss.headers)).text, action!)
    await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, { lines: [line('1'), line('2')] })
    const reply = await submit(
      action!,
      { ...shown, 'lines:1:description': 'x', 'lines:1:unit_price': '1' },
      boss.headers,
    )
    expect([reply.status, valueOf('lines:1:unit_price', reply)]).toEqual([409, '1'])
    expect(reply.text).toContain('save again')
  })
})

describe('an invoice that was sent', () => {
  test('opens by its link without an account, shows what is due, and reveals nothing else', async () => {
    const { ws, boss, wayne } = await office()
    const created = await issued(ws, {
      client_id: wayne.id,
      internal_notes: 'secret remark',
      notes: 'Thank <you>',
    })
    const sent = await submit(`/invoices/${created.id}/send?org=${ws.org.slug}`, {}, boss.headers)
    expect(sent.text).toContain('Mailed to pay@wayne.test')
    const url = /https:\/\/service\.test(\/invoice\/svc_doc_\w+)/.exec(sent.text)![1]!
    const page = await open(url, {})
    expect(page.status).toBe(200)
    for (const expected of [
      created.number,
      'Ada &amp; Co',
      'To be paid',
      '€121.00',
      'Thank &lt;you&gt;',
      'Download PDF',
    ])
      expect(page.text).toContain(expected)
    for (const hidden of ['secret remark', ws.org.id, created.id]) expect(page.text).not.toContain(hidden)
    const german = await open(url, { 'accept-language': 'de' })
    for (const expected of ['<html lang="de">', 'Zu zahlen', '121,00\u00a0€', 'PDF herunterladen'])
      expect(german.text).toContain(expected)
    const xml = await call('GET', `${url}/files/ubl`)
    expect([xml.status, xml.text.includes('issuer.tax_id')]).toEqual([409, true])
    const revoke = /name="link_id" value="([^"]+)"/.exec(
      (await open(`/invoices/${created.id}?org=${ws.org.slug}`, boss.headers)).text,
    )![1]!
    await submit(`/invoices/${created.id}/revoke?org=${ws.org.slug}`, { link_id: revoke }, boss.headers)
    const gone = await open(url, {})
    expect([gone.status, gone.text.includes('This link no longer works')]).toEqual([404, true])
  })

  test('shows what the PDF shows: lines before the discount of the document, tax by rate, parties, account', async () => {
    const { ws, boss, wayne } = await office()
    await ws.owner.ok('PUT', `${ws.base}/invoice-register/settings`, {
      issuer_name: 'Ada & Co',
      issuer_tax_id: 'B12345674',
      address_line1: 'Calle de Alcalá 42',
      issuer_iban: 'ES9121000418450200051332',
    })
    const created = await issued(ws, {
      client_id: wayne.id,
      po_number: 'PO-77',
      discount: { kind: 'percent', value: '5' },
      lines: [line('1200')],
    })
    expect(created.lines[0]).toMatchObject({ net_minor: 114000, before_discount_minor: 120000 })
    const signedIn = (await open(`/invoices/${created.id}?org=${ws.org.slug}`, boss.headers)).text
    for (const expected of ['€1,200.00', '-€60.00', '€1,140.00', '€1,379.40'])
      expect(signedIn).toContain(expected)
    const { url } = await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/send`, {})
    const { text } = await open(new URL(url).pathname, {})
    const shown = [
      '€1,200.00',
      '-€60.00',
      '€1,140.00',
      '€239.40',
      '€1,379.40',
      'PO-77',
      'B12345674',
      'Calle de Alcalá 42',
    ]
    for (const expected of [...shown, 'ES91\u00a02100', 'QR code of the transfer'])
      expect(text).toContain(expected)
    for (const product of ['Connect an assistant', 'API reference', 'class="brand"'])
      expect(text).not.toContain(product)
  })

  test('in another currency is issued with a rate, and shows its tax in the currency of the books', async () => {
    const { ws, boss, wayne } = await office()
    await issuer(ws)
    const created = await draft(ws, { client_id: wayne.id, currency: 'USD' })
    const at = `/invoices/${created.id}`
    const form = (fields: Record<string, string>) =>
      submit(`${at}/issue?org=${ws.org.slug}`, fields, boss.headers)
    expect((await open(`${at}?org=${ws.org.slug}`, boss.headers)).text).toContain(
      'Units of your currency for one of the invoice, such as 0.92.',
    )
    expect((await form({})).text).toContain('Required, as the invoice is in USD')
    await form({ exchange_rate: '0,92', exchange_rate_date: '2026-01-05' })
    const { text } = await open(`${at}?org=${ws.org.slug}`, boss.headers)
    for (const expected of ['Tax in EUR', '€19.32', '1 USD = 0.92 EUR']) expect(text).toContain(expected)
    const { url } = await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/send`, {})
    const shared = (await open(new URL(url).pathname, {})).text.replaceAll('\u00a0', ' ')
    for (const expected of ['Tax (EUR)', '€19.32', '1 USD = 0.92 EUR']) expect(shared).toContain(expected)
  })

  test('as an XRechnung says on its page what is missing, and takes it from the forms of draft, client and issuer', async () => {
    const { ws, boss, wayne } = await office()
    await issuer(ws)
    const created = await draft(ws, { client_id: wayne.id })
    const at = (action: string) => `/invoices/${created.id}${action}?org=${ws.org.slug}`
    const draftShown = (await open(at(''), boss.headers)).text
    const form = sentUnchanged(draftShown, at('/change'))
    await submit(
      at('/change'),
      { ...form, profile: 'xrechnung', buyer_reference: '04011000-12' },
      boss.headers,
    )
    const page = (await open(at(''), boss.headers)).text
    for (const expected of ['XRechnung 3', '04011000-12']) expect(page).toContain(expected)
    const refused = await submit(at('/issue'), {}, boss.headers)
    expect([refused.status, refused.text.includes('issuer_contact: name whom clients may ask')]).toEqual([
      409,
      true,
    ])
    const invoicing = await open(`/organizations/${ws.org.slug}/invoicing`, ws.owner.headers)
    for (const name of ['issuer_contact', 'issuer_electronic_address'])
      expect(inputOf(name, invoicing)).toBeTruthy()
    const buyer = await open(`/clients/${wayne.id}?org=${ws.org.slug}`, boss.headers)
    for (const name of ['buyer_reference', 'electronic_address']) expect(inputOf(name, buyer)).toBeTruthy()
    expect(buyer.text).toContain('<option value="xrechnung">XRechnung 3</option>')
  })
})
