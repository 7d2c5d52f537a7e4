type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const questions = `- who decides about the texts?
- is there a budget for pictures?
- which phones do their customers have?
`

/** Two notes and a reminder of one person, which nobody else in the organization sees. */
export async function seedPersonal(dana: Api, home: string): Promise<void> {
  const { items } = await dana('GET', `${home}/projects/WEB/tasks?q=Payment%20by%20card`)
  const [payment] = items as [Made]
  await dana('POST', `${home}/notes`, {
    title: 'Words that our customers use',
    body: 'They say **shop**, never *store*. They say **parcel**, never *shipment*.',
    labels: ['texts'],
    color: '#fde68a',
  })
  await dana('POST', `${home}/notes`, {
    title: 'Questions for the kick-off',
    body: questions,
    is_pinned: true,
    linked_type: 'task',
    linked_id: payment.id,
  })
  await dana('POST', `${home}/reminders`, {
    title: 'Ask the bank about card fees',
    entity_id: payment.id,
    relative_to: 'due_date',
    offset_minutes: -7 * 24 * 60,
  })
}
