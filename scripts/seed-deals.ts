type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** A pipeline with open deals in each stage, one won and one lost. */
export async function seedDeals(dana: Api, kai: Api, home: string): Promise<void> {
  const pipeline = await dana('POST', `${home}/pipelines`, {
    name: 'New business',
    currency: 'EUR',
    stages: [
      { name: 'Qualified', probability: 20, rotting_days: 30 },
      { name: 'Proposal sent', probability: 50, rotting_days: 14 },
      { name: 'Negotiation', probability: 80 },
    ],
  })
  const [, proposal, negotiation] = pipeline.stages as Made[]
  const { items } = await dana('GET', `${home}/clients?q=museum`)
  const client_id = (items as Made[])[0]!.id
  const deal = (who: Api, draft: object) => who('POST', `${home}/deals`, draft)
  const act = (who: Api, { id }: Made, action: string, body?: object) =>
    who('POST', `${home}/deals/${id}/${action}`, body)

  await deal(kai, { title: 'Tickets for the theatre', value_minor: 1_400_000, expected_close_date: day(75) })
  const guide = await deal(kai, {
    title: 'Audio guide of the museum',
    value_minor: 2_250_000,
    client_id,
    source: 'referral',
    expected_close_date: day(40),
  })
  await act(kai, guide, 'move', { stage_id: proposal!.id })
  const archive = await deal(dana, { title: 'Archive of the city', value_minor: 3_800_000, probability: 65 })
  await act(dana, archive, 'move', { stage_id: negotiation!.id })
  const shop = await deal(dana, { title: 'Shop of the museum', value_minor: 900_000, client_id })
  await act(dana, shop, 'win', {})
  const app = await deal(kai, { title: 'App of the port', value_minor: 5_200_000, source: 'fair' })
  await act(kai, app, 'lose', { lost_reason: 'Too expensive' })
}
