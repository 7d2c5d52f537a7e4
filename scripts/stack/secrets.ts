import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export type Secrets = { JWT_KEYS: string; APP_PASSWORD: string; REDIS_TOKEN: string; SEALING_KEYS: string }

/** The local secrets, made on first use and kept in `file` (readable only by its owner). */
export function secretsIn(file: string): { secrets: Secrets; made: boolean } {
  const kept = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}
  const secrets: Secrets = {
    JWT_KEYS: kept.JWT_KEYS ?? `k1:${random()}`,
    APP_PASSWORD: kept.APP_PASSWORD ?? random(),
    REDIS_TOKEN: kept.REDIS_TOKEN ?? random(),
    SEALING_KEYS: kept.SEALING_KEYS ?? `k1:${randomBytes(32).toString('base64')}`,
  }
  return { secrets, made: !kept.JWT_KEYS }
}

/** Writes the variables that the local runtime reads. */
export function writeVariables(file: string, variables: Record<string, string>) {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const head = '# Made by `npm start`. Local only: never commit it, never use these in production.'
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`, { mode: 0o600 })
}

const random = () => randomBytes(32).toString('base64url')

const parse = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!.replace(/^"|"$/g, '')]),
  )
