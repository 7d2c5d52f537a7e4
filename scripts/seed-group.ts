type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/**
 * A second organization, of which the first owns most: its figures, in dollars, are in the panel of the holding, and one of
 * its projects is shared with the first.
 */
export async function seedGroup(dana: Api, home: string, lena: Api): Promise<void> {
  const labs = await lena('POST', '/organizations', {
    name: 'Boreal Labs',
    timezone: 'America/New_York',
    country: 'US',
    currency: 'USD',
  })
  const own = `/organizations/${labs.id}`
  await sales(lena, own)
  await dana('POST', `${home}/holding/subsidiaries`, {
    organization_slug: labs.slug,
    ownership_percent: 80,
    data_scopes: ['finance', 'projects', 'crm'],
  })
  const { items } = await lena('GET', `${own}/holding/invitations`)
  await lena('POST', `${own}/holding/invitations/${(items as Made[])[0]!.id}/accept`, {
    data_scopes: ['finance', 'projects'],
  })
  const rates = [-90, -60, -30, 0].map((ahead, n) => ({
    day: day(ahead),
    base: 'USD',
    quote: 'EUR',
    rate: `0.8${6 + n}`,
    source: 'Our bank',
  }))
  await dana('PUT', `${home}/holding/rates`, { rates })
  await sensor(dana, home, lena, own)
}

async function sales(lena: Api, own: string): Promise<void> {
  await lena('PUT', `${own}/invoice-register/settings`, {
    issuer_name: 'Boreal Labs Inc.',
    issuer_tax_id: '98-7654321',
    address_line1: '12 Water Street',
    postal_code: '10004',
    city: 'New York',
    country: 'US',
    issuer_email: 'office@labs.example',
  })
  await lena('POST', `${own}/tax-rates`, { name: 'No tax', rate: '0', category: 'exempt', is_default: true })
  const { id: client_id } = await lena('POST', `${own}/clients`, {
    name: 'Harbor Freight Lines',
    email: 'ap@harbor-freight.example',
    address_line1: '1 Pier',
    postal_code: '07302',
    city: 'Jersey City',
    country: 'US',
  })
  const lines = [{ description: 'Trial of the sensor', quantity: '10', unit: 'h', unit_price: '140' }]
  // Its day is today in New York, which is behind that of the clock here.
  const { id } = await lena('POST', `${own}/invoices`, { client_id, lines })
  await lena('POST', `${own}/invoices/${id}/issue`, {})
}

/** A project that the first organization reads, and cannot change. */
async function sensor(dana: Api, home: string, lena: Api, own: string): Promise<void> {
  const { id } = await lena('POST', `${own}/projects`, {
    name: 'Sensor for show cases',
    key: 'SEN',
    target_date: day(60),
  })
  const plan: [title: string, status: string, due: number][] = [
    ['Measure the humidity of three show cases', 'done', -10],
    ['Order the cases of the prototype', 'in_progress', 6],
    ['Send readings to the web site of the museum', 'todo', 25],
    ['Test for a month in the museum', 'todo', 55],
  ]
  for (const [title, status, due] of plan) {
    const task = await lena('POST', `${own}/projects/${id}/tasks`, { title, due_date: day(due) })
    if (status !== 'todo') await lena('PATCH', `${own}/tasks/${task.id}`, { status })
  }
  const share = await lena('POST', `${own}/projects/${id}/shares`, {
    label: 'Aurora Studio',
    include: { documents: true, people: true },
  })
  const token = String(share.invite_url).split('/').at(-1)
  await dana('POST', `${home}/shared-projects`, { token })
}
