import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export type Secrets = { JWT_KEYS: string; APP_PASSWORD: string; REDIS_TOKEN: string; SEALING_KEYS: string }

/** The local secrets, created on first use and stored in `file` (readable only by its owner). */
export function secretsIn(file: string): { secrets: Secrets; made: boolean } {
  const stored = existsSync(file) ? variablesIn(file) : {}
  const secrets: Secrets = {
    JWT_KEYS: stored.JWT_KEYS ?? `k1:${random()}`,
    APP_PASSWORD: stored.APP_PASSWORD ?? random(),
    REDIS_TOKEN: stored.REDIS_TOKEN ?? random(),
    SEALING_KEYS: stored.SEALING_KEYS ?? `k1:${randomBytes(32).toString('base64')}`,
  }
  return { secrets, made: !stored.JWT_KEYS }
}

/** Writes the variables that the local runtime reads. */
export function writeVariables(file: string, variables: Record<string, string>) {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const head = '# Made by `npm start`. Local only: never commit it, never use these in production.'
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`, { mode: 0o600 })
}

const random = () => randomBytes(32).toString('base64url')

/** The variables in a file that `writeVariables` wrote. */
export const variablesIn = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
