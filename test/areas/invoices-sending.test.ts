import { describe, expect, test } from 'vitest'
import { asOwner, call, files, type Json } from '../kit/client.ts'
import { client, draft, draftWithoutIssuer, issued, line, pay } from '../kit/invoices.ts'
import { linkIn, mailTo, tokenIn } from '../kit/mail.ts'
import { open } from '../web/browse.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const send = (ws: Workspace, one: Json, body: object = {}) =>
  ws.owner.call('POST', `${ws.base}/invoices/${one.id}/send`, body)
const openUrl = (url: string) =>
  call('GET', `/api/v1/shared-invoices/${new URL(url).pathname.split('/').at(-1)}`)

const verifyOwner = (ws: Workspace) =>
  asOwner('update users set email_verified_at = now() where id = $1', [ws.owner.id])

describe('sending an invoice', () => {
  test('creates a link that opens it without an account, and a mail in the language of the contact', async () => {
    const ws = await workspace('Ada')
    const buyer = await client(ws, { name: 'Wayne', email: 'accounts@wayne.test' })
    const [contact] = await asOwner(
      `insert into client_contacts (org_id, client_id, name, email, language) values ($1, $2, 'Lucía', 'lucia@wayne.test', 'es')
        returning id`,
      [ws.org.id, buyer.id],
    )
    const created = await issued(ws, { client_id: buyer.id, internal_notes: 'pays late' })
    const sent = await send(ws, created, { contact_id: contact!.id })
    expect([sent.status, sent.roundTrips, sent.body.mailed_to]).toEqual([201, 1, 'lucia@wayne.test'])
    const opened = await openUrl(sent.body.url)
    expect(opened.body).toMatchObject({
      organization: 'Ada',
      overdue: false,
      document: {
        number: created.number,
        outstanding_minor: 12100,
        client: { name: 'Wayne' },
        lines: [{ net_minor: 10000 }],
      },
    })
    expect(opened.text).not.toContain('pays late')
    const mails = mailTo('lucia@wayne.test')
    expect(mails.length).toBe(1)
    expect(mails[0]!.subject).toBe(`Factura ${created.number} de Ada`)
    expect(mails[0]!.text).toContain('Importe pendiente: 121,00')
    expect(linkIn(mails[0]!).pathname).toMatch(/^\/invoice\/svc_doc_/)
    const byMail = await call('GET', `/api/v1/shared-invoices/${tokenIn(mails[0]!)}`)
    expect(byMail.body.document.number).toBe(created.number)
    const now = await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}`)
    expect([now.sent_at, now.viewed_at]).toEqual([expect.any(String), expect.any(String)])
  })

  test('goes to the primary contact, else to the client; without an address only the link is returned', async () => {
    const ws = await workspace()
    const created = await issued(ws, { client_id: (await client(ws, { email: 'office@stark.test' })).id })
    expect((await send(ws, created)).body.mailed_to).toBe('office@stark.test')
    expect((await send(ws, created, { email: 'other@stark.test' })).body.mailed_to).toBe('other@stark.test')
    const unknown = await issued(ws)
    expect((await send(ws, unknown)).body).toMatchObject({
      mailed_to: null,
      url: expect.stringContaining('/invoice/svc_doc_'),
    })
  })

  test('is replied to at the issuer as printed, or else where the organization takes mail of customers', async () => {
    const ws = await workspace('Ada')
    const replyTo = async (to: string, name: string) => {
      const created = await issued(ws, { client_id: (await client(ws, { email: to })).id })
      await asOwner('update invoice_register_settings set issuer_email = null where org_id = $1', [ws.org.id])
      await send(ws, created)
      expect(mailTo(to)[0]!.replyTo?.name).toBe(name === '' ? undefined : name)
      return mailTo(to)[0]!.replyTo?.email
    }
    expect(await replyTo('none@kord.test', '')).toBe(undefined)
    await asOwner(
      'update invoice_register_settings set issuer_email = $2, issuer_name = $3 where org_id = $1',
      [ws.org.id, 'billing@ada.test', 'Ada Lovelace, S.L.'],
    )
    expect(await replyTo('printed@kord.test', 'Ada Lovelace, S.L.')).toBe('billing@ada.test')
    await ws.owner.ok('POST', `${ws.base}/support/mailboxes`, { name: 'Help', address: 'help@ada.test' })
    expect(await replyTo('mailbox@kord.test', 'Ada Lovelace, S.L.')).toBe('help@ada.test')
  })

  test('leaves in the list of links whom each was mailed to and what became of it, or why it was not mailed', async () => {
    const ws = await workspace()
    const created = await issued(ws, { client_id: (await client(ws, { email: 'office@kane.test' })).id })
    const list = async () => (await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}/links`)).items
    for (let n = 0; n < 6; n++) await send(ws, created)
    const none = { mail_status: null, mail_error: null }
    expect((await list()).slice(0, 2)).toMatchObject([
      { mailed_to: null, not_mailed: 'limit', ...none },
      { mailed_to: 'office@kane.test', not_mailed: null, mail_status: 'sent', mail_error: null },
    ])
    const unknown = await issued(ws)
    await send(ws, unknown)
    const [only] = (await ws.owner.ok('GET', `${ws.base}/invoices/${unknown.id}/links`)).items
    expect(only).toMatchObject({ mailed_to: null, not_mailed: 'no_address', ...none })
    const [, latest] = await list()
    const ofLatest = `from mails m where m.facts->>'subject_id' = $1`
    await asOwner(
      `update mails m set state = 'refused', last_error = '422 406' where m.id = (select m.id ${ofLatest})`,
      [latest.id],
    )
    await asOwner(`select app.apply_mail_outcome(m) ${ofLatest}`, [latest.id])
    expect((await list())[1]).toMatchObject({ mail_status: 'failed', mail_error: '422 406' })
    const page = await open(`/invoices/${created.id}?org=${ws.org.slug}`, ws.owner.headers)
    for (const expected of [
      'not mailed: too many went',
      'mailed to office@kane.test',
      'office@kane.test: 422 406',
    ])
      expect(page.text).toContain(expected)
  })

  test('is in the language of its recipient, and says when the limit of mails is reached', async () => {
    const ws = await workspace()
    const buyer = await client(ws, { email: 'office@oscorp.test' })
    await asOwner(
      `insert into client_contacts (org_id, client_id, name, email, language, is_primary)
        values ($1, $2, 'Lucía', 'lucia@oscorp.test', 'es', true), ($1, $2, 'Norman', null, 'fr', false)`,
      [ws.org.id, buyer.id],
    )
    const created = await issued(ws, { client_id: buyer.id })
    for (let n = 0; n < 5; n++) expect((await send(ws, created)).body.mailed_to).toBe('lucia@oscorp.test')
    expect(mailTo('lucia@oscorp.test')[0]!.subject).toMatch(/^Factura /)
    expect((await send(ws, created)).body).toMatchObject({ mailed_to: null, not_mailed: 'limit' })
    expect(mailTo('lucia@oscorp.test').length).toBe(5)
    const other = await workspace()
    const theirs = await issued(other)
    const email = 'lucia@oscorp.test'
    expect((await send(other, theirs, { email })).body.not_mailed).toBe('limit')
    await verifyOwner(other)
    for (let n = 0; n < 7; n++)
      expect((await send(other, theirs, { email })).body).toMatchObject({
        mailed_to: email,
        not_mailed: null,
      })
    expect((await send(ws, created)).body.not_mailed).toBe('limit')
  })

  test('is rejected for drafts, cancelled invoices and contacts of others', async () => {
    const ws = await workspace()
    expect(codedRefusal(await send(ws, await draft(ws)))).toEqual([
      409,
      'conflict',
      'the invoice is a draft; only an issued one can be sent',
    ])
    const created = await issued(ws)
    const other = await client(ws)
    const theirs = await ws.owner.ok('POST', `${ws.base}/clients/${other.id}/contacts`, { name: 'Sam' })
    const sentTo = async (contact_id: string) => codedRefusal(await send(ws, created, { contact_id }))[2]
    expect(await sentTo(created.id)).toBe('body.contact_id: not found')
    expect(await sentTo(theirs.id)).toBe('body.contact_id: of another client')
    await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/cancel`, { reason: 'x' })
    expect(codedRefusal(await send(ws, created))[2]).toBe(
      'the invoice is cancelled; only an issued one can be sent',
    )
  })

  test('a revoked or expired link opens nothing, and neither does its mail; others keep working', async () => {
    const ws = await workspace()
    const created = await issued(ws, { client_id: (await client(ws, { email: 'pay@wayne.test' })).id })
    const [one, two] = [(await send(ws, created)).body, (await send(ws, created)).body]
    const { items } = await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}/links`)
    expect(items.map(({ id }: Json) => id).toSorted()).toEqual([one.id, two.id].toSorted())
    expect((await ws.owner.call('DELETE', `${ws.base}/invoices/${created.id}/links/${one.id}`)).status).toBe(
      204,
    )
    const missing = [404, 'not_found', 'invoice not found']
    expect(codedRefusal(await openUrl(one.url))).toEqual(missing)
    const [first] = mailTo('pay@wayne.test')
    expect(codedRefusal(await call('GET', `/api/v1/shared-invoices/${tokenIn(first!)}`))).toEqual(missing)
    expect((await openUrl(two.url)).status).toBe(200)
    await asOwner(`update invoice_links set expires_at = now() where id = $1`, [two.id])
    expect(codedRefusal(await openUrl(two.url))).toEqual(missing)
    const other = await issued(ws)
    const foreign = await ws.owner.call('DELETE', `${ws.base}/invoices/${other.id}/links/${two.id}`)
    expect(codedRefusal(foreign)).toEqual([404, 'not_found', 'link not found'])
  })

  test('a suspended organization opens nothing', async () => {
    const ws = await workspace()
    const sent = (await send(ws, await issued(ws))).body
    await asOwner(`update organizations set status = 'suspended' where id = $1`, [ws.org.id])
    expect((await openUrl(sent.url)).status).toBe(404)
  })
})

describe('an invoice as a file', () => {
  test('is returned as UBL by a link signed for five minutes and for its person', async () => {
    const ws = await workspace()
    await ws.owner.ok('PUT', `${ws.base}/invoice-register/settings`, {
      issuer_name: 'Ada SL',
      issuer_tax_id: 'B12345678',
      country: 'ES',
      issuer_iban: 'ES91 2100 0418 4502 0005 1332',
    })
    const buyer = await client(ws, { name: 'Wayne & Söhne <x>', country: 'DE', tax_id: 'DE123456789' })
    const created = await issued(ws, {
      client_id: buyer.id,
      lines: [line('348.35', { quantity: '16', discount_percent: '4' })],
    })
    const { download_url } = await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}/file?format=ubl`)
    const path = new URL(download_url).pathname
    const file = await call('GET', path)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/xml'])
    expect(file.headers.get('content-disposition')).toContain(`invoice-${created.number}.xml`)
    for (const text of [
      `<cbc:ID>${created.number}</cbc:ID>`,
      'Wayne &amp; Söhne &lt;x&gt;',
      'ES9121000418450200051332',
      '6474.30',
    ])
      expect(file.text).toContain(text)
    await asOwner(`update organization_members set role = 'member' where org_id = $1`, [ws.org.id])
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', `${path}x`)).status).toBe(404)
  })

  test('reports what the standard requires', async () => {
    const ws = await workspace()
    const created = await draftWithoutIssuer(ws)
    expect(
      codedRefusal(await ws.owner.call('GET', `${ws.base}/invoices/${created.id}/file?format=ubl`)),
    ).toEqual([
      409,
      'conflict',
      'not as ubl: status: issue the invoice first, so that it has a number and a date; issuer.country: give the country of the issuer; issuer.tax_id: give the tax number of the issuer',
    ])
  })

  test('is for managers', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const member = await join(ws, 'member')
    expect((await member.call('GET', `${ws.base}/invoices/${created.id}/file?format=ubl`)).status).toBe(403)
  })
})

describe('the file of an invoice', () => {
  const printed = () => [...files.stored.keys()].filter((key) => key.startsWith('org/printed/'))

  test('is rendered once for each content, for whoever asks; a payment makes another', async () => {
    const ws = await workspace()
    await ws.owner.ok('PUT', `${ws.base}/invoice-register/settings`, {
      issuer_name: 'Ada SL',
      issuer_tax_id: 'B12345674',
      country: 'ES',
    })
    const created = await issued(ws)
    const before = printed().length
    const download = async () => {
      const { download_url } = await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}/file?format=ubl`)
      const reply = await call('GET', new URL(download_url).pathname)
      expect(reply.status).toBe(200)
      return printed().length - before
    }
    expect([await download(), await download()]).toEqual([1, 1])
    const { url } = (await send(ws, created)).body
    expect((await call('GET', `${new URL(url).pathname}/files/ubl`)).status).toBe(200)
    expect(printed().length - before).toBe(1)
    await pay(ws, created, 100)
    expect([await download(), await download()]).toEqual([2, 2])
  })
})
