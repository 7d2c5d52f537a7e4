type Made = { id: string; key?: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const moment = (ago: number, hour: string) =>
  `${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)}T${hour}:00Z`

/** What the two people of the demo organization worked on the web site, some of it for the museum. */
export async function seedTime(dana: Api, kai: Api, home: string): Promise<void> {
  const { items } = await dana('GET', `${home}/clients`)
  const museum = (items as Made[]).find(({ name }) => name === 'Harbor Museum')!
  await dana('PATCH', `${home}/projects/WEB`, { hourly_rate_minor: 7500 })
  const found = await dana('GET', `${home}/projects/WEB/tasks?limit=4`)
  const tasks = found.items as Made[]
  const log = (who: Api, ago: number, hours: [string, string], task: number, more: object = {}) =>
    who('POST', `${home}/time-entries`, {
      started_at: moment(ago, hours[0]),
      ended_at: moment(ago, hours[1]),
      task_id: tasks[task]!.id,
      client_id: museum.id,
      ...more,
    })
  await log(kai, 4, ['08:00', '10:30'], 0, { description: 'First sketches' })
  await log(kai, 3, ['09:15', '12:00'], 0)
  await log(kai, 3, ['13:00', '14:10'], 1, { billable: false, description: 'Talked it over' })
  await log(dana, 2, ['10:00', '11:45'], 2)
  await log(kai, 1, ['08:30', '12:30'], 1, { description: 'Second draft' })
  await kai('POST', `${home}/time-entries/timer/start`, { task_id: tasks[3]!.id })
}
