import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside, Settings } from '../../base/config.ts'
import { answer, jsonb, type Ref } from '../../kit/sql.ts'
import { reserved } from '../../shared/reserved-slugs.ts'
import type { signatureOf } from './signature.ts'
import { type ImportFilter, kindOf, type OrganizationImportDraft, rowsIn } from './schemas.ts'

/** The import, whose organization is entered; 404 if it is nobody's, or somebody else's. */
export const entered = (id: Ref) => sql`app.enter_import(${id}::uuid)`

export const listImports = ({ limit, offset }: z.output<typeof ImportFilter>) =>
  answer(sql`app.my_organization_imports(${limit}, ${offset})`)
export const getImport = (id: Ref) => answer(sql`app.my_organization_import(${entered(id)})`)

type Signature = ReturnType<typeof signatureOf>
type Manifest = z.output<typeof OrganizationImportDraft>['manifest']
export const requestImport = (
  id: string,
  manifest: Manifest,
  signature: Signature,
  outside: Outside,
  settings: Settings,
) => {
  const { parts, ...said } = manifest
  const known = {
    ...said,
    signature,
    here: settings.webOrigin,
    part_count: parts.length,
    row_count: rowsIn(said.counts),
  }
  return answer(sql`app.request_organization_import(${id}::uuid, ${jsonb(known)},
    ${jsonb(parts.map((part) => ({ ...part, kind: kindOf(part) })))}, ${`{${[...reserved].join()}}`}, ${outside.home},
    ${settings.storageQuota}::bigint, ${outside.importRows}::int)`)
}

export const startImport = (id: Ref, continues: boolean) =>
  answer(sql`app.start_organization_import(${entered(id)}, ${continues})`)
export const deleteImport = (id: Ref) => sql`select app.delete_organization_import(${entered(id)})`
