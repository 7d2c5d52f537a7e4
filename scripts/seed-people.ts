import { seedLeave } from './seed-leave.ts'

type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const week = (days: number) =>
  Array.from({ length: days }, (_, place) => ({
    weekday: place + 1,
    intervals: [
      [540, 780],
      [840, 1080],
    ],
  }))

/** Those who work for the demo organization besides the two who have accounts: name, title, department and hours. */
const others: [first: string, last: string, title: string, department: string, days: number][] = [
  ['Lucía', 'Ferrer', 'Engineer', 'Development', 5],
  ['Mateo', 'Sanz', 'Engineer', 'Development', 5],
  ['Ines', 'Bauer', 'Engineer', 'Development', 4],
  ['Noor', 'Haddad', 'Designer', 'Design', 5],
  ['Tomás', 'Rey', 'Designer', 'Design', 5],
  ['Greta', 'Lind', 'Illustrator', 'Design', 3],
  ['Pablo', 'Crespo', 'Project manager', 'Delivery', 5],
  ['Amara', 'Okafor', 'Support', 'Delivery', 5],
  ['Jonas', 'Weber', 'Accountant', 'Office', 4],
  ['Elena', 'Marín', 'Office', 'Office', 3],
]

/** Twelve people in four departments, their hours, and their leave. */
export async function seedPeople(
  dana: Api,
  kai: Api,
  home: string,
  [danaId, kaiId]: [string, string],
): Promise<void> {
  const hire = (draft: object) => dana('POST', `${home}/employees`, { hire_date: day(-900), ...draft })
  const full = { name: 'Whole week', days: week(5), is_default: true }
  await dana('POST', `${home}/work-schedules`, full)
  const schedules = new Map<number, string>()
  for (const [days, name] of [
    [4, 'Four days'],
    [3, 'Three days'],
  ] as const)
    schedules.set(days, (await dana('POST', `${home}/work-schedules`, { name, days: week(days) })).id)
  const departments = new Map<string, string>()
  for (const name of ['Development', 'Design', 'Delivery', 'Office'])
    departments.set(name, (await dana('POST', `${home}/departments`, { name })).id)
  const lead = await hire({
    first_name: 'Dana',
    last_name: 'Whitfield',
    user_id: danaId,
    job_title: 'Director',
    department_id: departments.get('Delivery'),
  })
  const engineer = await hire({
    first_name: 'Kai',
    last_name: 'Moreno',
    user_id: kaiId,
    job_title: 'Lead engineer',
    department_id: departments.get('Development'),
    manager_employee_id: lead.id,
  })
  await dana('PATCH', `${home}/departments/${departments.get('Development')}`, {
    manager_employee_id: engineer.id,
  })
  const people: Made[] = []
  for (const [first_name, last_name, job_title, department, days] of others)
    people.push(
      await hire({
        first_name,
        last_name,
        job_title,
        department_id: departments.get(department),
        manager_employee_id: department === 'Development' ? engineer.id : lead.id,
        ...(schedules.has(days) && { work_schedule_id: schedules.get(days) }),
      }),
    )
  const staff = [lead, engineer, ...people].map((one, n) => ({
    ...one,
    days: others[n - 2]?.[4] ?? 5,
    isBusy: n < 2,
    ledBy: others[n - 2]?.[3] === 'Development' ? kai : dana,
  }))
  await seedLeave(dana, kai, home, staff)
  await seedPlans(dana, home, [engineer, ...people])
}

/** Who works on the website in the coming weeks: one of them too much, one not for certain. */
async function seedPlans(dana: Api, home: string, people: Made[]) {
  const { id: project_id } = await dana('GET', `${home}/projects/WEB`)
  const plan = (place: number, draft: object) =>
    dana('POST', `${home}/workforce/allocations`, {
      employee_id: people[place]!.id,
      project_id,
      from: day(-14),
      ...draft,
    })
  await plan(0, { percent: 60 })
  await plan(1, { percent: 80, to: day(60) })
  await plan(1, { minutes_per_week: 900, from: day(0), to: day(27), note: 'The launch' })
  await plan(2, { percent: 100, to: day(30) })
  await plan(4, { percent: 50, status: 'tentative' })
}
