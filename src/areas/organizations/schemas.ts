import { z } from 'zod'
import { count, idOut, moment, paging, text, timezone, version } from '../../kit/fields.ts'

export const Role = z.enum(['owner', 'admin', 'manager', 'member', 'viewer']).meta({ id: 'Role' })

const Counters = z.object({ members: count(), projects: count(), open_tasks: count() })

const name = () => text(80).meta({ example: 'Ada & Co' })
const slug = () => z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/, 'lower-case letters, digits and hyphens, 3 to 48')
  .refine((given) => !reserved.has(given), 'reserved').meta({ example: 'ada-co' })
const reserved = new Set(
  `api mcp health ready version oauth admin www login logout register signup docs app dashboard platform static assets
  well-known status help support billing security root system me new settings`.split(/\s+/),
)
const currency = () => z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code').meta({ example: 'EUR' })
const country = () => z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code').meta({ example: 'ES' })

export const Organization = z.object({
  id: idOut(),
  name: z.string(),
  slug: z.string(),
  role: Role.meta({ description: 'My role' }),
  status: z.enum(['active', 'suspended', 'pending_deletion']),
  timezone: z.string(),
  locale: z.string(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  week_start: z.int(),
  working_days: z.array(z.int()),
  currency: z.string(),
  logo_url: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()).nullable().meta({ description: 'For admins and the owner; else null' }),
  counters: Counters,
  purge_after: moment().nullable(),
  version: version(),
  created_at: moment(),
  updated_at: moment(),
}).meta({ id: 'Organization' })

export const OrganizationSummary = Organization.pick({ id: true, name: true, slug: true, role: true, counters: true })
  .meta({ id: 'OrganizationSummary' })

export const OrganizationDraft = z.strictObject({
  name: name(),
  slug: slug().optional(),
  timezone: timezone().optional(),
  country: country().nullable().optional(),
  currency: currency().optional(),
}).meta({ id: 'OrganizationDraft' })

export const Paging = z.strictObject(paging)
