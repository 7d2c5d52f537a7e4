import { sql } from 'drizzle-orm'
import { integer, jsonb, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, reference, sealed, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const installationStatuses = ['active', 'needs_reapproval', 'suspended', 'uninstalled'] as const
export const suspensionReasons = ['entitlement', 'credential'] as const

/**
 * Apps of the store in an organization. One that calls the service acts as a member of its own, with a key that reaches what
 * was granted and nothing else, so that it works on when whoever installed it has left. A row stays after uninstalling: it
 * says who wrote what the app wrote.
 */
export const appInstallations = entity(
  'app_installations',
  {
    scope: organization,
    history: 'audited',
    label: 'app_key',
    access: 'read',
    conflicts: { app_installations_once: 'the app is installed already' },
  },
  {
    ...tenant(),
    app_key: varchar({ length: 40 }).notNull(),
    status: oneOf(installationStatuses).notNull().default('active'),
    suspended_reason: oneOf(suspensionReasons),
    /** The version of the manifest that was agreed to. */
    app_version: varchar({ length: 20 }).notNull(),
    granted_scopes: text().array().notNull().default([]),
    /** Without what is sealed. */
    settings: jsonb().notNull().default({}),
    /** Counts installations of the app here, so that what an earlier one caused is told apart. */
    generation: integer().notNull().default(1),
    /** The member that the app acts as, and its key; null where it calls nothing. */
    user_id: uuid(),
    key_id: uuid(),
    uninstalled_at: moment(),
    uninstalled_by: uuid(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('app_installations_once')
      .on(t.org_id, t.app_key)
      .where(sql`${t.status} <> 'uninstalled'`),
    known('app_installations_status', t.status),
    known('app_installations_suspended_reason', t.suspended_reason),
  ],
)

/** Settings of an app that are secret, each sealed. */
export const appSecrets = entity(
  'app_secrets',
  { scope: organization, history: 'none', access: 'functions' },
  {
    ...tenant(),
    installation_id: uuid().notNull(),
    field: varchar({ length: 40 }).notNull(),
    /** The last signs, as far as they do not tell it. */
    hint: varchar({ length: 8 }).notNull(),
    ...sealed(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('app_secrets_field').on(t.org_id, t.installation_id, t.field),
    reference('app_secrets_installation', t, t.installation_id, appInstallations).onDelete('cascade'),
  ],
)
