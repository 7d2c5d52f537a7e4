import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { holdingRates } from '../../../db/schema/holdings.ts'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { all, answer, ensureFields, inOrg, jsonb, page, type Ref, shape } from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { openClient, unarchived } from '../../shared/references.ts'
import { panelOf, type Raw } from './panel.ts'
import {
  type Consent,
  type Invitation,
  type LinkFilter,
  type PanelFilter,
  Rate,
  type RateFilter,
  type RatesDraft,
  type RelationDraft,
} from './schemas.ts'

const scopesOf = (scopes: readonly string[]) => sql`${`{${scopes.join(',')}}`}::text[]`
const link = (isParent: boolean, id: Ref) =>
  answer(sql`(app.holding_links_json(${isParent}, null, ${id}::uuid)->0)`)

export const holding = answer(sql`app.holding_json()`)

type Paged = { limit: number; offset: number }
export const links = (isParent: boolean, status: string | undefined, { limit, offset }: Paged) =>
  answer(
    sql`app.holding_page(app.holding_links_json(${isParent}, ${status ?? null}, null), ${limit}::int, ${offset}::int)`,
  )
export const subsidiaries = ({ status, ...paged }: z.output<typeof LinkFilter>) => links(true, status, paged)

export const invite = (id: string, body: z.output<typeof Invitation>) => {
  const { organization_slug, ownership_percent, data_scopes } = body
  const invited = sql`app.invite_subsidiary(${id}::uuid, ${organization_slug}, ${ownership_percent}::numeric,
    ${scopesOf(data_scopes)})`
  return [
    sql`select set_config('app.invited', ${invited}::text, true)`,
    link(true, sql`current_setting('app.invited')`),
  ]
}

export const accept = (id: Ref, { data_scopes }: z.output<typeof Consent>) => [
  sql`select app.answer_holding_invitation(${id}::uuid, true, ${scopesOf(data_scopes)})`,
  link(false, id),
]
export const decline = (id: Ref) => [
  sql`select app.answer_holding_invitation(${id}::uuid, false, '{}')`,
  link(false, id),
]
export const remove = (id: Ref) => [sql`select app.end_holding_link(${id}::uuid, null)`]

export const panel = ({ from, to, currency }: z.output<typeof PanelFilter>) =>
  answer(sql`app.holding_panel(
    ${from ? sql`${from}::date` : sql`date_trunc('month', app.org_today()::timestamp)::date`},
    ${to ? sql`${to}::date` : sql`app.org_today()`}, ${currency ?? null})`)

/** The panel as it is told; that somebody looked at it is recorded after the response. */
export const shownPanel = (text: string, { afterResponse }: TransformContext) => {
  const raw: Raw = JSON.parse(text)
  const org = raw.figures[0]!.org
  afterResponse(sql`select app.record_panel_read(${org}::uuid, ${raw.reader}::uuid, 'panel')`)
  return JSON.stringify(panelOf(raw))
}

const rate = shape(Rate, holdingRates, { rate: decimalText(holdingRates.rate) })
export const rates = ({ base, quote, ...query }: z.output<typeof RateFilter>) =>
  page({ ...query, sort: [{ key: 'day', descending: true }] }, rate, {
    where: all(
      inOrg(holdingRates),
      base !== undefined && sql`${holdingRates.base} = ${base}`,
      quote !== undefined && sql`${holdingRates.quote} = ${quote}`,
    ),
    sorts: { day: holdingRates.day },
    id: sql`${holdingRates.base}, ${holdingRates.quote}`,
  })
export const saveRates = ({ rates: list }: z.output<typeof RatesDraft>) => [
  ...ensureFields(
    Object.fromEntries(
      list.map(({ day }, at) => [
        `body.rates[${at}].day`,
        [sql`${day}::date <= app.org_today()`, 'must not be in the future'],
      ]),
    ),
  ),
  sql`select app.save_holding_rates(${jsonb(list)})`,
  rates({ limit: 50, offset: 0 }),
]

export const relations = ({ limit, offset }: Paged) =>
  answer(sql`app.holding_page(app.holding_relations_json(), ${limit}::int, ${offset}::int)`)
const parties = {
  client_id: openClient,
  supplier_id: unarchived(
    targetOf(suppliers, { noun: 'supplier' }),
    sql`${suppliers.archived_at} is not null`,
    'restore the supplier first',
  ),
}
export const relate = (body: z.output<typeof RelationDraft>) => [
  ...ensureFields(referencesIn(parties, body)),
  sql`select app.relate_party(${body.client_id ?? null}::uuid, ${body.supplier_id ?? null}::uuid,
    ${body.related_org_id}::uuid)`,
  relations({ limit: 50, offset: 0 }),
]
