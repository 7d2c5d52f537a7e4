import { png } from './drawing.ts'

type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const daysOf = (...spans: [number, number][]) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((weekday) => [weekday, spans]))

/** A support desk with its hours and deadlines, tickets of customers, and one customer who may use the portal. */
export async function seedSupport(dana: Api, kai: Api, home: string): Promise<void> {
  const hours = await dana('POST', `${home}/sla/calendars`, {
    name: 'Support hours',
    time_zone: 'Europe/Madrid',
    week: daysOf([540, 840], [960, 1140]),
    holidays_from_region: 'ES',
  })
  const minutes = (first: number, next: number, resolution: number) => ({
    first_response_minutes: first,
    next_response_minutes: next,
    resolution_minutes: resolution,
  })
  await dana('POST', `${home}/sla/policies`, {
    name: 'Support',
    applies_to: 'ticket',
    calendar_id: hours.id,
    pause_statuses: ['pending', 'on_hold'],
    targets: {
      urgent: minutes(30, 60, 240),
      high: minutes(60, 120, 480),
      medium: minutes(120, 240, 960),
      low: minutes(240, 480, 2400),
    },
  })
  await dana('POST', `${home}/canned-responses`, {
    shortcut: 'thanks',
    title: 'Thanks, and what comes next',
    body: 'Hello {{customer}},\n\nthank you for writing. We look into {{number}} and answer today.\n\n{{agent}}',
  })
  const clientNamed = async (name: string) =>
    ((await dana('GET', `${home}/clients?q=${name}`)).items as Made[])[0]!.id
  const [bakery, museum] = [await clientNamed('bakery'), await clientNamed('museum')]
  const contact = (client: string, draft: object) => dana('POST', `${home}/clients/${client}/contacts`, draft)
  await contact(bakery, { name: 'Luz Prieto', email: 'luz@bakery-luz.example', is_primary: true })
  const marta = await contact(bakery, { name: 'Marta Prieto', email: 'marta@bakery-luz.example' })
  await dana('POST', `${home}/portal/accesses`, {
    contact_id: marta.id,
    abilities: ['tickets', 'invoices', 'projects', 'contracts'],
  })
  await dana('PATCH', `${home}/projects/APP`, { client_id: bakery })
  const ticket = (draft: object) => kai('POST', `${home}/tickets`, draft)
  const say = ({ id }: Made, message: object) => kai('POST', `${home}/tickets/${id}/messages`, message)
  const guide = await ticket({
    subject: 'The audio guide is silent in room 4',
    client_id: museum,
    priority: 'high',
  })
  await say(guide, { body: 'It works again. We changed the beacon.', set_status: 'resolved' })
  const newsletter = await ticket({
    subject: 'Two newsletters on the same day',
    client_id: museum,
    priority: 'low',
  })
  await say(newsletter, { body: 'Ask the sender before we answer.', is_internal: true })
  const map = await ticket({
    subject: 'The map shows our old opening hours',
    description: 'We open at **seven** since May.',
    contact_id: marta.id,
  })
  await say(map, { body: 'The map has the new hours now.', set_status: 'resolved' })
  const prices = await ticket({
    subject: 'The shop shows last week’s prices',
    description: 'Since this morning, on the phone only.',
    contact_id: marta.id,
  })
  await say(prices, { body: 'Thank you, we are looking into it.' })
  const promise = await say(prices, {
    body: 'It comes back with the next price list, which looks like this.',
  })
  await kai('POST', `${home}/attachments`, {
    entity_type: 'ticket',
    entity_id: prices.id,
    message_id: promise.id,
    filename: 'prices.png',
    content_type: 'image/png',
    content_base64: png(320, 120, (x, y) =>
      y % 24 < 3 || x % 80 < 2 ? [120, 130, 150] : [246, 240, 226],
    ).toString('base64'),
  })
  await say(prices, { body: 'Any news? The market opens on Saturday.', from_customer: true })
}
