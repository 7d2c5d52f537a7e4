import { everything } from '../../scripts/contract/generate.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { inOrganization, type Operation, roleLevels, type Role } from '../../src/kit/operation.ts'
import { makeToken, hashOf } from '../../src/base/tokens.ts'
import {
  asOwner,
  call,
  type Caller,
  caller,
  type Json,
  person,
  type Reply,
  type Sent,
} from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { anyIssuer } from '../kit/invoices.ts'
import { hire } from '../kit/people.ts'
import { holdingStates } from './holding-fixtures.ts'
import { sharingStates } from './sharing-fixtures.ts'
import { peopleStates } from './people-fixtures.ts'
import { portalContact, supportStates } from './portal-fixtures.ts'
import { fixtures, generated } from './fixtures.ts'

export const roles = Object.keys(roleLevels) as Role[]
const { areas } = await everything()
export const operations: Operation[] = areas.flatMap((area) => area.operations)
const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** An organization with a person of every role, and the objects created in it, by path parameter. */
export class World {
  readonly people: Record<Role, Caller>
  /** A signed-in user who is no member, and whom invitations of this world are for. */
  readonly guest: Caller
  /** An operator of the platform, who is no member of anything. */
  readonly operator: Caller
  /** A contact of a client, with a portal session. */
  readonly contact: Caller
  readonly org: string
  readonly slug: string
  readonly created = new Map<string, string>()
  /** Objects being created, so that two references of an example to one parameter get the same object. */
  readonly #creating = new Map<string, Promise<string>>()
  private constructor(
    people: Record<Role, Caller>,
    { guest, operator, contact }: Record<'guest' | 'operator' | 'contact', Caller>,
    { id, slug }: Json,
  ) {
    this.people = people
    this.guest = guest
    this.operator = operator
    this.contact = contact
    this.org = id
    this.slug = slug
  }

  static async make(): Promise<World> {
    const people = await World.newPeople()
    const created = await people.owner.ok('POST', '/api/v1/organizations', { name: `World ${uuidv7()}` })
    await anyIssuer(created.id)
    return World.join(created, people, roles.slice(1))
  }

  /** The world of an organization that exists, with a new person of every role. */
  static async of(org: { id: string; slug: string }): Promise<World> {
    return World.join(org, await World.newPeople(), roles)
  }

  private static async newPeople(): Promise<Record<Role, Caller>> {
    const all = await Promise.all(roles.map(() => person()))
    return Object.fromEntries(roles.map((role, place) => [role, all[place]!])) as Record<Role, Caller>
  }

  private static async join(org: { id: string; slug: string }, people: Record<Role, Caller>, as: Role[]) {
    await asOwner(
      `insert into organization_members (org_id, user_id, role)
        select $1, member.id, member.role from unnest($2::uuid[], $3::text[]) member(id, role)`,
      [org.id, as.map((role) => people[role].id), as],
    )
    await asOwner('update users set email_verified_at = now() where id = $1', [people.viewer.id])
    await hire(org.id, people)
    const [guest, admin, contact] = await Promise.all([person('Guest'), operator(), portalContact(org.id)])
    return new World(people, { guest, operator: admin, contact }, org)
  }

  /** Who may call the operation on any object: the owner, operator or contact; for a second factor one whose address is proven. */
  master({ id, role }: Operation): Caller {
    if (/^(?:add|begin)Passkey$|^beginTotp$/.test(id)) return this.people.viewer
    return role === 'platform' ? this.operator : role === 'portal' ? this.contact : this.people.owner
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
    const existing = this.created.get(param)
    if (existing) return existing
    const pending = this.#creating.get(param) ?? this.create(param)
    this.#creating.set(param, pending)
    const created = await pending.finally(() => this.#creating.delete(param))
    this.created.set(param, created)
    return created
  }

  async create(param: string): Promise<string> {
    const fixture = fixtures[param]
    if (fixture) return fixture(this)
    const creator = creatorOf(param.replace(/^other_/, ''))
    const { path, body } = await this.example(creator)
    const draft = { ...(body as object), ...(param.startsWith('other_') ? differing(body) : {}) }
    const created = await this.master(creator).ok(creator.method, path, draft)
    return created.id
  }

  /** Path, query and body of the operation's example, with ids of this world. */
  async example(
    operation: Operation,
  ): Promise<{ path: string; body: unknown; params: Record<string, string>; query: string }> {
    const example = { ...operation.example } as { body?: unknown; query?: string }
    const params: Record<string, string> = {}
    for (const name of operation.params) params[name] = await this.value(kindOf(name, operation))
    const body = operation.body ? await this.fill(example.body) : undefined
    const query = example.query ? `?${await this.fillText(example.query)}` : ''
    return { path: fillPath(operation.path, params) + query, body, params, query }
  }

  /** Replaces `{tag_id}` in an example with the id of a tag of this world. */
  async fill(value: unknown): Promise<unknown> {
    if (typeof value === 'string') {
      const name = /^\{(\w+)\}$/.exec(value)?.[1]
      if (name && generated[name]) return generated[name](this)
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

  /** Brings the object into the state that the operation needs. */
  async prepare(operation: Operation): Promise<void> {
    for (const id of operation.setup ?? []) {
      const setupOperation = byId.get(id)!
      const { owner, admin, manager, member } = this.people
      for (const who of perCaller.has(id) ? [owner, admin, manager, member] : [this.master(setupOperation)]) {
        const [reply] = await this.perform(setupOperation, who)
        if (reply.status >= 300)
          throw new Error(`${id} before ${operation.id}: ${reply.status} ${reply.text}`)
      }
    }
  }

  async perform(operation: Operation, who: Caller, request: Sent = {}): Promise<[Reply, Json]> {
    const { path, body } = await this.example(operation)
    const all: Sent = {
      ...(body === undefined ? {} : { body }),
      ...request,
      headers: { ...who.headers, ...request.headers },
    }
    return [await call(operation.method, path, all), body]
  }

  /** An API key of the owner, inserted into the database. */
  async key(options: { readOnly?: boolean; project?: string } = {}): Promise<Caller> {
    const token = makeToken('svc_live_', 'a')
    const { id, email } = this.people.owner
    await asOwner(
      `insert into api_keys (id, org_id, user_id, name, token_hash, hint, read_only, project_id)
      values ($1, $2, $3, 'test', $4, 'svc_live_…', $5, $6)`,
      [
        uuidv7(),
        this.org,
        id,
        Buffer.from(hashOf(token), 'hex'),
        options.readOnly ?? false,
        options.project ?? null,
      ],
    )
    return caller({ authorization: `Bearer ${token}` }, { id, email })
  }
}

/** Comments, milestones and entries are distinguished by path; operators act on people without a role here. */
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

/** Setup operations whose effect is only for their caller. */
const perCaller = new Set(['startTimer'])

/** Operations that need an object in a certain state. */
const inStates: Record<string, Record<string, string>> = {
  updateAppSettings: { app_key: 'installed_app_key' },
  uninstallApp: { app_key: 'installed_app_key' },
  confirmWorkingHoursCorrection: { seq: 'correction_seq' },
  joinMeeting: { meeting_id: 'running_meeting_id' },
  endMeeting: { meeting_id: 'running_meeting_id' },
  addMeetingGuest: { meeting_id: 'running_meeting_id' },
  getGuestMeeting: { token: 'guest_token' },
  joinMeetingAsGuest: { token: 'guest_token' },
  stopImport: { import_id: 'unread_import_id' },
  undoImport: { import_id: 'done_import_id' },
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
  ...holdingStates,
  ...sharingStates,
  ...supportStates,
  ...peopleStates,
}

/** The POST that returns 201 on the collection that the parameter is in. */
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

/** A change that keeps the body valid: to its first text field, or else to its first field. */
export function differing(body: unknown): object {
  const fields = Object.entries(body as object)
  const [field, value] = fields.find(([, example]) => typeof example === 'string') ?? fields[0]!
  if (typeof value === 'number') return { [field]: value + 1 }
  if (typeof value !== 'string') return { [field]: Array.isArray(value) ? value.slice(1) : {} }
  const other = /^[0-9a-f-]{36}$/.test(value) ? uuidv7() : value.includes('@') ? `x${value}` : `${value}x`
  return { [field]: other }
}

export const fillPath = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)

/** Operations on the caller's own objects: here the owner's, who created everything. */
export const isOwnersOnly = ({ id, only, role, path, params, setup }: Operation) =>
  Boolean(only) ||
  ['deleteCommentReaction', 'stopTimer'].includes(id) ||
  (role === 'signed_in' && inOrganization({ path }) && (params.length > 1 || Boolean(setup)))

/** The lowest role that may call the operation on anybody's object. */
export const leastRole = ({ role }: Operation): Role => (role in roleLevels ? (role as Role) : 'viewer')

/** Objects that only admins, and those that viewers do not find. */
const adminsOnly = /\/(?:payroll-runs|payroll-components|payslips|webhooks)\/\{|\/rehire$/
const notForViewers =
  /\/(?:expenses\/\{expense_id|time-entries\/\{|leave-requests\/\{|allocations\/\{|vault\/credentials\/\{credential_id\}$)/

/** The error for a role that is too low, which may not even find what the path names. */
export const refusalOf = ({ path }: Operation, role: Role): [number, string] =>
  (adminsOnly.test(path) && roleLevels[role] < roleLevels.admin) ||
  (notForViewers.test(path) && role === 'viewer')
    ? [404, 'not_found']
    : [403, 'forbidden']

export const withoutRequestId = ({ status, text }: Reply) => [
  status,
  text.replace(/"request_id":"[^"]*"/, '"request_id":"…"'),
]
