import { sql } from 'drizzle-orm'
import { boolean, check, smallint, unique, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode } from './money.ts'
import { organization } from './scopes.ts'

export const pipelines = entity(
  'pipelines',
  {
    kind: 'pipeline',
    called: (t) => ({ name: t.name, leastLevel: 20, few: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { pipelines_name: 'a pipeline of this name already exists' },
  },
  {
    ...tenant(),
    name: varchar({ length: 120 }).notNull(),
    /** The default pipeline of new deals. */
    is_default: boolean().notNull().default(false),
    position: smallint().notNull(),
    currency: currency(),
    ...authored(),
    ...versioned(),
    archived_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('pipelines_name')
      .on(t.org_id, sql`app.folded(${t.name})`)
      .where(sql`${t.archived_at} is null`),
    uniqueIndex('pipelines_default')
      .on(t.org_id)
      .where(sql`${t.is_default}`),
    currencyCode('pipelines_currency', t.currency),
    check('pipelines_default_live', sql`not ${t.is_default} or ${t.archived_at} is null`),
  ],
)

export const pipelineStages = entity(
  'pipeline_stages',
  {
    kind: 'pipeline_stage',
    called: (t) => ({
      name: t.name,
      label: sql`concat(${t.name}, ' (' || (select p.name from pipelines p
        where p.org_id = ${t.org_id} and p.id = ${t.pipeline_id}) || ')')`,
      leastLevel: 20,
      few: true,
      within: {
        pipeline_id: ['pipeline', (ids) => sql`${t.pipeline_id} in ${ids}`],
        deal_id: [
          'deal',
          (ids) =>
            sql`${t.pipeline_id} in (select d.pipeline_id from deals d
              where d.org_id = ${t.org_id} and d.id in ${ids})`,
        ],
      },
    }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { pipeline_stages_name: 'a stage of this name already exists in the pipeline' },
  },
  {
    ...tenant(),
    pipeline_id: uuid().notNull(),
    name: varchar({ length: 80 }).notNull(),
    position: smallint().notNull(),
    /** The default probability in percent that a deal in this stage is won. */
    probability: smallint().notNull(),
    rotting_days: smallint(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    unique('pipeline_stages_within').on(t.org_id, t.pipeline_id, t.id),
    // The migration makes it deferrable, so that reordering is checked at the end.
    unique('pipeline_stages_position').on(t.org_id, t.pipeline_id, t.position),
    uniqueIndex('pipeline_stages_name').on(t.org_id, t.pipeline_id, sql`app.folded(${t.name})`),
    reference('pipeline_stages_pipeline_id', t, t.pipeline_id, pipelines).onDelete('cascade'),
    check('pipeline_stages_probability', sql`${t.probability} between 0 and 100`),
    check('pipeline_stages_rotting', sql`${t.rotting_days} between 1 and 3650`),
  ],
)
