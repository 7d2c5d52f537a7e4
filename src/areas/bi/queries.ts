import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { biDashboards, biWidgets, dashboardVisibilities, drawings } from '../../../db/schema/bi.ts'
import { sources } from '../../../db/bi/sources.ts'
import { roleLevels, type Role } from '../../kit/operation.ts'
import { resource, type Filter } from '../../kit/resource.ts'
import {
  all,
  answer,
  contains,
  ensure,
  ensureFields,
  insert,
  json,
  jsonb,
  jsonList,
  one,
  roleLevel,
  type Ref,
  rejectStale,
  shape,
  update,
} from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { text } from '../../kit/fields.ts'
import { type FigureQuery, granularities, queryParts } from '../../shared/figures/query.ts'
import { person } from '../../shared/people.ts'
import { member } from '../../shared/references.ts'
import { drawingOf, sizeOf } from './drawing.ts'
import {
  BiDashboardChange,
  BiDashboardDraft,
  BiWidget,
  type BiWidgetChange,
  type BiWidgetDraft,
  BiWidgetWithData,
  detail,
  fields,
  shown,
} from './schemas.ts'

/** True where the caller may read the source of a widget, or change its dashboard. */
const isOpen = sql`(${roleLevel} >= (app.bi_source(${biWidgets.source})->>'rank')::int or ${roleLevel} >= 40)`
const shownFields = {
  query: sql`case when ${isOpen} then ${biWidgets.query} end`,
  options: sql`case when ${isOpen} then ${biWidgets.options} end`,
}
const widgetShape = shape(BiWidget, biWidgets, shownFields)

export const dashboard = resource(biDashboards, {
  noun: 'dashboard',
  name: 'BiDashboard',
  row: 'id name* description visibility owner',
  at: '/bi/dashboards',
  item: '/bi/dashboards/{dashboard_id}',
  fields,
  required: ['name'],
  draft: BiDashboardDraft,
  change: BiDashboardChange,
  refers: { owner_id: member },
  permits: (body) => [
    ...(body.visibility === 'organization'
      ? [
          ensure(
            sql`${roleLevel} >= 30`,
            'WM403',
            'sharing with the organization needs the role manager or above',
          ),
        ]
      : []),
    ...(body.owner_id === undefined
      ? []
      : [ensure(sql`${roleLevel} >= 40`, 'WM403', 'handing it over needs the role admin or above')]),
  ],
  shown: {
    owner: [shown.owner, person(biDashboards.owner_id)],
    widgets_count: [
      shown.widgets_count,
      sql`(select count(*)::int from bi_widgets w where w.org_id = ${biDashboards.org_id}
        and w.dashboard_id = ${biDashboards.id})`,
    ],
  },
  detail: {
    widgets: [
      detail.widgets,
      jsonList(
        widgetShape.fields,
        sql`from ${biWidgets} where ${biWidgets.org_id} = ${biDashboards.org_id}
          and ${biWidgets.dashboard_id} = ${biDashboards.id}`,
        sql`${biWidgets.y}, ${biWidgets.x}`,
      ),
    ],
  },
  target: { ...targetOf(biDashboards, { noun: 'dashboard' }), owner: biDashboards.owner_id },
})

/** A widget of the dashboard in the path, whose owner changes it. */
export const widgetTarget = {
  ...targetOf(biWidgets, { noun: 'widget' }),
  notDeleted: sql`${biWidgets.dashboard_id} = (select app.target_id('bi_dashboard'))`,
  owner: sql`(select d.owner_id from ${biDashboards} d where d.org_id = ${biWidgets.org_id} and d.id = ${biWidgets.dashboard_id})`,
}

export const filter = {
  visibility: [
    z.enum(dashboardVisibilities).describe('Only private ones, or only shared ones'),
    (visibility: string) => sql`${biDashboards.visibility} = ${visibility}`,
  ],
  q: [text(100).describe('Part of a name'), (q: string) => contains(biDashboards.name, q)],
} satisfies Filter
export const sorts = {
  name: sql`app.folded(${biDashboards.name})`,
  created_at: biDashboards.created_at,
  updated_at: biDashboards.updated_at,
}

type Draft = z.output<typeof BiWidgetDraft>
/** A widget as it is stored, with what follows from the shape of its query. */
function drawn({ viz, ...draft }: Draft) {
  const drawing = viz ?? drawingOf(draft.query)
  return { options: {}, ...sizeOf(drawing), ...draft, viz: drawing }
}
const add = (to: Ref, id: string, draft: Draft, at: string) =>
  sql`select app.add_bi_widget(${to}::uuid, ${id}::uuid, ${jsonb(drawn(draft))}, ${at})`

type NewDashboard = z.output<typeof BiDashboardDraft>
export const create = (id: () => string, { widgets = [], ...draft }: NewDashboard) => {
  const own = id()
  return [
    sql`select app.require_room_for_bi_dashboard()`,
    insert(biDashboards, { ...draft, id: own }),
    ...widgets.map((widget, n) => add(own, id(), widget, `body.widgets[${n}].`)),
    dashboard.get(own),
  ]
}

type DashboardChange = z.output<typeof BiDashboardChange>
export const changeDashboard = (id: Ref, { version, ...change }: DashboardChange) =>
  dashboard.apply(
    id,
    version,
    change,
    ...(change.visibility === 'organization' ? [sql`select app.require_shared_bi_filters(${id}::uuid)`] : []),
  )

export const copy = (id: Ref, own: string, name: string | undefined) => [
  sql`select app.require_room_for_bi_dashboard()`,
  sql`select app.copy_bi_dashboard(${id}::uuid, ${own}::uuid, ${name ?? null}::text)`,
  dashboard.get(own),
]

export const row = (id: Ref) => sql`${biWidgets.org_id} = (select app.org_id()) and ${biWidgets.id} = ${id}`
export const widget = (id: Ref) => one(widgetShape, row(id))

const withData = (id: Ref, closed: readonly string[]) =>
  one(
    shape(BiWidgetWithData, biWidgets, {
      ...shownFields,
      data: sql`app.bi_first_rows(app.bi_widget_data(${biWidgets}, '[]', ${blocks(closed)}))`,
    }),
    row(id),
  )
export const blocks = (closed: readonly string[]) => sql`${`{${closed.join(',')}}`}::text[]`

export const addWidget = (to: Ref, id: string, draft: Draft, closed: readonly string[]) => [
  add(to, id, draft, 'body.'),
  withData(id, closed),
]

type Change = Omit<z.output<typeof BiWidgetChange>, 'version'>
export const changeWidget = (
  id: Ref,
  version: number | undefined,
  change: Change,
  closed: readonly string[],
) => [
  ...rejectStale('bi_widgets', id, version, change),
  update(biWidgets, change, row(id)),
  sql`select app.check_bi_widget(${biWidgets}, 'body.') from ${biWidgets} where ${row(id)}`,
  withData(id, closed),
]

export const removeWidget = (id: Ref) => sql`delete from ${biWidgets} where ${row(id)}`

export const arrange = (id: Ref, items: object[]) => [
  sql`select app.place_bi_widgets(${id}::uuid, ${jsonb(items)})`,
  dashboard.get(id),
]

type Filters = object[] | undefined
export const filtersOf = (id: Ref, more: Filters) =>
  sql`((select d.filters from ${biDashboards} d where d.org_id = (select app.org_id()) and d.id = ${id}) || ${jsonb(more ?? [])})`

export const widgetData = (of: Ref, id: Ref, more: Filters, closed: readonly string[]) =>
  sql`select app.bi_widget_data(${biWidgets}, ${filtersOf(of, more)}, ${blocks(closed)})::text as answer
    from ${biWidgets} where ${row(id)}`

export const dashboardData = (id: Ref, more: Filters, closed: readonly string[]) =>
  answer(sql`app.bi_dashboard_data(${id}::uuid, ${filtersOf(id, more)}, ${blocks(closed)})`)

/** Requires that the caller may read a source. */
export const ensureOpen = (source: string, closed: readonly string[]) => {
  const { role, block } = sources[source]!
  const isClosed = block !== undefined && closed.includes(block)
  return ensure(
    all(sql`${roleLevel} >= ${roleLevels[role]}`, isClosed ? sql`false` : undefined),
    'WM403',
    `${source} needs the role ${role} or above`,
  )
}

/** Requires that the saved filter of a query is there for the caller. */
export const ensureSavedFilter = ({ filter_id }: FigureQuery) =>
  ensureFields({
    'body.query.filter_id': filter_id !== undefined && [
      sql`app.bi_saved_filter(${jsonb({ filter_id })}) is not null`,
      'not found',
    ],
  })

export const run = (source: string, query: FigureQuery, closed: readonly string[]) => [
  ensureOpen(source, closed),
  ...ensureSavedFilter(query),
  answer(sql`app.bi_run(${jsonb({ ...query, source })}, ${blocks(closed)})`),
]

type Field = { label: string; kind: string; values?: readonly string[] }
const described = (its: Record<string, Field>) =>
  Object.entries(its).map(([name, { label, kind, values }]) => ({
    name,
    label,
    kind,
    ...(values?.length && { values }),
  }))

/** What figures can be made of, without what the caller may not read. */
export const listSources = (closed: readonly string[]) => {
  const each = Object.entries(sources)
    .filter(([, { block }]) => block === undefined || !closed.includes(block))
    .map(([name, { label, says, role, measures, dimensions, times }]) => ({
      rank: roleLevels[role satisfies Role],
      name,
      label,
      says,
      min_role: role,
      measures: described(measures),
      dimensions: described(dimensions),
      time_dimensions: described(times),
    }))
  return answer(
    json({
      sources: sql`(select jsonb_agg(s.one - 'rank' order by s.n) from jsonb_array_elements(${jsonb(each)})
        with ordinality s(one, n) where (s.one->>'rank')::int <= ${roleLevel})`,
      query: jsonb(queryParts),
      granularities: jsonb(granularities),
      drawings: jsonb(drawings),
    }),
  )
}
