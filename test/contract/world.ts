import { everything } from '../../scripts/contract/generate.ts'
import { uuidv7 } from '../../src/kit/id.ts'
import { signClaims } from '../../src/kit/jwt.ts'
import { inOrganization, type Operation, ranks, type Role } from '../../src/kit/operation.ts'
import { makeToken, hashOf } from '../../src/kit/tokens.ts'
import { challengeOf } from '../../src/shared/second-factor/tickets.ts'
import {
  asOwner,
  call,
  type Caller,
  caller,
  env,
  type Json,
  password as usualPassword,
  person,
  type Reply,
  type Sent,
} from '../kit/client.ts'
import { settled } from '../kit/inbox.ts'
import { operator } from '../kit/impersonation.ts'
import { codeOf, factorAt } from '../kit/factors.ts'
import { Authenticator } from '../kit/authenticator.ts'
import { client, connected, request } from '../kit/oauth.ts'
import { parts } from '../kit/parts.ts'
import { guardedOf } from './guarded.ts'

export const roles = Object.keys(ranks) as Role[]
const { areas } = await everything()
export const operations: Operation[] = areas.flatMap((area) => area.operations)
const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** An organization with a person of every role, and the objects that were made in it, by path parameter. */
export class World {
  readonly people: Record<Role, Caller>
  /** Somebody signed in who is no member, and whom invitations of this world are for. */
  readonly guest: Caller
  /** Somebody who operates the platform and is no member of anything. */
  readonly operator: Caller
  readonly org: string
  readonly slug: string
  readonly made = new Map<string, string>()
  /** What is being made, so that two parts of an example that name the same thing get the same. */
  readonly #making = new Map<string, Promise<string>>()
  private constructor(
    people: Record<Role, Caller>,
    { guest, operator }: { guest: Caller; operator: Caller },
    { id, slug }: Json,
  ) {
    this.people = people
    this.guest = guest
    this.operator = operator
    this.org = id
    this.slug = slug
  }

  static async make(): Promise<World> {
    const people = await World.strangers()
    const made = await people.owner.ok('POST', '/api/v1/organizations', { name: `World ${uuidv7()}` })
    return World.join(made, people, roles.slice(1))
  }

  /** The world of an organization that exists, with a new person of every role. */
  static async of(org: { id: string; slug: string }): Promise<World> {
    return World.join(org, await World.strangers(), roles)
  }

  private static async strangers(): Promise<Record<Role, Caller>> {
    const all = await Promise.all(roles.map(() => person()))
    return Object.fromEntries(roles.map((role, place) => [role, all[place]!])) as Record<Role, Caller>
  }

  private static async join(org: { id: string; slug: string }, people: Record<Role, Caller>, as: Role[]) {
    await asOwner(
      `insert into organization_members (org_id, user_id, role)
        select $1, member.id, member.role from unnest($2::uuid[], $3::text[]) member(id, role)`,
      [org.id, as.map((role) => people[role].id), as],
    )
    const [guest, admin] = await Promise.all([person('Guest'), operator()])
    return new World(people, { guest, operator: admin }, org)
  }

  /** Who may do anything with the operation: the owner, on the platform its operator, and whose passkey it is. */
  master({ id, role }: Operation): Caller {
    if (id === 'addPasskey') return this.people.viewer
    return role === 'platform' ? this.operator : this.people.owner
  }

  /** The value of a path parameter: an object made by the operation that creates its kind. */
  async value(param: string): Promise<string> {
    const fixed: Record<string, string> = {
      org_id: this.org,
      org_slug: this.slug,
      user_id: this.people.member.id,
      other_user_id: this.people.manager.id,
      guest_user_id: this.guest.id,
    }
    if (fixed[param]) return fixed[param]
    const known = this.made.get(param)
    if (known) return known
    const making = this.#making.get(param) ?? this.create(param)
    this.#making.set(param, making)
    const made = await making.finally(() => this.#making.delete(param))
    this.made.set(param, made)
    return made
  }

  async create(param: string): Promise<string> {
    const fixture = fixtures[param]
    if (fixture) return fixture(this)
    const maker = creatorOf(param.replace(/^other_/, ''))
    const { path, body } = await this.example(maker)
    const draft = { ...(body as object), ...(param.startsWith('other_') ? differing(body) : {}) }
    const made = await this.master(maker).ok(maker.method, path, draft)
    return made.id
  }

  /** Path, query and body of the operation's example in this world. */
  async example(
    operation: Operation,
  ): Promise<{ path: string; body: unknown; params: Record<string, string>; query: string }> {
    const given = { ...operation.example } as { body?: unknown; query?: string }
    const params: Record<string, string> = {}
    for (const name of operation.params) params[name] = await this.value(kindOf(name, operation))
    const body = operation.body ? await this.fill(given.body) : undefined
    const query = given.query ? `?${await this.fillText(given.query)}` : ''
    return { path: fillPath(operation.path, params) + query, body, params, query }
  }

  /** Replaces `{tag_id}` in an example by the id of a tag of this world. */
  async fill(value: unknown): Promise<unknown> {
    if (typeof value === 'string') {
      const name = /^\{(\w+)\}$/.exec(value)?.[1]
      if (name && fleeting[name]) return fleeting[name](this)
      return name ? this.value(name) : value
    }
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.fill(item)))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(async ([key, inner]) => [key, await this.fill(inner)])
    return Object.fromEntries(await Promise.all(entries))
  }

  private async fillText(text: string): Promise<string> {
    const parts = text.split(/(\{\w+\})/).map(async (part) => String(await this.fill(part)))
    return (await Promise.all(parts)).join('')
  }

  /** Brings the object into the state that the operation works on. */
  async prepare(operation: Operation): Promise<void> {
    for (const id of operation.setup ?? []) {
      const before = byId.get(id)!
      const { owner, admin, manager, member } = this.people
      for (const who of everybodysOwn.has(id) ? [owner, admin, manager, member] : [this.master(before)]) {
        const [reply] = await this.perform(before, who)
        if (reply.status >= 300)
          throw new Error(`${id} before ${operation.id}: ${reply.status} ${reply.text}`)
      }
    }
  }

  async perform(operation: Operation, who: Caller, sent: Sent = {}): Promise<[Reply, Json]> {
    const { path, body } = await this.example(operation)
    const all: Sent = {
      ...(body === undefined ? {} : { body }),
      ...sent,
      headers: { ...who.headers, ...sent.headers },
    }
    return [await call(operation.method, path, all), body]
  }

  /** An API key of the owner, made as the database would hold it. */
  async key(how: { readOnly?: boolean; project?: string } = {}): Promise<Caller> {
    const token = makeToken('svc_live_')
    const { id, email } = this.people.owner
    await asOwner(
      `insert into api_keys (id, org_id, user_id, name, token_hash, hint, read_only, project_id)
      values ($1, $2, $3, 'test', $4, 'svc_live_…', $5, $6)`,
      [uuidv7(), this.org, id, Buffer.from(hashOf(token), 'hex'), how.readOnly ?? false, how.project ?? null],
    )
    return caller({ authorization: `Bearer ${token}` }, { id, email })
  }
}

/** Comments and milestones are told apart by where they stand; operators act on people of no role here. */
const kindOf = (param: string, { id, path, role }: Operation) =>
  inStates[id]?.[param]
    ? inStates[id][param]
    : param === 'comment_id' && path.includes('/documents/')
      ? 'document_comment_id'
      : param === 'milestone_id' && path.includes('/contracts/')
        ? 'contract_milestone_id'
        : param === 'entry_id' && path.includes('/time-entries/')
          ? 'time_entry_id'
          : param === 'user_id' && role === 'platform'
            ? 'guest_user_id'
            : param

/** What prepares for its caller alone. */
const everybodysOwn = new Set(['startTimer'])

/** Operations on an object in a certain state. */
const inStates: Record<string, Record<string, string>> = {
  getExpense: { expense_id: 'submitted_expense_id' },
  approveExpense: { expense_id: 'submitted_expense_id' },
  rejectExpense: { expense_id: 'wrong_expense_id' },
  payExpense: { expense_id: 'approved_expense_id' },
  winDeal: { deal_id: 'other_deal_id' },
  cancelInvoice: { invoice_id: 'wrong_invoice_id' },
  createCreditNote: { invoice_id: 'issued_invoice_id' },
  sendInvoice: { invoice_id: 'issued_invoice_id' },
  recordInvoicePayment: { invoice_id: 'issued_invoice_id' },
  deleteInvoicePayment: { invoice_id: 'issued_invoice_id' },
  revokeInvoiceLink: { invoice_id: 'issued_invoice_id', link_id: 'invoice_link_id' },
  getSharedInvoice: { token: 'invoice_token' },
  mergeTickets: { ticket_id: 'other_ticket_id' },
}

/** A change of the body that is still valid: another text in its first text field, or more or less of its first field. */
export function differing(body: unknown): object {
  const fields = Object.entries(body as object)
  const [field, value] = fields.find(([, given]) => typeof given === 'string') ?? fields[0]!
  if (typeof value === 'number') return { [field]: value + 1 }
  if (typeof value !== 'string') return { [field]: Array.isArray(value) ? value.slice(1) : {} }
  const other = /^[0-9a-f-]{36}$/.test(value) ? uuidv7() : value.includes('@') ? `x${value}` : `${value}x`
  return { [field]: other }
}

/** What no single operation creates. */
const fixtures: Record<string, (world: World) => Promise<string>> = {
  /** The member's. */
  submitted_expense_id: async ({ people: { member }, org }) => {
    const home = `/api/v1/organizations/${org}/expenses`
    const draft = { description: 'Taxi', expense_date: '2026-01-15', total_minor: 1800 }
    const { id } = await member.ok('POST', home, draft)
    await member.ok('POST', `${home}/${id}/submit`)
    return id
  },
  wrong_expense_id: (world) => fixtures.submitted_expense_id!(world),
  approved_expense_id: async (world) => {
    const id = await fixtures.submitted_expense_id!(world)
    await world.people.manager.ok('POST', `/api/v1/organizations/${world.org}/expenses/${id}/approve`)
    return id
  },
  /** The member's. */
  time_entry_id: async ({ people: { member }, org }) => {
    const draft = { work_date: '2026-01-15', duration_seconds: 3600 }
    return (await member.ok('POST', `/api/v1/organizations/${org}/time-entries`, draft)).id
  },
  /** With an hour of billable time. */
  billed_client_id: async (world) => {
    const id = await world.create('client_id')
    await asOwner(
      `insert into time_entries (org_id, user_id, created_by, client_id, work_date, duration_seconds, hourly_rate_minor, currency)
        values ($1, $2, $2, $3, '2026-01-05', 3600, 7500, 'EUR')`,
      [world.org, world.people.owner.id, id],
    )
    return id
  },
  issued_invoice_id: async (world) => {
    const id = await world.create('invoice_id')
    await world.people.manager.ok('POST', `/api/v1/organizations/${world.org}/invoices/${id}/issue`, {})
    return id
  },
  wrong_invoice_id: (world) => fixtures.issued_invoice_id!(world),
  payment_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/invoices/${await world.value('issued_invoice_id')}/payments`
    const draft = { amount_minor: 100, paid_on: '2026-01-15', method: 'card' }
    return (await world.people.manager.ok('POST', path, draft)).id
  },
  invoice_link_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/invoices/${await world.value('issued_invoice_id')}/send`
    return (await world.people.manager.ok('POST', path, {})).id
  },
  invoice_token: async (world) => {
    const path = `/api/v1/organizations/${world.org}/invoices/${await world.value('issued_invoice_id')}/send`
    return String((await world.people.manager.ok('POST', path, {})).url)
      .split('/')
      .at(-1)!
  },
  /** In the register. */
  seq: async (world) => {
    await world.value('issued_invoice_id')
    return '1'
  },
  project_key: async (world) => {
    const project = await world.value('project_id')
    return (await world.people.owner.ok('GET', `/api/v1/organizations/${world.org}/projects/${project}`)).key
  },
  token: async (world) => {
    const draft = { email: world.guest.email, role: 'member' }
    const { accept_url } = await world.people.owner.ok(
      'POST',
      `/api/v1/organizations/${world.org}/invitations`,
      draft,
    )
    return String(accept_url).split('/').at(-1)!
  },
  dependency_id: async (world) => {
    const [task, task_id] = [await world.value('task_id'), await world.create('task_id')]
    const path = `/api/v1/organizations/${world.org}/tasks/${task}/dependencies`
    return (await world.people.owner.ok('POST', path, { task_id, type: 'blocks' })).dependency_id
  },
  // Others see a filter only where it is shared.
  filter_id: async (world) => {
    const filter = { field: 'assignee_id', op: 'eq', value: '@me' }
    const draft = { name: 'Shared', filter, visibility: 'organization' }
    return (await world.people.owner.ok('POST', `/api/v1/organizations/${world.org}/filters`, draft)).id
  },
  contract_milestone_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/contracts/${await world.value('contract_id')}/milestones`
    return (await world.people.owner.ok('POST', path, { name: 'On delivery', amount_minor: 250_000 })).id
  },
  document_comment_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/documents/${await world.value('document_id')}/comments`
    return (await world.people.owner.ok('POST', path, { body: 'Is this still so?' })).id
  },
  /** On the desktop of everybody, as each has their own. */
  key: async (world) => {
    for (const who of Object.values(world.people))
      await who.ok('PUT', `/api/v1/organizations/${world.org}/desktop-state/windows`, { value: {} })
    return 'windows'
  },
  number: async () => '1',
  emoji: async () => '👍',
  request_id: async () => request(await client()),
  /** The owner's, of a mention by the member. */
  notification_id: async (world) => {
    const { owner, member } = world.people
    const home = `/api/v1/organizations/${world.org}`
    const said = { body: `@[Owner](user:${owner.id})` }
    const { id } = await member.ok('POST', `${home}/tasks/${await world.value('task_id')}/comments`, said)
    await settled({ org: { id: world.org } })
    const { items } = await owner.ok('GET', `${home}/notifications?limit=200`)
    return items.find(({ comment_id }: Json) => comment_id === id).id
  },
  provider_url: async () => parts().outsideUrl,
  /** A repository at the host that the organization is connected to. */
  repository_name: async (world) => {
    const draft = {
      provider: 'github',
      token: 'ghp_exampleexample1234',
      base_url: await world.value('provider_url'),
    }
    await world.people.owner.ok('PUT', `/api/v1/organizations/${world.org}/repository-integration`, draft)
    return 'ada/engine'
  },
  link_id: async (world) => {
    await world.value('repository_name')
    const path = `/api/v1/organizations/${world.org}/projects/${await world.value('project_id')}/repositories`
    return (await world.people.owner.ok('POST', path, { full_name: 'ada/notes' })).id
  },
  place_id: async (world) => {
    const path = `/api/v1/organizations/${world.org}/addresses/autocomplete?q=unter%20den%20linden`
    return (await world.people.owner.ok('GET', path)).items[0].id
  },
  entry_id: async (world) => {
    const home = `/api/v1/organizations/${world.org}`
    await world.value('tag_id')
    return (await world.people.owner.ok('GET', `${home}/audit-log?limit=1`)).items[0].id
  },
  /** Of the viewer, beside the one that every person of this world has. */
  session_id: async (world) => {
    const [session] = await asOwner<{ id: string }>(
      `insert into sessions (id, user_id, refresh_hash, expires_at)
        values (uuidv7(), $1, sha256(uuidv7()::text::bytea), now() + interval '1 day') returning id`,
      [world.people.viewer.id],
    )
    return session!.id
  },
  /** Offered to the viewer, who has yet to agree. */
  my_key_id: async ({ people, org }) => {
    const draft = { name: 'Offered', user_id: people.viewer.id }
    return (await people.owner.ok('POST', `/api/v1/organizations/${org}/api-keys`, draft)).id
  },
  /** Linked with the account of the viewer. */
  identity_id: async ({ people }) => {
    const [made] = await asOwner<{ id: string }>(
      `insert into user_identities (id, user_id, provider, issuer, subject)
        values (uuidv7(), $1, 'google', 'https://accounts.google.com', uuidv7()::text) returning id`,
      [people.viewer.id],
    )
    return made!.id
  },
  authorization_id: async (world) => (await connected(world.people.viewer)).id,
  /** The viewer's, of an app that waits for its first code. */
  totp_secret: async (world) =>
    (await world.people.viewer.ok('POST', `${factorAt}/totp`, { password: usualPassword })).secret,
  /** For the viewer's session, as long as the tests last. */
  passkey_ticket: async (world) => {
    const { viewer } = world.people
    const [{ proven }] = (await asOwner(
      'select app.digest_of(password_hash) as proven from users where id = $1',
      [viewer.id],
    )) as [{ proven: string }]
    const site = { rp: 'service.test', origin: 'https://service.test' }
    const held = { site, person: viewer.id, session: sessionOf(viewer), proven }
    const claims = { purpose: 'add_passkey', nonce: uuidv7(), held }
    return signClaims(env().JWT_KEYS, claims, 24 * 3600, new Date())
  },
  passkey_id: async (world) => (await guardedOf(world)).passkey,
}

/** The session of the world's viewer, by the cookie. */
const sessionOf = ({ headers }: Caller) =>
  JSON.parse(atob(/access_token=[^.]+\.([^.]+)/.exec(headers.cookie!)![1]!)).sid as string

/** What an example names whole, as it is at that moment: lists of ids, codes, and what a browser made. */
const fleeting: Record<string, (world: World) => Promise<unknown>> = {
  guarded_code: async (world) => codeOf((await guardedOf(world)).secret),
  totp_code: async (world) => codeOf(await world.value('totp_secret')),
  passkey_registration: async (world) => {
    const challenge = challengeOf(await world.value('passkey_ticket'))
    return new Authenticator().create({ challenge, rp: { id: 'service.test' }, user: {} })
  },
  column_ids: async (world) => {
    const path = `/api/v1/organizations/${world.org}/projects/${await world.value('project_id')}/columns`
    const { items } = await world.people.owner.ok('GET', path)
    return items.map(({ id }: Json) => id).toReversed()
  },
  stage_ids: async (world) => {
    const stages = 'select id from pipeline_stages where pipeline_id = $1 order by position desc'
    return (await asOwner(stages, [await world.value('pipeline_id')])).map(({ id }) => id)
  },
}

/** The POST that answers 201 on the collection in which the parameter stands. */
function creatorOf(param: string): Operation {
  const segments = new Set(
    operations.flatMap(({ path }) =>
      [...path.matchAll(new RegExp(`/([\\w-]+)/\\{${param}\\}`, 'g'))].map((match) => match[1]!),
    ),
  )
  const found = operations.find(
    ({ method, status, path }) =>
      method === 'POST' && status === 201 && segments.has(path.split('/').at(-1)!),
  )
  if (!found) throw new Error(`no operation creates what {${param}} names`)
  return found
}

export const fillPath = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)

/** Work on what is one's own: here that is the owner's, who made everything. */
export const onesOwn = ({ id, only, role, path, params, setup }: Operation) =>
  Boolean(only) ||
  ['deleteCommentReaction', 'stopTimer'].includes(id) ||
  (role === 'signed_in' && inOrganization({ path }) && (params.length > 1 || Boolean(setup)))

/** The lowest role that may call the operation on somebody else's object. */
export const leastRole = ({ role }: Operation): Role => (role in ranks ? (role as Role) : 'viewer')

/** What a role below the least is answered: viewers do not even find what others claim. */
export const refusalOf = ({ params, path }: Operation, role: Role): [number, string] =>
  (params.includes('expense_id') || path.includes('/time-entries/{')) && role === 'viewer'
    ? [404, 'not_found']
    : [403, 'forbidden']

export const withoutRequestId = ({ status, text }: Reply) => [
  status,
  text.replace(/"request_id":"[^"]*"/, '"request_id":"…"'),
]
