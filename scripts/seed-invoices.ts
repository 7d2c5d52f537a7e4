type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Who issues invoices, and some in each state. */
export async function seedInvoices(dana: Api, home: string): Promise<void> {
  await dana('PUT', `${home}/invoice-register/settings`, {
    issuer_name: 'Aurora Studio SL',
    issuer_tax_id: 'B12345674',
    address_line1: 'Calle del Pez 12',
    postal_code: '28004',
    city: 'Madrid',
    country: 'ES',
    issuer_email: 'office@aurora.example',
    issuer_iban: 'ES9121000418450200051332',
    footer: 'Aurora Studio SL · Calle del Pez 12 · 28004 Madrid',
  })
  await dana('POST', `${home}/tax-rates`, { name: 'VAT 21 %', rate: '21', is_default: true })
  await dana('POST', `${home}/tax-rates`, { name: 'VAT 10 %', rate: '10', category: 'reduced' })
  const { items } = await dana('GET', `${home}/clients`)
  const museum = (items as Made[])[0]!
  const bakery = await dana('POST', `${home}/clients`, {
    name: 'Bakery Luz',
    tax_id: 'B87654323',
    email: 'hello@bakery-luz.example',
    address_line1: 'Gran Vía 3',
    postal_code: '48001',
    city: 'Bilbao',
    country: 'ES',
  })
  await careContract(dana, home, bakery)
  await contract(dana, home, museum)
  const bill = (client: Made, lines: object[], more: object = {}) =>
    dana('POST', `${home}/invoices`, { client_id: client.id, lines, ...more })
  const issue = ({ id }: Made, issue_date: string) =>
    dana('POST', `${home}/invoices/${id}/issue`, { issue_date })

  await bill(bakery, [{ description: 'Menu cards', quantity: '200', unit_price: '1.35' }])
  const first = await bill(museum, [
    { description: 'Concept of the web site', quantity: '24', unit: 'h', unit_price: '75' },
    { description: 'Workshop with the curators', unit_price: '900' },
  ])
  await issue(first, day(70))
  await dana('POST', `${home}/invoices/${first.id}/payments`, {
    amount_minor: 326_700,
    paid_on: day(45),
    method: 'bank_transfer',
    reference: 'Harbor Museum',
  })
  const second = await bill(bakery, [{ description: 'Photographs', quantity: '3', unit_price: '180' }], {
    payment_terms_days: 14,
  })
  await issue(second, day(40))
  const third = await bill(museum, [
    { description: 'Design of the pages', quantity: '40', unit: 'h', unit_price: '75' },
  ])
  await issue(third, day(6))
  const note = await dana('POST', `${home}/invoices/${third.id}/credit-notes`, {
    notes: 'Two hours were billed twice.',
    reason: 'R4',
    method: 'difference',
    lines: [{ description: 'Design of the pages', quantity: '2', unit: 'h', unit_price: '75' }],
  })
  await issue(note, day(5))
  const fourth = await bill(bakery, [
    { description: 'Photographs of the new shop', quantity: '2', unit_price: '180' },
  ])
  await issue(fourth, day(1))
}

/** A contract that waits for the signature of a client. */
async function careContract(dana: Api, home: string, { id: client_id }: Made): Promise<void> {
  const { id } = await dana('POST', `${home}/contracts`, {
    title: 'Care of the shop',
    party_kind: 'client',
    client_id,
    body: '# Care of the shop\n\nWe look after the shop on **working days** from nine to six.',
    value_minor: 90_000,
    start_date: day(0),
  })
  await dana('POST', `${home}/contracts/${id}/send`)
}

/** A contract with two payments, of which one is due. */
async function contract(dana: Api, home: string, museum: Made): Promise<void> {
  const { id } = await dana('POST', `${home}/contracts`, {
    title: 'Web site of the Harbor Museum',
    party_kind: 'client',
    client_id: museum.id,
    body: '# Web site\n\nWe design and build the web site of the museum, and look after it for a year.',
    value_minor: 1_200_000,
    start_date: day(80),
    end_date: day(-285),
    notice_days: 60,
    milestones: [
      { name: 'Design', percent: '30' },
      { name: 'Launch', percent: '40' },
    ],
  })
  await dana('POST', `${home}/contracts/${id}/send`)
  await dana('POST', `${home}/contracts/${id}/sign`, {
    signed_by_name: 'Dana Demo',
    counterparty_name: 'Inés Vidal',
    counterparty_signed_at: new Date(Date.now() - 79 * 86_400_000).toISOString(),
  })
  const { items } = await dana('GET', `${home}/contracts/${id}/milestones`)
  await dana('POST', `${home}/contracts/${id}/milestones/${(items as Made[])[0]!.id}/complete`)
}
