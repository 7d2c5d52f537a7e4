import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { sql } from 'drizzle-orm'
import type { Sealed } from './sealing.ts'
import { type AnyColumn, json } from '../../kit/sql.ts'

/** A sealed secret in transit between the service and its database: bytes as hex. */
export type Carried = { [Name in keyof Sealed]: Sealed[Name] extends number ? number : string }
type SealedTable = { [Name in keyof Sealed]: AnyColumn }

const bytes = ['wrapped_dek', 'dek_iv', 'iv', 'ciphertext'] as const
const hex = (column: AnyColumn) => sql`encode(${column}, 'hex')`

/** The sealed columns of a table as JSON, for internal use. */
export const sealedJson = (table: SealedTable) =>
  json({
    kek_id: table.kek_id,
    wrapped_dek: hex(table.wrapped_dek),
    dek_iv: hex(table.dek_iv),
    iv: hex(table.iv),
    ciphertext: hex(table.ciphertext),
    secret_version: table.secret_version,
  })

export const carried = ({ wrapped_dek, dek_iv, iv, ciphertext, ...rest }: Sealed): Carried => ({
  ...rest,
  wrapped_dek: bytesToHex(wrapped_dek),
  dek_iv: bytesToHex(dek_iv),
  iv: bytesToHex(iv),
  ciphertext: bytesToHex(ciphertext),
})

export const sealedOf = ({ wrapped_dek, dek_iv, iv, ciphertext, ...rest }: Carried): Sealed => ({
  ...rest,
  wrapped_dek: bytesOf(wrapped_dek),
  dek_iv: bytesOf(dek_iv),
  iv: bytesOf(iv),
  ciphertext: bytesOf(ciphertext),
})
const bytesOf = (text: string) => new Uint8Array(hexToBytes(text))

/** The values of the sealed columns for an insert or update. */
export const sealedValues = (sealed: Carried) => ({
  ...sealed,
  ...Object.fromEntries(bytes.map((name) => [name, sql`decode(${sealed[name]}, 'hex')`])),
})

/**
 * Every table with secrets, with the SQL of their purpose over its columns, and the column of the organization or person
 * that they belong to; used by key rotation. Their record is the id of the row, or of what a copy was made of.
 */
export const sealedTables: Record<
  string,
  { purpose: string; owner: 'org_id' | 'user_id'; record?: 'employee_id' | 'credential_id' }
> = {
  app_secrets: { purpose: `'app'`, owner: 'org_id' },
  credential_secrets: {
    purpose: `case part when 'totp' then 'vault-totp' else 'vault' end`,
    owner: 'org_id',
    record: 'credential_id',
  },
  employee_ibans: { purpose: `'iban'`, owner: 'org_id' },
  employee_national_ids: { purpose: `'national_id'`, owner: 'org_id' },
  payslip_ibans: { purpose: `'iban'`, owner: 'org_id', record: 'employee_id' },
  repository_connections: { purpose: `'repository:' || provider`, owner: 'org_id' },
  supplier_ibans: { purpose: `'iban'`, owner: 'org_id' },
  webhook_secrets: { purpose: `'webhook'`, owner: 'org_id' },
  totp_secrets: { purpose: `'totp'`, owner: 'user_id' },
}
