import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { organizationMembers as members, organizations } from '../../../db/schema/organizations.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  inOrg,
  json,
  jsonb,
  jsonIf,
  me,
  one,
  roleLevel,
  ensure,
  ensureFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import { countryRule, placeChange } from '../../shared/holidays.ts'
import { reserved } from '../../shared/reserved-slugs.ts'
import { Organization, type OrganizationChange, type OrganizationDraft, type OwnFilter } from './schemas.ts'

type Change = Omit<z.output<typeof OrganizationChange>, 'version'>

const isCurrent = sql`${organizations.id} = (select app.org_id())`
const openProject = all(inOrg(projects), sql`${projects.deleted_at} is null`, visible(projects.id))

const counters = {
  members: sql`(select count(*) from ${members} where ${inOrg(members)} and ${members.status} = 'active' and not ${members.is_app})`,
  projects: sql`(select count(*) from ${projects} where ${openProject})`,
  open_tasks: sql`(select count(*) from ${tasks} join ${projects} on ${projects.id} = ${tasks.project_id}
    where ${inOrg(tasks)} and ${openProject} and ${tasks.deleted_at} is null
    and ${tasks.status} in ('todo', 'in_progress'))`,
}

const organization = shape(Organization, organizations, {
  role: sql`(select app.acting_role(${members.role}, ${members.viewer_from}) from ${members} where ${inOrg(members)} and ${members.user_id} = ${me})`,
  counters,
  export_page: sql`case when ${roleLevel} >= 50 then '/organizations/' || ${organizations.slug} || '/export' end`,
  settings: sql`case when ${roleLevel} >= 40 then ${organizations.settings} end`,
})

export const getOrganization = one(organization, isCurrent)

/** The caller's organizations; spans tenants, so it is a function that starts from the caller. */
export const listMine = ({ limit, offset, deleted = false }: z.output<typeof OwnFilter>) =>
  answer(sql`app.my_organizations(${limit}, ${offset}, ${deleted})`)

/** Creates the organization with the caller as owner and enters it for the rest of the batch. */
export const createOrganization = (
  id: string,
  draft: z.output<typeof OrganizationDraft>,
  home: string | null,
) => {
  const { name, slug = null, timezone = null, country = null, currency = null } = draft
  return [
    ...ensureFields(countryRule(country)),
    sql`select app.create_organization(${id}, ${name}, ${slug}, ${timezone}, ${country}, ${currency},
      ${`{${[...reserved].join(',')}}`}, ${home})`,
  ]
}

export const lock = sql`select 1 from ${organizations} where ${isCurrent} for no key update`

export const requireRenameable = (slug: string | undefined) =>
  slug ? [ensure(sql`${roleLevel} >= 50`, 'WM403', 'only the owner may change the slug')] : []

/** A stolen key must not weaken it, and nobody must lock themselves out. */
export const requireSecondFactorChange = (isRequired: boolean | undefined) => [
  ...(isRequired === undefined
    ? []
    : [
        ensure(
          sql`app.session_id() is not null`,
          'WM403',
          'require_second_factor changes in a browser session alone',
        ),
      ]),
  ...(isRequired
    ? [
        ensure(
          sql`(select ${users.second_factor} from ${users} where ${users.id} = ${me})`,
          'WM409',
          'turn on a second factor in your own account first, at /account',
        ),
      ]
    : []),
]

export const changeOrganization = ({ settings, ...change }: Change) => {
  const { rules, columns } = placeChange(change)
  return [
    ...rules,
    update(
      organizations,
      { ...change, ...columns, settings: settings && mergedSettings(settings) },
      isCurrent,
    ),
    ...ensureFields({
      'body.settings': settings && [
        organizationWhere(sql`length(${organizations.settings}::text) <= 20000`),
        'too large',
      ],
    }),
  ]
}

const organizationWhere = (condition: SQL) =>
  sql`exists (select from ${organizations} where ${isCurrent} and ${condition})`

/** The stored settings with the sent ones merged in; null removes a setting. */
const mergedSettings = (settings: Record<string, unknown>) => {
  const removedKeys = Object.keys(settings).filter((key) => settings[key] === null)
  return sql`(${organizations.settings} || ${jsonb(settings)})
    - array(select jsonb_array_elements_text(${jsonb(removedKeys)}))`
}

/** Hides the organization for the 30 days before it is purged, and frees its slug. */
export const scheduleDeletion = (slug: string) => [
  lock,
  ...ensureFields({
    'body.confirm_slug': [
      organizationWhere(sql`${organizations.slug} = ${slug}`),
      'must be the slug of the organization',
    ],
  }),
  ensure(
    organizationWhere(sql`${organizations.status} = 'active'`),
    'WM409',
    'the organization is suspended',
  ),
  sql`update ${organizations} set status = 'pending_deletion', deleted_at = now(),
    purge_after = now() + interval '30 days',
    slug = slug || '--' || (extract(epoch from clock_timestamp()) * 1000)::bigint where ${isCurrent}`,
  sql`with told as materialized (select app.mail_deletion()) select ${json({
    purge_after: organizations.purge_after,
    working_hours: jsonIf(sql`k.records > 0`, { records: sql`k.records`, kept_until: sql`k.until` }),
  })}::text as answer from told, ${organizations}, app.kept_log() k where ${isCurrent}`,
]

export const restoreOrganization = sql`select app.restore_organization()`
