import { sql } from 'drizzle-orm'
import type { Outside } from '../../kit/config.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Preparation } from '../../kit/operation.ts'
import { answer, at, json, jsonb, type Ref, type Statement } from '../../kit/sql.ts'
import { fingerprintsOf } from '../../shared/sealing/fields.ts'
import { type Carried, carried, sealedOf } from '../../shared/sealing/sealed.ts'
import { type Bound, rewrap, seal } from '../../shared/sealing/sealing.ts'

type Body = { secret?: string | undefined }
type Mark = { version: number; key: string; print: string }
type Sealing = { id: string; sealed?: Carried; print?: string; key?: string }
const nothing = async () => {}

export const boundTo = (org: string, record: string, version: number): Bound => ({
  purpose: 'vault',
  org,
  record,
  version,
})

/** For a new credential with a secret: the id that the secret is bound to. */
export const bindNew = ({ secret }: Body) =>
  secret === undefined
    ? undefined
    : [answer(json({ id: sql`${uuidv7()}::text`, mark: sql`null::jsonb`, version: sql`0` }))]

/** For the credential in the path: its id, and the secret that it has. */
export const bindExisting = ({ secret }: Body) =>
  secret === undefined
    ? undefined
    : [answer(json({ id: at('credential'), mark: sql`app.credential_secret_mark(${at('credential')})` }))]

/** Seals the secret of a body before the write, unless it is the one that is stored. */
export async function sealSecret(
  { secret }: Body,
  org: string,
  outside: Outside,
  bound: string | null,
): Promise<Preparation> {
  const { id, mark } = JSON.parse(bound!) as { id: string; mark: Mark | null }
  const keys = outside.sealingKeys()
  const prints = fingerprintsOf(keys, `vault:${org}`, secret!)
  const sealing: Sealing = { id }
  if (!mark || prints[mark.key] !== mark.print) {
    const [key, print] = Object.entries(prints)[0]!
    const sealed = carried(await seal(keys, boundTo(org, id, (mark?.version ?? 0) + 1), secret!))
    Object.assign(sealing, { sealed, key, print })
  }
  return { facts: { sealing: JSON.stringify(sealing) }, compensate: nothing }
}

export const sealingIn = (prepared: Preparation | undefined) =>
  prepared && (JSON.parse(prepared.facts.sealing!) as Sealing)

/** Stores what was sealed, if anything. */
export const storeSecret = (id: Ref, sealing: Sealing | undefined): Statement[] =>
  sealing?.sealed
    ? [
        sql`select app.store_credential_secret(${id}::uuid, ${jsonb(sealing.sealed)}, ${sealing.print},
          ${sealing.key})`,
      ]
    : []

/** How many secrets one request wraps anew. */
const atOnce = 200
type Row = Omit<Carried, 'iv' | 'ciphertext'> & { id: string; credential_id: string }

/** The secrets that are under another key than the current one, of those that the deployment has. */
export const toRewrap = (_: unknown, __: unknown, outside: Outside) => {
  const [current, ...others] = outside.sealingKeys().keys()
  const known = sql`${`{${others.join(',')}}`}::text[]`
  return [answer(sql`app.credential_secrets_to_rewrap(${current}, ${known}, ${atOnce}::int)`)]
}

/** Wraps their keys with the current one; what cannot be opened stays as it is. */
export async function rewrapAll(_: unknown, org: string, outside: Outside, found: string | null) {
  const keys = outside.sealingKeys()
  const wrapped = await Promise.all(
    (JSON.parse(found!) as Row[]).map(async ({ id, credential_id, ...row }) => {
      const held = sealedOf({ ...row, iv: '', ciphertext: '' })
      const fresh = await rewrap(keys, boundTo(org, credential_id, row.secret_version), held).catch(
        () => null,
      )
      if (!fresh) return []
      const { wrapped_dek, dek_iv } = carried({ ...held, ...fresh })
      return [{ id, was: row.kek_id, kek_id: fresh.kek_id, wrapped_dek, dek_iv }]
    }),
  )
  return { facts: { wrapped: JSON.stringify(wrapped.flat()) }, compensate: nothing }
}
