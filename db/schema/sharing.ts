import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { authored, globalId, inOrganization, moment, orgPair, reference, tenant } from './columns.ts'
import { entity } from './entity.ts'
import { projects } from './projects.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

/** What a share may show beyond the tasks themselves. */
export const shareSwitches = ['comments', 'documents', 'attachments', 'estimates', 'people'] as const
export const shareStatuses = ['pending', 'accepted', 'declined', 'revoked', 'left'] as const
export const shareEnds = ['project_deleted', 'organization_deleted'] as const

/**
 * That another organization may read a project. The row is the owner's; the other side reaches it through functions alone.
 * An invitation names nobody but, at most, a mail address: which organization it is becomes known when one accepts.
 */
export const projectShares = entity(
  'project_shares',
  {
    kind: 'share',
    said: 'is called, or whose project or organization is called',
    scope: organization,
    history: 'audited',
    label: 'label',
    access: 'read',
    conflicts: {
      project_shares_target: 'your organization has this project already',
    },
  },
  {
    ...tenant(),
    id: globalId(),
    /** Null once the project is gone for good. */
    project_id: uuid(),
    label: varchar({ length: 80 }).notNull(),
    invite_email: varchar({ length: 254 }),
    token_hash: bytes().notNull(),
    status: oneOf(shareStatuses).notNull().default('pending'),
    include: text().array().notNull().default([]),
    message: varchar({ length: 500 }),
    expires_at: moment().notNull(),
    /** The last day, in the zone of the owner. */
    access_until: date(),
    target_org_id: uuid(),
    /** Names as they were when the share ended, or when the other side accepted. */
    target_name: varchar({ length: 120 }),
    project_name: varchar({ length: 120 }).notNull(),
    accepted_by: uuid(),
    accepted_at: moment(),
    ended_by: uuid(),
    ended_at: moment(),
    ended_reason: oneOf(shareEnds),
    ...authored(),
  },
  (t) => [
    orgPair(t),
    uniqueIndex('project_shares_token').on(t.token_hash),
    uniqueIndex('project_shares_target')
      .on(t.project_id, t.target_org_id)
      .where(sql`${t.status} = 'accepted'`),
    index('project_shares_incoming').on(t.target_org_id, t.status),
    index('project_shares_email')
      .on(t.invite_email)
      .where(sql`${t.status} = 'pending'`),
    index('project_shares_list').on(t.org_id, t.project_id, t.created_at, t.id),
    reference('project_shares_project', t, t.project_id, projects),
    known('project_shares_status', t.status),
    known('project_shares_end', t.ended_reason),
    check(
      'project_shares_include',
      sql`${t.include} <@ ${sql.raw(`'{${shareSwitches.join(',')}}'::text[]`)}`,
    ),
    check('project_shares_self', sql`${t.target_org_id} <> ${t.org_id}`),
    check(
      'project_shares_accepted',
      sql`${t.status} not in ('accepted', 'left') or ${t.target_org_id} is not null and ${t.accepted_at} is not null`,
    ),
  ],
)

/** How often a share was read on a day. */
export const projectShareReads = entity(
  'project_share_reads',
  { scope: organization, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    share_id: uuid().notNull(),
    day: date().notNull(),
    reads: integer().notNull().default(1),
    last_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.share_id, t.day] }),
    reference('project_share_reads_share', t, t.share_id, projectShares).onDelete('cascade'),
  ],
)
