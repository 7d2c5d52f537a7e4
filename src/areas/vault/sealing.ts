import { sql } from 'drizzle-orm'
import type { Outside } from '../../base/config.ts'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { answer, targetId, json, jsonb, type Ref, type Statement } from '../../kit/sql.ts'
import { fingerprintsOf } from '../../shared/sealing/fields.ts'
import { type Carried, carried, sealedOf } from '../../shared/sealing/sealed.ts'
import { type Bound, rewrap, seal } from '../../shared/sealing/sealing.ts'
import { storedKey } from '../../shared/second-factor/code-keys.ts'

/** What is sealed of a credential, each with versions of its own, and the purpose that it is bound to. */
const purposes = { secret: 'vault', totp: 'vault-totp' } as const
export type Part = keyof typeof purposes
const parts = Object.keys(purposes) as Part[]

type Body = { [P in Part]?: string | null | undefined }
type Mark = { version: number; key: string; print: string }
type Bindings = { id: string; marks: Partial<Record<Part, Mark | null>> }
/** A part as it is stored; `prints` are its fingerprints under each key of the deployment. */
export type SealedPart = { sealed: Carried; print: string; key: string; prints: string[] }
type Sealing = { id: string; parts: Partial<Record<Part, SealedPart>> }
const nothing = async () => {}

export const boundTo = (org: string, record: string, part: Part, version: number): Bound => ({
  purpose: purposes[part],
  org,
  record,
  version,
})

const sentOf = (body: Body) => parts.filter((part) => typeof body[part] === 'string')

/** For a new credential with a secret: the id that its parts are bound to. */
export const bindNew = (body: Body) =>
  sentOf(body).length ? [answer(json({ id: sql`${uuidv7()}::text`, marks: sql`'{}'::jsonb` }))] : undefined

/** For the credential in the path: its id, and what it has of the parts that were sent. */
export const bindExisting = (body: Body) => {
  const sent = sentOf(body)
  const marks = sent.map((part) => [
    part,
    sql`app.credential_secret_mark(${targetId('credential')}, ${part})`,
  ])
  return sent.length
    ? [answer(json({ id: targetId('credential'), marks: json(Object.fromEntries(marks)) }))]
    : undefined
}

/** Seals the parts of a body before the write, unless they are what is stored. */
export async function sealSecret(
  body: Body,
  org: string,
  outside: Outside,
  bound: string | null,
): Promise<PreflightResult> {
  const { id, marks } = JSON.parse(bound!) as Bindings
  const sealing: Sealing = { id, parts: await sealParts(body, org, outside, { id, marks }) }
  return { values: { sealing: JSON.stringify(sealing) }, compensate: nothing }
}

/** Seals the parts of a body for the credential with this id, unless they are what `marks` tell of. */
export async function sealParts(body: Body, org: string, outside: Outside, { id, marks }: Bindings) {
  const sealed: Sealing['parts'] = {}
  for (const part of sentOf(body)) {
    const value = part === 'totp' ? storedKey(body.totp!) : body[part]!
    const fresh = await sealPart(outside, { org, id, part, value, mark: marks[part] ?? null })
    if (fresh) sealed[part] = fresh
  }
  return sealed
}

type Sealable = { org: string; id: string; part: Part; value: string; mark: Mark | null }
async function sealPart(outside: Outside, { org, id, part, value, mark }: Sealable) {
  const keys = outside.sealingKeys()
  const prints = fingerprintsOf(keys, `${purposes[part]}:${org}`, value)
  if (mark && prints[mark.key] === mark.print) return undefined
  const [key, print] = Object.entries(prints)[0]!
  const bound = boundTo(org, id, part, (mark?.version ?? 0) + 1)
  return { sealed: carried(await seal(keys, bound, value)), key, print, prints: Object.values(prints) }
}

export const sealingIn = (preflightResult: PreflightResult | undefined) =>
  preflightResult && (JSON.parse(preflightResult.values.sealing!) as Sealing)

/** Stores what was sealed, if anything. */
export const storeSecrets = (id: Ref, sealing: Sealing | undefined): Statement[] =>
  Object.entries(sealing?.parts ?? {}).map(
    ([part, { sealed, print, key }]) =>
      sql`select app.store_credential_secret(${id}::uuid, ${part}, ${jsonb(sealed)}, ${print}, ${key})`,
  )

/** How many secrets one request wraps anew. */
const atOnce = 200
type Row = Omit<Carried, 'iv' | 'ciphertext'> & { id: string; credential_id: string; part: Part }

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
    (JSON.parse(found!) as Row[]).map(async ({ id, credential_id, part, ...row }) => {
      const held = sealedOf({ ...row, iv: '', ciphertext: '' })
      const bound = boundTo(org, credential_id, part, row.secret_version)
      const fresh = await rewrap(keys, bound, held).catch(() => null)
      if (!fresh) return []
      const { wrapped_dek, dek_iv } = carried({ ...held, ...fresh })
      return [{ id, was: row.kek_id, kek_id: fresh.kek_id, wrapped_dek, dek_iv }]
    }),
  )
  return { values: { wrapped: JSON.stringify(wrapped.flat()) }, compensate: nothing }
}
