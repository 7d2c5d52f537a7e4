import { sql } from 'drizzle-orm'
import { supplierIbans } from '../../../db/schema/suppliers.ts'
import type { Outside } from '../../kit/config.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Preparation } from '../../kit/operation.ts'
import {
  all,
  type AnyColumn,
  answer,
  at,
  inOrg,
  insert,
  json,
  type Ref,
  ensure,
  type Statement,
} from '../../kit/sql.ts'
import { type Carried, carried, sealedValues } from '../../shared/sealing/sealed.ts'
import { seal } from '../../shared/sealing/sealing.ts'

/** The IBAN row has the same id as its supplier. */
const row = (supplier: Ref) => all(inOrg(supplierIbans), sql`${supplierIbans.id} = ${supplier}`)

/** The masked IBAN of the supplier whose id is in the column, or null. */
export const maskedIban = (supplier: AnyColumn) =>
  sql`(select '**** ' || ${supplierIbans.last4} from ${supplierIbans} where ${inOrg(supplierIbans)}
    and ${supplierIbans.id} = ${supplier})`

type Body = { iban?: string | null | undefined }
type Current = { id: string; version: number }

/** What the sealed IBAN is bound to: a new supplier, or the one in the path with its secret version. */
export const bindNewSupplier = ({ iban }: Body) =>
  iban ? [answer(json({ id: sql`${uuidv7()}::text`, version: sql`0` }))] : undefined
export const bindExistingSupplier = ({ iban }: Body) =>
  iban
    ? [
        answer(
          json({
            id: at('supplier'),
            version: sql`coalesce((select ${supplierIbans.secret_version} from ${supplierIbans}
              where ${row(at('supplier'))}), 0)`,
          }),
        ),
      ]
    : undefined

/** Seals the IBAN for its supplier, before the write. */
export async function sealIban(
  { iban }: Body,
  org: string,
  outside: Outside,
  current: string | null,
): Promise<Preparation> {
  const { id, version } = JSON.parse(current!) as Current
  const bound = { purpose: 'iban', org, record: id, version: version + 1 }
  const sealed = carried(await seal(outside.sealingKeys(), bound, iban!))
  const fact: Sealed = { id, last4: iban!.slice(-4), sealed }
  return { facts: { iban: JSON.stringify(fact) }, compensate: async () => {} }
}

type Sealed = { id: string; last4: string; sealed: Carried }
export const ibanOf = (preparation: Preparation | undefined): Sealed | undefined =>
  preparation && (JSON.parse(preparation.facts.iban!) as Sealed)

/** Stores a sealed IBAN, unless another was stored in the meantime; `null` deletes it. */
export function storeIban(
  supplier: Ref,
  iban: string | null | undefined,
  sealed: Sealed | undefined,
): Statement[] {
  if (iban === null) return [sql`delete from ${supplierIbans} where ${row(supplier)}`]
  if (!sealed) return []
  const columns = { last4: sealed.last4, ...sealedValues(sealed.sealed) }
  const assignments = Object.keys(columns).map(
    (name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  )
  return [
    sql`${insert(supplierIbans, { id: sealed.id, ...columns })} on conflict (org_id, id) do update
      set ${sql.join(assignments, sql`, `)} where ${supplierIbans.secret_version} = excluded.secret_version - 1`,
    ensure(
      sql`exists (select from ${supplierIbans} where ${row(supplier)}
      and ${supplierIbans.iv} = decode(${sealed.sealed.iv}, 'hex'))`,
      'WM409',
      'the IBAN was changed at the same moment; try again',
    ),
  ]
}
