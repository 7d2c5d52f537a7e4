import { seedAutomations } from './seed-automations.ts'
import { seedDocuments } from './seed-documents.ts'
import { seedDeals } from './seed-deals.ts'
import { seedExpenses } from './seed-expenses.ts'
import { seedFiles } from './seed-files.ts'
import { seedGroup } from './seed-group.ts'
import { seedInvoices } from './seed-invoices.ts'
import { seedSupport } from './seed-support.ts'
import { seedTime } from './seed-time.ts'
import { ready } from '../src/web/bi/ready.ts'
import { seedObjectives } from './seed-objectives.ts'
import { seedPayroll, seedWeeks } from './seed-payroll.ts'
import { seedPeople } from './seed-people.ts'
import { seedPersonal } from './seed-personal.ts'
import { seedSprints } from './seed-sprints.ts'
import { makeOperator } from './stack/operators.ts'

export const demo = { email: 'demo@example.com', password: 'demo-organization', name: 'Dana Demo' }
/** A platform operator who belongs to no organization. */
export const operator = { email: 'operator@example.com', password: 'demo-organization', name: 'Olga Ortiz' }
const colleague = { email: 'kai@example.com', password: 'demo-organization', name: 'Kai Mori' }

/** Owns an organization that belongs to the group of the demo one. */
const lena = { email: 'lena@example.com', password: 'demo-organization', name: 'Lena Park' }

type Made = { id: string; key: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>
type Plan = [title: string, more?: object, then?: object]

/**
 * Fills an empty service with a demo organization, through the API like any client; only the history of its
 * sprints is written by the database owner. `withOperator` adds an operator of the platform, whose password is known, so
 * only to a database of this machine.
 */
export async function seed(base: string, ownerUrl: string, { withOperator = true } = {}): Promise<void> {
  const [dana, kai] = [await signUp(base, demo), await signUp(base, colleague)]
  if (withOperator) {
    await signUp(base, operator)
    await makeOperator(ownerUrl, operator.email)
  }
  const org = await dana('POST', '/organizations', {
    name: 'Aurora Studio',
    timezone: 'Europe/Madrid',
    country: 'ES',
  })
  const home = `/organizations/${org.id}`
  const { accept_url } = await dana('POST', `${home}/invitations`, { email: colleague.email, role: 'member' })
  await kai('POST', `/invitations/${String(accept_url).split('/').at(-1)}/accept`)
  const { items } = await dana('GET', `${home}/members`)
  const [kaiId, danaId] = [colleague, demo].map(
    ({ email }) =>
      (items as { email: string; user_id: string }[]).find((member) => member.email === email)!.user_id,
  )
  const webPlan = webSite(danaId!, kaiId!)
  const web = await fill(dana, home, { name: 'Web site', key: 'WEB', target_date: day(40) }, webPlan)
  await seedSprints(dana, home, web, ownerUrl)
  await seedFiles(dana, home, web)
  await seedDocuments(dana, kai, home, web)
  const appPlan = mobileApp(kaiId!)
  const mobile = await fill(dana, home, { name: 'Mobile app', key: 'APP', status: 'planning' }, appPlan)
  await seedAutomations(dana, home, mobile)
  await plan(dana, home)
  await seedPersonal(dana, home)
  await seedObjectives(dana, home, web, kaiId!)
  await seedExpenses(dana, kai, home)
  await seedInvoices(dana, home)
  await seedTime(dana, kai, home)
  await seedDeals(dana, kai, home)
  await seedSupport(dana, kai, home)
  await seedPeople(dana, kai, home, [danaId!, kaiId!])
  await seedWeeks(dana, kai, home)
  await seedPayroll(dana, home)
  await seedGroup(dana, home, await signUp(base, lena))
  for (const { name, widgets } of [ready.delivery!, ready.money!])
    await dana('POST', `${home}/bi/dashboards`, { name, visibility: 'organization', widgets })
  await dana('POST', `${home}/projects/WEB/updates`, {
    health: 'on_track',
    body: 'The first pages are written; payment is next.',
  })
}

/** The milestones of the web site, and its plan as agreed. */
async function plan(api: Api, home: string): Promise<void> {
  const beta = await api('POST', `${home}/projects/WEB/milestones`, { name: 'Beta', due_date: day(14) })
  const launch = await api('POST', `${home}/projects/WEB/milestones`, { name: 'Launch', due_date: day(40) })
  const { items } = await api('GET', `${home}/projects/WEB/tasks?status=todo,in_progress&sort=number`)
  for (const [n, task] of (items as Made[]).entries()) {
    // Changing an estimate in an active sprint would show in its chart.
    const estimate = task.sprint ? {} : { estimate_minutes: 240 + 120 * (n % 4) }
    await api('PATCH', `${home}/tasks/${task.id}`, { milestone_id: (n % 3 ? beta : launch).id, ...estimate })
  }
  await api('POST', `${home}/projects/WEB/baselines`, { name: 'As agreed', note: 'After the first sprint' })
}

async function fill(api: Api, home: string, project: object, plan: Plan[]): Promise<string> {
  const { id } = await api('POST', `${home}/projects`, project)
  for (const [title, more = {}, then] of plan) {
    const task = await api('POST', `${home}/projects/${id}/tasks`, { title, ...more })
    await api('PUT', `${home}/tasks/${task.id}/tags`, { names: [tagFor(title)], create_missing: true })
    if (then) await api('PATCH', `${home}/tasks/${task.id}`, then)
  }
  return id
}

const tagFor = (title: string) =>
  /fix|wrong/i.test(title) ? 'bug' : /write|text/i.test(title) ? 'content' : 'feature'

const webSite = (dana: string, kai: string): Plan[] => [
  ['Write the front page', { type: 'story', estimate_points: 3 }, { status: 'done', assignee_id: kai }],
  ['Write the price list', { type: 'story', estimate_points: 2 }, { status: 'done', assignee_id: dana }],
  [
    'Payment by card',
    { type: 'epic', priority: 'high', estimate_points: 8, due_date: day(12) },
    { status: 'in_progress', assignee_id: kai },
  ],
  ['Fix the login on phones', { type: 'bug', priority: 'urgent', due_date: day(-1) }, { assignee_id: dana }],
  [
    'Search over all articles',
    { type: 'story', estimate_points: 5, due_date: day(5) },
    { assignee_id: dana },
  ],
  ['Dark mode', { type: 'task', estimate_points: 2 }, { status: 'in_progress', assignee_id: dana }],
  [
    'Fix wrong dates in the calendar',
    { type: 'bug', priority: 'high', due_date: day(2) },
    { assignee_id: kai },
  ],
  ['Compare hosting offers', { type: 'spike', priority: 'low' }],
  [
    'Renew the certificate',
    { type: 'chore', due_date: day(30) },
    { assignee_id: dana, rrule: 'FREQ=MONTHLY;BYMONTHDAY=31', recurrence_mode: 'on_schedule' },
  ],
  ['Text for the newsletter', { due_date: day(0) }, { assignee_id: dana }],
  ['Old banner', { type: 'chore', priority: 'low' }, { status: 'cancelled' }],
]

const mobileApp = (kai: string): Plan[] => [
  ['Choose a framework', { type: 'spike', estimate_points: 3 }, { status: 'in_progress', assignee_id: kai }],
  ['Draw the first screens', { type: 'story', estimate_points: 5 }, { assignee_id: kai }],
  ['Push notifications', { type: 'story', estimate_points: 8, due_date: day(25) }],
  ['Write the texts for the store', { type: 'task', priority: 'low' }],
]

/** The day so many days from today, as YYYY-MM-DD. */
const day = (distance: number) => new Date(Date.now() + distance * 864e5).toISOString().slice(0, 10)

async function signUp(base: string, account: typeof demo): Promise<Api> {
  const answer = await fetch(`${base}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`the demo account could not be made: ${await answer.text()}`)
  return caller(
    base,
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  )
}

const caller =
  (base: string, cookie: string): Api =>
  async (method, path, body) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? {} : await answer.json()) as Made
  }
