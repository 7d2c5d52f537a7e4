import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Outside } from '../../base/config.ts'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import {
  all,
  type AnyColumn,
  type AnyTable,
  answer,
  targetId,
  ensure,
  inOrg,
  insert,
  json,
  type Ref,
  type Statement,
} from '../../kit/sql.ts'
import { type Carried, carried, sealedValues } from './sealed.ts'
import { type Keyring, seal } from './sealing.ts'

type EndTable = AnyTable & Record<'org_id' | 'id' | 'last4' | 'iv' | 'secret_version', AnyPgColumn>
type Body = Record<string, unknown>
type Current = { id: string; versions: Record<string, number> }
type Secret = { last4: string; sealed: Carried; fingerprints: Record<string, string> }
export type SealedBody = { id: string; secrets: Record<string, Secret> }

/**
 * Fields of a body whose values are stored sealed, each in a table whose rows have the id of their object and show the end
 * of the value only. They are sealed before the write, and bound to the object and the version of the secret.
 */
export class SealedFields {
  readonly #kind: string
  readonly #tables: Record<string, EndTable>

  /** `kind` is that of the object in the path; tables by field, whose name is also the purpose of the seal. */
  constructor(kind: string, tables: Record<string, EndTable>) {
    this.#kind = kind
    this.#tables = tables
  }

  /** What is shown of a field of the object whose id is in the column: its last signs, or null. */
  end(field: string, object: AnyColumn): SQL {
    const table = this.#tables[field]!
    return sql`(select ${table.last4} from ${table} where ${inOrg(table)} and ${table.id} = ${object})`
  }

  /** For a new object: the id that its secrets are bound to, if the body has any. */
  readonly bindNew = (body: Body) =>
    this.#sent(body).length
      ? [answer(json({ id: sql`${uuidv7()}::text`, versions: sql`'{}'::jsonb` }))]
      : undefined

  /** For the object in the path: its id and the versions of its secrets. */
  readonly bindExisting = (body: Body) => {
    const versions = this.#sent(body).map((field) => {
      const table = this.#tables[field]!
      const version = sql`(select ${table.secret_version} from ${table} where ${this.#row(table, targetId(this.#kind))})`
      return sql`${field}::text, coalesce(${version}, 0)`
    })
    return versions.length
      ? [
          answer(
            json({
              id: targetId(this.#kind),
              versions: sql`jsonb_build_object(${sql.join(versions, sql`, `)})`,
            }),
          ),
        ]
      : undefined
  }

  /** Seals what the body has, before the write. */
  readonly seal = async (
    body: Body,
    org: string,
    outside: Outside,
    current: string | null,
  ): Promise<PreflightResult> => {
    const { id, versions } = JSON.parse(current!) as Current
    const keys = outside.sealingKeys()
    const secrets: Record<string, Secret> = {}
    for (const field of this.#sent(body)) {
      const secret = body[field] as string
      const bound = { purpose: field, org, record: id, version: (versions[field] ?? 0) + 1 }
      const sealed = carried(await seal(keys, bound, secret))
      secrets[field] = {
        last4: endOf(secret),
        sealed,
        fingerprints: fingerprintsOf(keys, `${field}:${org}`, secret),
      }
    }
    const sealedBody: SealedBody = { id, secrets }
    return { values: { sealed: JSON.stringify(sealedBody) }, compensate: async () => {} }
  }

  /** Stores what was sealed, unless another value was stored in the meantime; a null in the body deletes. */
  store(object: Ref, body: Body, sealed: SealedBody | undefined): Statement[] {
    return Object.entries(this.#tables).flatMap(([field, table]) => {
      if (body[field] === null) return [sql`delete from ${table} where ${this.#row(table, object)}`]
      const secret = sealed?.secrets[field]
      return secret ? this.#upsert(field, table, sealed.id, secret) : []
    })
  }

  /** The rows of other objects that have the same value, by its fingerprint under any key of the deployment. */
  #sameAs(field: string, id: string, { fingerprints }: Secret): SQL {
    const table = this.#tables[field] as EndTable & Record<'fingerprint', AnyPgColumn>
    const prints = sql.join(
      Object.values(fingerprints).map((print) => sql`decode(${print}, 'hex')`),
      sql`, `,
    )
    return sql`${table} where ${inOrg(table)} and ${table.id} <> ${id} and ${table.fingerprint} in (${prints})`
  }

  /** What is said of the object that has the same value, by an expression over the rows of its table. */
  sharedBy(field: string, sealed: SealedBody | undefined, told: (object: SQL) => SQL): SQL | undefined {
    const secret = sealed?.secrets[field]
    if (!secret) return undefined
    const table = this.#tables[field]!
    return sql`(select ${told(sql`${table.id}`)} from ${this.#sameAs(field, sealed.id, secret)} limit 1)`
  }

  #upsert(field: string, table: EndTable, id: string, { last4, sealed, fingerprints }: Secret): Statement[] {
    const [key, print] = Object.entries(fingerprints)[0]!
    const marks =
      'fingerprint' in table ? { fingerprint: sql`decode(${print}, 'hex')`, fingerprint_key: key } : {}
    const columns = { last4, ...marks, ...sealedValues(sealed) }
    const assignments = Object.keys(columns).map(
      (name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
    )
    return [
      sql`${insert(table, { id, ...columns })} on conflict (org_id, id) do update
        set ${sql.join(assignments, sql`, `)} where ${table.secret_version} = excluded.secret_version - 1`,
      ensure(
        sql`exists (select from ${table} where ${this.#row(table, id)} and ${table.iv} = decode(${sealed.iv}, 'hex'))`,
        'WM409',
        `${field} was changed at the same moment; try again`,
      ),
    ]
  }

  #row(table: EndTable, object: Ref): SQL {
    return all(inOrg(table), sql`${table.id} = ${object}`)
  }

  #sent(body: Body): string[] {
    return Object.keys(this.#tables).filter((field) => body[field])
  }
}

/** What the preflightResult of a write sealed, if anything. */
export const sealedIn = (preflightResult: PreflightResult | undefined): SealedBody | undefined =>
  preflightResult && (JSON.parse(preflightResult.values.sealed!) as SealedBody)

/** The last four signs, fewer of a short value, so that half of it stays hidden. */
const endOf = (secret: string) => secret.slice(-Math.min(4, Math.floor(secret.length / 2)))

/** HMAC-SHA256 of a value under a key derived from each key of the deployment, by the id of that key. */
export function fingerprintsOf(keys: Keyring, scope: string, secret: string): Record<string, string> {
  const text = new TextEncoder()
  const prints = [...keys].map(([id, key]) => {
    const derived = hmac(sha256, key, text.encode(`fingerprint:${scope}`))
    return [id, bytesToHex(hmac(sha256, derived, text.encode(secret)))]
  })
  return Object.fromEntries(prints) as Record<string, string>
}
