import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The owner's connection string: DATABASE_URL, else that of a running `npm start`; exits if there is none. */
export function ownerUrl(): string {
  const file = join(resolve(process.env.DATA_DIR ?? '.data'), 'owner-url')
  const url = process.env.DATABASE_URL ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
  if (url) return url
  console.error('Set DATABASE_URL to the connection string of the owner, or run `npm start` first.')
  process.exit(2)
}
