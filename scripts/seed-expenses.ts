import { pdf } from './drawing.ts'

type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Clients, suppliers and categories, and what the two people of the demo organization spent. */
export async function seedExpenses(dana: Api, kai: Api, home: string): Promise<void> {
  const client = await dana('POST', `${home}/clients`, {
    name: 'Harbor Museum',
    email: 'office@harbor-museum.example',
    website: 'https://harbor-museum.example',
    country: 'ES',
    payment_terms_days: 30,
  })
  await dana('POST', `${home}/clients/${client.id}/contacts`, { name: 'Inés Vidal', is_primary: true })
  const rail = await dana('POST', `${home}/suppliers`, {
    name: 'Coast Rail',
    category: 'Travel',
    country: 'ES',
  })
  const hosting = await dana('POST', `${home}/suppliers`, { name: 'North Hosting', category: 'Hosting' })
  const travel = await dana('POST', `${home}/expense-categories`, { name: 'Travel', account_code: '6290' })
  const software = await dana('POST', `${home}/expense-categories`, {
    name: 'Software',
    account_code: '6210',
  })
  const claim = (who: Api, draft: object) => who('POST', `${home}/expenses`, { tax_rate: '21', ...draft })
  const act = (who: Api, { id }: Made, action: string, body?: object) =>
    who('POST', `${home}/expenses/${id}/${action}`, body)

  const train = await claim(kai, {
    description: 'Train to the museum',
    expense_date: day(12),
    total_minor: 8470,
    tax_rate: '10',
    supplier_id: rail.id,
    category_id: travel.id,
    client_id: client.id,
    billable: true,
    supplier_invoice_number: 'CR-20871',
  })
  await receipt(kai, home, train)
  await act(kai, train, 'submit')
  const fonts = await claim(kai, {
    description: 'Fonts for the web site',
    expense_date: day(20),
    total_minor: 12_900,
    currency: 'USD',
    exchange_rate: '0.92',
    category_id: software.id,
  })
  await act(kai, fonts, 'submit')
  await act(dana, fonts, 'approve')
  const lunch = await claim(kai, {
    description: 'Lunch with the museum',
    expense_date: day(11),
    total_minor: 5_610,
  })
  await act(kai, lunch, 'submit')
  await act(dana, lunch, 'reject', { reason: 'Attach the receipt, please.' })
  const server = await claim(kai, {
    description: 'Server, one month',
    expense_date: day(25),
    total_minor: 2_299,
    supplier_id: hosting.id,
    category_id: software.id,
    payment_source: 'company',
  })
  await act(kai, server, 'submit')
  await act(dana, server, 'approve')
  await act(dana, server, 'pay', { paid_on: day(24) })
  await claim(dana, { description: 'Paper and pens', expense_date: day(2), total_minor: 1_845 })
}

async function receipt(api: Api, home: string, { id }: Made): Promise<void> {
  const bytes = pdf(['Coast Rail', '', 'One return ticket: 84.70 EUR', 'Tax included: 10 %'])
  await api('POST', `${home}/attachments`, {
    entity_type: 'expense',
    entity_id: id,
    filename: 'ticket.pdf',
    content_type: 'application/pdf',
    content_base64: bytes.toString('base64'),
  })
}
