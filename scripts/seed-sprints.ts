import { Client } from 'pg'

type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>
type Work = [title: string, points: number]
/**
 * An event this many days ago: a change of a task, or a new one in the sprint if only points are given.
 */
type Step = [daysAgo: number, title: string, change: object]
type Plan = { name: string; goal: string; days: [first: number, last: number]; work: Work[]; steps: Step[] }

const done = { status: 'done' }
const plans: [Plan, Plan, Plan] = [
  {
    name: 'Foundations',
    goal: 'A page that builds and looks like us',
    days: [-29, -15],
    work: [
      ['Set up the build', 5],
      ['Draw the page layout', 3],
      ['Choose type and colors', 2],
      ['Write the imprint', 1],
      ['Contact form', 3],
    ],
    steps: [
      [27, 'Set up the build', done],
      [24, 'Choose type and colors', done],
      [22, 'Fix the favicon', { estimate_points: 1 }],
      [20, 'Draw the page layout', done],
      [17, 'Fix the favicon', done],
      [16, 'Write the imprint', done],
    ],
  },
  {
    name: 'First pages',
    goal: 'Visitors find prices and can write to us',
    days: [-14, 6],
    work: [
      ['Page about the team', 3],
      ['Price calculator', 8],
      ['Newsletter sign-up', 5],
      ['Cookie notice', 2],
      ['Animated header', 3],
      ['Write the questions and answers', 2],
    ],
    steps: [
      [12, 'Cookie notice', done],
      [11, 'Fix the menu on tablets', { estimate_points: 2 }],
      [9, 'Newsletter sign-up', { estimate_points: 8 }],
      [8, 'Page about the team', done],
      [6, 'Cookie notice', { status: 'in_progress' }],
      [5, 'Cookie notice', done],
      [4, 'Animated header', { status: 'cancelled' }],
      [2, 'Contact form', done],
      [1, 'Price calculator', { status: 'in_progress' }],
    ],
  },
  {
    name: 'Shop',
    goal: 'The first order by card',
    days: [7, 20],
    work: [
      ['Basket', 5],
      ['Write the order mail', 2],
    ],
    steps: [],
  },
]

/** Three sprints of a project: one completed, one active for two weeks, one planned. */
export async function seedSprints(api: Api, home: string, project: string, ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const past = new Past(api, home, project, owner)
  const [first, second] = [await past.plan(plans[0]), await past.plan(plans[1])]
  await past.plan(plans[2])
  await past.live(first, plans[0])
  await api('POST', `${home}/sprints/${first}/complete`, { move_incomplete_to: second })
  await past.ended(first, -plans[0].days[1])
  await past.live(second, plans[1])
  await owner.end()
}

/**
 * Work done in the past. It is done now through the API, and then the database owner backdates its records.
 */
class Past {
  readonly #api: Api
  readonly #home: string
  readonly #project: string
  readonly #owner: Client
  readonly #tasks = new Map<string, string>()

  constructor(api: Api, home: string, project: string, owner: Client) {
    this.#api = api
    this.#home = home
    this.#project = project
    this.#owner = owner
  }

  async plan({ name, goal, days: [first, last], work }: Plan): Promise<string> {
    const draft = { name, goal, start_date: day(first), end_date: day(last), capacity_points: 25 }
    const { id } = await this.#api('POST', `${this.#home}/projects/${this.#project}/sprints`, draft)
    for (const [title, estimate_points] of work) await this.#create(title, { estimate_points, sprint_id: id })
    return id
  }

  /** Starts the sprint on its first day and replays its steps. */
  async live(sprint: string, { days: [first], steps }: Plan): Promise<void> {
    await this.#api('POST', `${this.#home}/sprints/${sprint}/start`, {})
    await this.#happened(sprint, -first)
    await this.#quietly(
      `update sprints set started_at = now() - interval '${-first} days' where id = '${sprint}'`,
    )
    for (const [daysAgo, title, change] of steps) {
      const known = this.#tasks.get(title)
      if (known) await this.#api('PATCH', `${this.#home}/tasks/${known}`, change)
      else await this.#create(title, { ...change, sprint_id: sprint })
      await this.#happened(sprint, daysAgo)
    }
  }

  /** Backdates the end of a sprint that was completed just now, including its chart. */
  async ended(sprint: string, daysAgo: number): Promise<void> {
    const units = ['points', 'count', 'minutes']
    const charts = units.map(
      (unit) => `'${unit}', jsonb_set(c->'${unit}', '{days}', jsonb_path_query_array(c->'${unit}',
        '$.days[*] ? (@.date <= $last)', jsonb_build_object('last', end_date)))`,
    )
    await this.#quietly(`update sprints s set completed_at = now() - interval '${daysAgo} days',
      frozen_charts = (select json_build_object(${charts.join()}) from (select frozen_charts::jsonb) x(c))
      where id = '${sprint}'`)
    await this.#happened(sprint, daysAgo, ` + interval '1 millisecond'`)
  }

  async #create(title: string, draft: object) {
    const path = `${this.#home}/projects/${this.#project}/tasks`
    const { id } = await this.#api('POST', path, { title, type: 'story', ...draft })
    this.#tasks.set(title, id)
  }

  /** Backdates by some days what was written to the ledger and the tasks in the last minutes. */
  async #happened(sprint: string, daysAgo: number, later = '') {
    const then = `now() - interval '${daysAgo} days'${later}`
    const columns = `org_id, sprint_id, task_id, reason, scope_points, done_points, scope_minutes, done_minutes,
      scope_count, done_count, actor_id, event_id`
    await this.#quietly(`
      update tasks t set created_at = least(t.created_at, ${then} - interval '2 days'),
        started_at = ${then} - interval '1 day', completed_at = ${then}
      where t.sprint_id = '${sprint}' and t.completed_at > now() - interval '10 minutes';
      with gone as (delete from sprint_ledger where sprint_id = '${sprint}' and at > now() - interval '10 minutes'
        returning *)
      insert into sprint_ledger (at, ${columns}) select ${then}, ${columns} from gone order by id`)
  }

  /** As the database owner, without an audit entry. */
  #quietly = (statements: string) =>
    this.#owner.query(
      `begin; set local app.suppress_audit = 'on'; set local app.purging = 'on'; ${statements}; commit`,
    )
}

const day = (distance: number) => new Date(Date.now() + distance * 864e5).toISOString().slice(0, 10)
