type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>
type Measured = [keyResult: object, values: [daysAgo: number, value: number, comment?: string][]]

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
/** The days of the quarter that it is, and how many of them have passed. */
function quarter() {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 3, 0))
  const text = (date: Date) => date.toISOString().slice(0, 10)
  const passed = Math.floor((now.getTime() - first.getTime()) / 86_400_000)
  return { period: { period_start: text(first), period_end: text(last) }, passed }
}

/** A quarter of objectives: one of the organization, and two below it that it follows from. */
export async function seedObjectives(api: Api, home: string, project: string, colleague: string) {
  const { period, passed } = quarter()
  const objective = (draft: object) => api('POST', `${home}/okr/objectives`, { ...period, ...draft })
  const measure = async ({ id }: Made, all: Measured[]) => {
    for (const [draft, values] of all) {
      const made = await api('POST', `${home}/okr/objectives/${id}/key-results`, draft)
      for (const [ago, value, comment] of values)
        await api('POST', `${home}/okr/key-results/${made.id}/check-ins`, {
          value,
          as_of: day(-Math.min(ago, passed)),
          ...(comment && { comment }),
        })
    }
  }
  const top = await objective({
    title: 'Be the studio that towns call first',
    description: 'More of them should find us, and those that do should stay.',
    roll_up: 'children',
  })
  const found = await objective({ title: 'Be found by more people', parent_id: top.id, weight: 2 })
  await measure(found, [
    [
      {
        title: 'Visitors a month',
        metric_type: 'number',
        unit: 'visitors',
        start_value: 1200,
        target_value: 3000,
      },
      [
        [21, 1400],
        [14, 1750, 'The new start page is live'],
        [2, 2300],
      ],
    ],
    [
      {
        title: 'Days until the first answer',
        metric_type: 'number',
        direction: 'decrease',
        start_value: 6,
        target_value: 2,
      },
      [[5, 4]],
    ],
  ])
  const shipped = await objective({
    title: 'Ship the web site',
    parent_id: top.id,
    level: 'project',
    project_id: project,
  })
  await measure(shipped, [
    [
      {
        title: 'Tasks of the web site',
        metric_type: 'tasks',
        filter: { field: 'project_id', op: 'eq', value: project },
        owner_id: colleague,
      },
      [],
    ],
    [{ title: 'Imprint approved', metric_type: 'boolean' }, [[3, 1, 'The lawyer said yes']]],
  ])
}
