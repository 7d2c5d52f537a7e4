import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, smallint, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { ofOrganization, ownId, type Scope } from './scopes.ts'
import { known, oneOf } from './values.ts'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export const dashboardVisibilities = ['private', 'organization'] as const
export const drawings = [
  'number',
  'line',
  'area',
  'bar',
  'stacked',
  'pie',
  'table',
  'funnel',
  'heatmap',
  'gauge',
] as const
/** Columns of the grid of a dashboard. */
export const gridColumns = 12

type Shared = { org_id: AnyPgColumn; owner_id: AnyPgColumn; visibility: AnyPgColumn }

/** The caller's own dashboards, and those that are for the organization. */
const keptOrShared: Scope<Shared> = {
  name: 'shared',
  condition: (t) =>
    sql`${ofOrganization(t)} and (${t.owner_id} = ${ownId} or ${t.visibility} = 'organization')`,
}

/** Dashboards of figures. */
export const biDashboards = entity(
  'bi_dashboards',
  {
    kind: 'bi_dashboard',
    noun: 'dashboard',
    called: (t) => ({ name: t.name }),
    said: 'is called',
    scope: keptOrShared,
    history: 'audited',
    label: 'name',
    private: (t) => sql`${t.visibility} = 'private'`,
    derived: ['rests'],
    trash: { days: 30 },
    page: (t) => sql`'/figures/' || ${t.id}`,
  },
  {
    ...tenant(),
    /** Null once the person has left; admins take it over. */
    owner_id: uuid()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    name: varchar({ length: 80 }).notNull(),
    description: varchar({ length: 500 }),
    visibility: oneOf(dashboardVisibilities).notNull().default('private'),
    /** [{field, op, value}], for every widget whose source has the field. */
    filters: jsonb().notNull().default([]),
    grid_columns: smallint().notNull().default(gridColumns),
    ...versioned(),
    /** Since when it is away: deleted by somebody, or, if it `rests`, because its owner left, with whom it comes back. */
    deleted_at: moment(),
    rests: boolean().notNull().default(false),
  },
  (t) => [
    orgKey(t),
    index('bi_dashboards_owner')
      .on(t.org_id, t.owner_id)
      .where(sql`${t.deleted_at} is null`),
    index('bi_dashboards_shared')
      .on(t.org_id, t.visibility)
      .where(sql`${t.deleted_at} is null and ${t.visibility} <> 'private'`),
    known('bi_dashboards_visibility', t.visibility),
    check('bi_dashboards_grid', sql`${t.grid_columns} = 12`),
  ],
)

const withDashboard: Scope<{ org_id: AnyPgColumn; dashboard_id: AnyPgColumn }> = {
  name: 'dashboard',
  condition: (t) => sql`${ofOrganization(t)} and exists (select from bi_dashboards d
    where d.org_id = ${t.org_id} and d.id = ${t.dashboard_id})`,
}

/** A figure of a dashboard: what is asked, how it is drawn, and its place on the grid. */
export const biWidgets = entity(
  'bi_widgets',
  {
    kind: 'bi_widget',
    noun: 'widget',
    called: (t) => ({
      name: t.title,
      within: { dashboard_id: ['bi_dashboard', (ids) => sql`${t.dashboard_id} in ${ids}`] },
    }),
    scope: withDashboard,
    history: 'audited',
    label: 'title',
    private: (t) => sql`exists (select from bi_dashboards d where d.org_id = ${t.org_id}
      and d.id = ${t.dashboard_id} and d.visibility = 'private')`,
  },
  {
    ...tenant(),
    dashboard_id: uuid().notNull(),
    title: varchar({ length: 80 }).notNull(),
    source: text().notNull(),
    query: jsonb().notNull(),
    viz: oneOf(drawings).notNull(),
    options: jsonb().notNull().default({}),
    x: smallint().notNull(),
    y: smallint().notNull(),
    w: smallint().notNull(),
    h: smallint().notNull(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('bi_widgets_dashboard').on(t.org_id, t.dashboard_id, t.y, t.x),
    reference('bi_widgets_dashboard_id', t, t.dashboard_id, biDashboards).onDelete('cascade'),
    known('bi_widgets_viz', t.viz),
    check(
      'bi_widgets_place',
      sql`${t.x} >= 0 and ${t.y} between 0 and 1000 and ${t.w} >= 1
      and ${t.h} between 1 and 20 and ${t.x} + ${t.w} <= 12`,
    ),
  ],
)
