import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { clients } from '../../../db/schema/clients.ts'
import { contractEvents, contracts, contractTemplates } from '../../../db/schema/contracts.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { csv, id, intParam, text, userParam } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { member, openClient, project, unarchived } from '../../shared/references.ts'
import { any, contains, insert, json, jsonb, me, type Ref, rejectStale, update } from '../../kit/sql.ts'
import { among, person } from '../../shared/people.ts'
import { currencyOf } from '../../shared/invoice/drafting.ts'
import { ofProject, projectId } from '../../shared/projects.ts'
import { milestonesOf } from './milestones.ts'
import {
  contractDetail,
  contractShown,
  ContractChange,
  ContractDraft,
  PartyKind,
  type Renewal,
  type Signature,
  Status,
  type Termination,
} from './schemas.ts'
import { targetOf } from '../../kit/targets.ts'

const today = sql`(select app.org_today())`
const status = sql`app.contract_status(${contracts}, ${today})`
const end = sql`app.contract_end(${contracts}, ${today})`
const deadline = sql`${end} - ${contracts.notice_days}`

const party = sql`(select row_to_json(p) from (
  select c.id, c.name from clients c where c.org_id = ${contracts.org_id} and c.id = ${contracts.client_id}
  union all select s.id, s.name from suppliers s where s.org_id = ${contracts.org_id} and s.id = ${contracts.supplier_id}
  union all select u.id, u.name from users u where u.id = ${contracts.user_id}) p)`

const events = sql`(select coalesce(array_to_json(array_agg(e.event order by e.at desc, e.id desc)), '[]') from (
  select ${contractEvents.at}, ${contractEvents.id}, ${json({
    kind: contractEvents.kind,
    at: contractEvents.at,
    actor: person(contractEvents.actor_id),
    data: sql`${contractEvents.data}::json`,
  })} as event from ${contractEvents}
  where ${contractEvents.org_id} = ${contracts.org_id} and ${contractEvents.contract_id} = ${contracts.id}
  order by ${contractEvents.at} desc, ${contractEvents.id} desc limit 200) e)`

export const contract = resource(contracts, {
  noun: 'contract',
  name: 'Contract',
  row: 'id~number number title* party status=effective_status value_minor currency start_date end_date owner',
  at: '/contracts',
  item: '/contracts/{contract_id}',
  fields: {},
  required: [],
  draft: ContractDraft,
  change: ContractChange,
  refers: {
    client_id: openClient,
    supplier_id: unarchived(
      targetOf(suppliers, { noun: 'supplier' }),
      sql`${suppliers.status} = 'archived'`,
      'restore the supplier first',
    ),
    user_id: member,
    owner_user_id: member,
    project_id: project,
    template_id: unarchived(
      targetOf(contractTemplates, { noun: 'template' }),
      sql`${contractTemplates.archived_at} is not null`,
      'restore the template, or choose another',
    ),
  },
  shown: {
    ...contractShown,
    party: [contractShown.party, party],
    end_date: [contractShown.end_date, end],
    effective_status: [contractShown.effective_status, status],
    notice_deadline: [contractShown.notice_deadline, deadline],
    owner: [contractShown.owner, person(contracts.owner_user_id)],
    project_id: [contractShown.project_id, projectId(contracts.project_id)],
    totals: [contractShown.totals, sql`app.contract_totals(${contracts.id})`],
  },
  detail: {
    ...contractDetail,
    signed_by: [contractDetail.signed_by, person(contracts.signed_by_user_id)],
    renewed_by_id: [
      contractDetail.renewed_by_id,
      sql`(select n.id from contracts n where n.org_id = ${contracts.org_id} and n.parent_contract_id = ${contracts.id}
        and n.status <> 'cancelled' order by n.created_at desc limit 1)`,
    ],
    milestones: [contractDetail.milestones, milestonesOf(contracts.id)],
    events: [contractDetail.events, events],
    burn_up: [contractDetail.burn_up, sql`app.contract_burn_up(${contracts})`],
  },
})

const clientName = sql`(select ${clients.name} from ${clients} where ${clients.org_id} = ${contracts.org_id}
  and ${clients.id} = ${contracts.client_id})`

export const filter = {
  status: [csv(Status), (statuses: string[]) => sql`${status} in ${statuses}`],
  party_kind: [PartyKind, (kind: string) => sql`${contracts.party_kind} = ${kind}`],
  client_id: [
    id().describe('Only with this client'),
    (client: string) => sql`${contracts.client_id} = ${client}`,
  ],
  supplier_id: [
    id().meta({ description: 'With this supplier' }),
    (supplier: string) => sql`${contracts.supplier_id} = ${supplier}`,
  ],
  user_id: [
    id().meta({ description: 'With this member' }),
    (user: string) => sql`${contracts.user_id} = ${user}`,
  ],
  project_id: [
    id().describe('Only of this project'),
    (project: string) => ofProject(contracts.project_id, project),
  ],
  owner_user_id: [
    csv(userParam()).meta({ description: 'Looked after by these, separated by commas; `me` and `none` too' }),
    (owners: string[]) => among(contracts.owner_user_id, owners),
  ],
  expiring_within_days: [
    intParam(0, 3650).meta({
      type: 'integer',
      minimum: 0,
      maximum: 3650,
      description: 'Active, and ending within so many days without renewing themselves',
    }),
    (
      days: number,
    ) => sql`(not ${contracts.auto_renew} and ${contracts.end_date} between ${today} and ${today} + ${days}::int
      and ${status} = 'active')`,
  ],
  q: [
    text(200).meta({
      description: 'In the number, the title and the name of the client',
      example: 'web site',
    }),
    (words: string) =>
      any(contains(contracts.number, words), contains(contracts.title, words), contains(clientName, words)),
  ],
} satisfies Filter

export const sorts = {
  created_at: contracts.created_at,
  number: contracts.number,
  title: contracts.title,
  value_minor: contracts.value_minor,
  start_date: contracts.start_date,
  end_date: end,
  notice_deadline: deadline,
}

const settle = (id: Ref) => sql`select app.refresh_contract(${id}::uuid)`
const balance = (id: Ref) => sql`select app.balance_milestones(${id}::uuid, 'body.value_minor')`
const lockNumbers = sql`select app.lock_contract_numbers()`
const note = (id: Ref, kind: string, data: object) =>
  sql`select app.log_contract_event(${id}::uuid, ${kind}, ${jsonb(data)})`

const homeCurrency = sql`(select ${organizations.currency} from ${organizations}
  where ${organizations.id} = (select app.org_id()))`

/** The template is rendered once, on creation; its milestones are copied unless others are sent. */
export function addContract(id: string, draft: z.output<typeof ContractDraft>) {
  const { template_id, values = {}, milestones, ...columns } = draft
  const currency = draft.currency
    ? sql`${draft.currency}::text`
    : draft.client_id
      ? currencyOf(draft.client_id)
      : homeCurrency
  const version = sql`(select t.version from contract_templates t where t.org_id = (select app.org_id())
    and t.id = ${template_id})`
  const milestoneDrafts = milestones
    ? jsonb(milestones)
    : sql`app.template_milestones(${template_id ?? null}::uuid, ${draft.start_date}::date)`
  const field = milestones ? 'body.milestones' : 'body.value_minor'
  return [
    lockNumbers,
    sql`select app.check_new_contract(${jsonb(columns)})`,
    insert(contracts, {
      owner_user_id: me,
      ...columns,
      id,
      currency,
      number: draft.number ?? sql`app.next_contract_number()`,
      ...(template_id && {
        template_id,
        template_version: version,
        body: sql`app.render_contract(${template_id}::uuid, ${jsonb(values)}, ${currency})`,
      }),
    }),
    sql`select app.add_milestones(${id}::uuid, ${milestoneDrafts}, ${field})`,
    note(id, 'created', {}),
    contract.get(id),
  ]
}

const partyOf = { client: 'client_id', supplier: 'supplier_id', employee: 'user_id' } as const

/** Changing the kind of party clears the party of the former kind. */
function withParty<T extends { party_kind?: keyof typeof partyOf | undefined }>(change: T) {
  const { party_kind } = change
  if (!party_kind) return change
  const others = Object.entries(partyOf).flatMap(([kind, column]) =>
    kind === party_kind ? [] : [[column, null]],
  )
  return { ...(Object.fromEntries(others) as Record<string, null>), ...change }
}

export function changeContract(id: Ref, { version, ...sent }: z.output<typeof ContractChange>) {
  const change = withParty(sent)
  return [
    ...(sent.number ? [lockNumbers] : []),
    settle(id),
    ...rejectStale('contracts', id, version, change),
    sql`select app.check_contract_change(${id}::uuid, ${jsonb(change)})`,
    update(contracts, change, contract.row(id)),
    ...(sent.value_minor === undefined ? [] : [balance(id)]),
    note(id, 'changed', { fields: Object.keys(sent) }),
    contract.get(id),
  ]
}

/** A state transition; date-driven changes are applied first. */
const transition = (id: Ref, ...statements: ReturnType<typeof settle>[]) => [
  settle(id),
  ...statements,
  contract.get(id),
]

export const sendContract = (id: Ref) => transition(id, sql`select app.send_contract(${id}::uuid)`)
export const cancelContract = (id: Ref) => transition(id, sql`select app.cancel_contract(${id}::uuid)`)

const momentOf = (name: string | undefined, at: string | undefined) =>
  name === undefined ? sql`null::timestamptz` : at === undefined ? sql`now()` : sql`${at}::timestamptz`

export const signContract = (id: Ref, body: z.output<typeof Signature>) =>
  transition(
    id,
    sql`select app.sign_contract(${id}::uuid, ${body.signed_by_name ?? null}::text,
      ${momentOf(body.signed_by_name, body.signed_at)}, ${body.counterparty_name ?? null}::text,
      ${momentOf(body.counterparty_name, body.counterparty_signed_at)})`,
  )

export const terminateContract = (id: Ref, { terminated_on, reason }: z.output<typeof Termination>) =>
  transition(id, sql`select app.terminate_contract(${id}::uuid, ${terminated_on}::date, ${reason})`)

export const renewContract = (
  id: Ref,
  newId: string,
  { end_date, months, value_minor }: z.output<typeof Renewal>,
) => [
  settle(id),
  lockNumbers,
  sql`select app.renew_contract(${id}::uuid, ${newId}::uuid, ${end_date ?? null}::date, ${months ?? null}::int,
    ${value_minor ?? null}::bigint)`,
  contract.get(newId),
]

export const dropContract = (id: Ref) => sql`select app.delete_contract(${id}::uuid)`
