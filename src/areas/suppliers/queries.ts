import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { supplierIbans, suppliers } from '../../../db/schema/suppliers.ts'
import { csv, idOut, moment, text } from '../../kit/fields.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { answer, any, contains, insert, json, type Ref } from '../../kit/sql.ts'
import { sealedIn, SealedFields } from '../../shared/sealing/fields.ts'
import { fields, Status, SupplierChange, SupplierDraft } from './schemas.ts'

export const secrets = new SealedFields('supplier', { iban: supplierIbans })

export const supplier = resource(suppliers, {
  noun: 'supplier',
  name: 'Supplier',
  row: 'id name* category country city rating status!active',
  at: '/suppliers',
  item: '/suppliers/{supplier_id}',
  fields,
  required: [],
  draft: SupplierDraft,
  change: SupplierChange,
  shown: {
    iban_masked: [
      z.string().nullable().meta({ description: 'The end of its IBAN', example: '**** 1332' }),
      sql`'**** ' || ${secrets.end('iban', suppliers.id)}`,
    ],
    archived_at: moment().nullable().describe('When it was archived'),
    created_by: idOut().describe('Who created it'),
  },
})

export const filter = {
  q: [
    text(100).meta({ description: 'Part of a name, e-mail address or tax number' }),
    (needle: string) =>
      any(
        ...[suppliers.name, suppliers.legal_name, suppliers.email, suppliers.tax_id].map((column) =>
          contains(column, needle),
        ),
      ),
  ],
  status: [
    csv(Status)
      .default(['active', 'blocked'])
      .meta({ type: 'string', description: 'active, blocked, archived; several with commas' }),
    (statuses: string[]) => sql`${suppliers.status} in ${statuses}`,
  ],
  category: [
    text(60).meta({ description: 'Only those that supply this' }),
    (category: string) => sql`app.folded(${suppliers.category}) = app.folded(${category})`,
  ],
} satisfies Filter

export const sorts = {
  name: sql`app.folded(${suppliers.name})`,
  category: sql`app.folded(${suppliers.category})`,
  rating: suppliers.rating,
  created_at: suppliers.created_at,
}

/** `archived_at` for a new status. */
const archivedAt = (status: string | undefined) =>
  status && (status === 'archived' ? sql`coalesce(${suppliers.archived_at}, now())` : null)

type Draft = z.output<typeof SupplierDraft>
export function addSupplier(
  newId: string,
  { iban, ...draft }: Draft,
  preflightResult: PreflightResult | undefined,
) {
  const sealed = sealedIn(preflightResult)
  const id = sealed?.id ?? newId
  const archived_at = draft.status === 'archived' ? sql`now()` : undefined
  return [
    insert(suppliers, { id, ...draft, archived_at }),
    ...secrets.store(id, { iban }, sealed),
    supplier.get(id),
  ]
}

type Change = Omit<z.output<typeof SupplierChange>, 'version'>
export const changeSupplier = (
  id: Ref,
  version: number | undefined,
  { iban, ...change }: Change,
  preflightResult: PreflightResult | undefined,
) => [
  ...secrets.store(id, { iban }, sealedIn(preflightResult)),
  ...supplier.apply(id, version, { ...change, archived_at: archivedAt(change.status) }),
]

/** Locked, so that no reference is added between the check and the deletion. */
export const dropSupplier = (id: Ref) => [
  sql`select from ${suppliers} where ${supplier.row(id)} for update`,
  sql`with gone as (delete from ${suppliers} where ${supplier.row(id)}
      and not app.is_referenced('suppliers', ${suppliers.id}) returning 1)
    update ${suppliers} set status = 'archived', archived_at = ${archivedAt('archived')}
      where ${supplier.row(id)} and not exists (select from gone)`,
  answer(
    json({
      result: sql`case when exists (select from ${suppliers} where ${supplier.row(id)}) then 'archived' else 'deleted' end`,
    }),
  ),
]
