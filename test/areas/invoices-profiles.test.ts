import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { client, draft, draftWithoutIssuer, issue, line } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const call = (ws: Workspace, method: string, { id }: Json, tail = '', body?: object) =>
  ws.owner.call(method, `${ws.base}/invoices/${id}${tail}`, body)
const settings = (ws: Workspace, body: object) =>
  ws.owner.ok('PUT', `${ws.base}/invoice-register/settings`, body)
/** The document as it is printed, by a link. */
async function printed(ws: Workspace, { id }: Json): Promise<Json> {
  const { url } = await ws.owner.ok('POST', `${ws.base}/invoices/${id}/send`, {})
  return (await ws.owner.ok('GET', `/api/v1/shared-invoices/${url.split('/').at(-1)}`)).document
}

const issuer = {
  issuer_name: 'Ada GmbH',
  issuer_tax_id: 'DE123456788',
  address_line1: 'Unter den Linden 1',
  postal_code: '10117',
  city: 'Berlin',
  country: 'DE',
  issuer_email: 'billing@ada.test',
  issuer_phone: '+49 30 123456',
  issuer_iban: 'DE89370400440532013000',
  issuer_contact: 'Accounts',
  issuer_electronic_address: '9930:DE123456788',
}

describe('an XRechnung', () => {
  test('is issued once nothing is missing; the refusal names each field and where to give it', async () => {
    const ws = await workspace()
    const buyer = await client(ws, { country: null })
    const created = await draftWithoutIssuer(ws, { client_id: buyer.id, profile: 'xrechnung' })
    expect(created).toMatchObject({ profile: 'xrechnung', buyer_reference: null })
    const inSettings = 'in the settings of the register'
    const missing = [
      `issuer_tax_id: give the tax number of the issuer ${inSettings}`,
      `country: give the country of the issuer ${inSettings}`,
      'client.country: give the country of the client',
      'buyer_reference: give the Leitweg-ID or another reference of the buyer, in the invoice or its client',
      `issuer_contact: name whom clients may ask ${inSettings}`,
      `issuer_phone: give the phone of the issuer ${inSettings}`,
      `issuer_email: give the e-mail address of the issuer ${inSettings}`,
      `city: give the town of the issuer ${inSettings}`,
      `postal_code: give the postal code of the issuer ${inSettings}`,
      `issuer_iban: give the account to pay to ${inSettings}`,
      'client.city: give the town of the client',
      'client.postal_code: give the postal code of the client',
      'client.electronic_address: give it, or the e-mail address of the client',
    ]
    await asOwner('update organizations set country = null where id = $1', [ws.org.id])
    const refused = await call(ws, 'POST', created, '/issue', {})
    expect(refusal(refused)).toEqual([409, `not as xrechnung: ${missing.join('; ')}`])
    await settings(ws, { ...issuer, issuer_phone: 'ask us' })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${buyer.id}`, {
      country: 'DE',
      city: 'Bonn',
      postal_code: '53113',
      email: 'amt@bonn.test',
      buyer_reference: '04011000-1234512345-06',
    })
    expect(refusal(await call(ws, 'POST', created, '/issue', {}))).toEqual([
      409,
      'not as xrechnung: issuer_phone: give at least three digits',
    ])
    await settings(ws, issuer)
    const reply = await call(ws, 'POST', created, '/issue', {})
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({ profile: 'xrechnung', buyer_reference: '04011000-1234512345-06' })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${buyer.id}`, { buyer_reference: 'new' })
    await settings(ws, { ...issuer, issuer_contact: 'Somebody else' })
    expect(await printed(ws, created)).toMatchObject({
      profile: 'xrechnung',
      buyer_reference: '04011000-1234512345-06',
      issuer: { contact: 'Accounts', electronic_address: '9930:DE123456788' },
    })
    const note = await call(ws, 'POST', created, '/credit-notes', {
      reason: 'R1',
      method: 'difference',
      full: true,
    })
    expect(note.body).toMatchObject({ profile: 'xrechnung', buyer_reference: '04011000-1234512345-06' })
  })

  test('is what a client wants of all its invoices, unless one says otherwise', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    await ws.owner.ok('PATCH', `${ws.base}/clients/${buyer.id}`, { profile: 'xrechnung' })
    const created = await draft(ws, { client_id: buyer.id })
    expect(created.profile).toBe(null)
    expect(refusal(await call(ws, 'POST', created, '/issue', {}))[1]).toMatch(/^not as xrechnung: /)
    await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, { profile: 'en16931' })
    expect(await issue(ws, created)).toMatchObject({ profile: 'en16931' })
    const { body } = await call(ws, 'POST', created, '/duplicate', {})
    expect(body.profile).toBe('en16931')
    const other = await client(ws)
    expect((await call(ws, 'POST', created, '/duplicate', { client_id: other.id })).body.profile).toBe(null)
  })
})

describe('an invoice for Peppol', () => {
  const peppol = { profile: 'peppol', lines: [line('100')] }

  test('needs both addresses, and a reference or an order number', async () => {
    const ws = await workspace()
    await settings(ws, { ...issuer, country: 'FR', issuer_contact: null, issuer_electronic_address: null })
    const buyer = await client(ws)
    const created = await draft(ws, { ...peppol, client_id: buyer.id })
    expect(refusal(await call(ws, 'POST', created, '/issue', {}))).toEqual([
      409,
      'not as peppol: buyer_reference: give it in the invoice or its client, or po_number in the invoice; ' +
        'issuer_electronic_address: give the Peppol ID of the issuer in the settings of the register; ' +
        'client.electronic_address: give the Peppol ID of the client',
    ])
    await settings(ws, { ...issuer, country: 'FR', issuer_contact: null })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${buyer.id}`, { electronic_address: '9920:ESB12345674' })
    await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, { po_number: 'PO-7' })
    await issue(ws, created)
    expect(await printed(ws, created)).toMatchObject({
      profile: 'peppol',
      po_number: 'PO-7',
      client: { electronic_address: '9920:ESB12345674' },
    })
  })

  test('keeps the rules of XRechnung between parties in Germany, and is refused where rules are not supported', async () => {
    const ws = await workspace()
    await settings(ws, { ...issuer, issuer_contact: null })
    const buyer = await client(ws, { country: 'DE', city: 'Bonn', postal_code: '53113' })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${buyer.id}`, {
      electronic_address: '0204:991-1234512345-06',
    })
    const created = await draft(ws, { ...peppol, client_id: buyer.id, po_number: 'PO-7' })
    expect(refusal(await call(ws, 'POST', created, '/issue', {}))[1]).toBe(
      'not as peppol: buyer_reference: give the Leitweg-ID or another reference of the buyer, in the invoice or its client; ' +
        'issuer_contact: name whom clients may ask in the settings of the register',
    )
    await settings(ws, { ...issuer, country: 'NL' })
    expect(refusal(await call(ws, 'POST', created, '/issue', {}))[1]).toBe(
      'not as peppol: profile: Peppol has rules of its own for issuers of NL, which are not supported; choose en16931',
    )
  })

  test.each([
    ['9920:ESB12345674', null],
    ['0088:7300010000001', null],
    ['0088:7300010000002', 'is no such number: its length or check digit is wrong'],
    ['0192:991825827', null],
    ['0192:991825828', 'is no such number: its length or check digit is wrong'],
    ['0208:0202239951', null],
    ['0208:0202239952', 'is no such number: its length or check digit is wrong'],
    ['0007:2021005489', null],
    ['0007:2021005488', 'is no such number: its length or check digit is wrong'],
    ['0151:51824753556', null],
    ['0151:51824753557', 'is no such number: its length or check digit is wrong'],
    ['0001:1', 'begins with a code that Peppol does not know'],
    ['EM:a@b.example', 'must be a code of four digits, a colon and a number, such as 9920:ESB12345674'],
    ['9920:', 'must be a code of four digits, a colon and a number, such as 9920:ESB12345674'],
  ])('the address %s: %s', async (electronic_address, problem) => {
    const ws = await workspace()
    const buyer = await client(ws)
    const reply = await ws.owner.call('PATCH', `${ws.base}/clients/${buyer.id}`, { electronic_address })
    expect(problem ? refusal(reply) : [reply.status, reply.body.electronic_address]).toEqual(
      problem ? [422, `body.electronic_address: ${problem}`] : [200, electronic_address],
    )
  })
})
