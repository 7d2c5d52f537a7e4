import { answer, type Attack, chinese, json, send, stranger } from './requests.ts'

type Headers = Record<string, string>

/** Invoices as files, exports, and mail that comes in. */
export async function documentAttacks(url: string, org: string, own: Headers): Promise<Attack[]> {
  await answer(
    send(url, 'PUT', `${org}/invoice-register/settings`, own, {
      issuer_name: 'Bench',
      issuer_tax_id: '89890001K',
      address_line1: 'Calle de Alcalá 42',
      city: 'Madrid',
      country: 'ES',
    }),
  )
  const issued = await issuedInvoice(url, org, own)
  const { url: shared } = await answer(send(url, 'POST', `${org}/invoices/${issued}/send`, own, {}))
  const hosted = new URL(shared!).pathname
  const file = async (format: string): Promise<Attack> => ({
    what: `${format} of an invoice of 200 lines in Chinese`,
    who: 'member',
    shot: await link(url, `${org}/invoices/${issued}/file?format=${format}`, own),
  })
  const month = 'from=2026-10-01&to=2026-10-31'
  const member = (what: string, path: string): Attack => ({
    what,
    who: 'member',
    shot: () => ({ method: 'GET', url: org + path, headers: own }),
  })
  return [
    await file('pdf'),
    await file('facturx'),
    await file('ubl'),
    {
      what: 'PDF by a public link',
      who: 'anyone',
      shot: (n) => ({ method: 'GET', url: `${hosted}/files/pdf`, headers: stranger(n) }),
    },
    member('export of 3 100 invoices', `/invoices/export?${month}`),
    member('export of 10 000 time entries', '/time-entries/export?from=2026-01-01&to=2026-12-31'),
    ...(await mails(url, org, own)),
  ]
}

/** A signed link to the file, made anew before it ends. */
async function link(url: string, path: string, headers: Headers) {
  const fresh = async () => new URL((await answer(send(url, 'GET', path, headers))).download_url!).pathname
  let at = await fresh()
  setInterval(() => void fresh().then((next) => (at = next)), 120_000).unref()
  return () => ({ method: 'GET', url: at, headers: {} })
}

async function issuedInvoice(url: string, org: string, headers: Headers): Promise<string> {
  const client = await answer(
    send(url, 'POST', `${org}/clients`, headers, {
      name: '北京印刷有限公司',
      tax_id: `CN${Date.now()}`,
      country: 'CN',
    }),
  )
  const lines = Array.from({ length: 200 }, (_, n) => ({
    description: chinese(60) + n,
    unit_price: '12.34',
    tax_rate: '21',
  }))
  const body = { client_id: client.id, lines, notes: chinese(4000) }
  const { id } = await answer(send(url, 'POST', `${org}/invoices`, headers, body))
  await answer(send(url, 'POST', `${org}/invoices/${id}/issue`, headers, {}))
  return id
}

/** Mail of the largest size, from another sender each time. */
async function mails(url: string, org: string, headers: Headers): Promise<Attack[]> {
  const mailbox = { address: `bench-${Date.now()}@example.com`, name: 'Bench', acknowledges: false }
  const { webhook_url } = await answer(send(url, 'POST', `${org}/support/mailboxes`, headers, mailbox))
  const path = new URL(webhook_url!).pathname
  const cell = '<table><tr><td>cell &amp; <b>more</b></td></tr></table>\n'
  const html = cell.repeat(9_900_000 / cell.length)
  const quotes = '> quoted\nOn Monday, Ada wrote:\n'
  const text = quotes.repeat(9_900_000 / quotes.length)
  const bytes = 'JVBERi0xLjQK'.padEnd(13_000_000, 'A')
  const mail = (what: string, body: object): Attack => {
    const rest = JSON.stringify({ Subject: 'Large', ...body }).slice(1)
    return {
      what,
      who: 'anyone',
      shot: (n) => {
        const first = {
          FromFull: { Email: `person${n}@example.net` },
          MessageID: `${what}-${n}-${Date.now()}`,
        }
        const body = `${JSON.stringify(first).slice(0, -1)},${rest}`
        return { method: 'POST', url: path, headers: { ...json, ...stranger(n) }, body }
      },
    }
  }
  return [
    mail('mail with 10 MB of HTML', { HtmlBody: html }),
    mail('mail with 10 MB of quotes', { TextBody: text }),
    mail('mail with a file of 10 MB', {
      TextBody: 'See the file.',
      Attachments: [{ Name: 'a.pdf', Content: bytes, ContentType: 'application/pdf' }],
    }),
  ]
}
