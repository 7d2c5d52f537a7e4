import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import {
  organizationExportParts as parts,
  organizationExports as exported,
} from '../../../db/schema/organization-exports.ts'
import { all, inOrg, jsonb, jsonList, one, page, type Ref, shape } from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { person } from '../../shared/people.ts'
import { type ExportFilter, OrganizationExport, OrganizationExportDetail } from './schemas.ts'

const notDeleted = all(
  inOrg(exported),
  sql`${exported.state} <> 'deleted'`,
  sql`(${exported.expires_at} is null or ${exported.expires_at} > now())`,
)
export const exportTarget: Target = {
  kind: 'organization_export',
  noun: 'export',
  table: exported,
  notDeleted,
}
const row = (id: Ref) => all(notDeleted, sql`${exported.id} = ${id}`)

const ofIt = sql`${parts} where ${inOrg(parts)} and ${parts.export_id} = ${exported.id}`
const summary = {
  requested_kinds: exported.kinds,
  files: exported.has_files,
  line_count: sql`(select coalesce(sum(${parts.line_count}), 0) from ${ofIt})`,
  size_bytes: sql`(select coalesce(sum(${parts.size_bytes}), 0) from ${ofIt})`,
  part_count: sql`(select count(*) from ${ofIt})`,
  created_by: person(exported.created_by),
  page: sql`'/exports/' || ${exported.id}`,
}
const item = shape(OrganizationExport, exported, summary)
const byKind = sql`(select kind, case when kind = 'file' then count(*) else sum(line_count) end as line_count,
    sum(size_bytes) as size_bytes, min(n) as first_part, count(*) as part_count
  from ${ofIt} and ${parts.n} > 0 group by kind) k`
const detail = shape(OrganizationExportDetail, exported, {
  ...summary,
  progress: jsonList(
    {
      kind: sql`k.kind`,
      line_count: sql`k.line_count`,
      size_bytes: sql`k.size_bytes`,
      first_part: sql`k.first_part`,
      part_count: sql`k.part_count`,
    },
    sql`from ${byKind}`,
    sql`k.first_part`,
  ),
  archive_path: sql`case when ${exported.state} = 'ready' then '/api/v1/organizations/' || ${exported.org_id}
    || '/exports/' || ${exported.id} || '/archive' end`,
})

export const listExports = (query: z.output<typeof ExportFilter>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, item, {
    where: notDeleted,
    sorts: { created_at: exported.created_at },
  })
export const getExport = (id: Ref) => one(detail, row(id))
const getSummary = (id: Ref) => one(item, row(id))

type Wanted = { kinds?: string[] | undefined; files: boolean }
export const requestExport = (id: string, { kinds, files }: Wanted, origin: string) => [
  sql`select app.request_organization_export(${id}::uuid, ${
    kinds ? sql`array(select jsonb_array_elements_text(${jsonb(kinds)}))` : sql`null::text[]`
  }, ${files}, ${origin})`,
  getSummary(id),
]
export const deleteExport = (id: Ref) => sql`select app.delete_organization_export(${id})`
