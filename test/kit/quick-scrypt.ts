import { scryptSync } from 'node:crypto'
import type { Cost } from '../../src/shared/scrypt.ts'

/** How long each key takes: tests of concurrency make it slow, like the real one. */
export const hashing = { milliseconds: 0 }

/** Replaces src/shared/scrypt.ts in tests: a different key for each cost, as there, but at the lowest cost. */
export async function derive(password: string, salt: Buffer, { ln, r, p, length }: Cost): Promise<Buffer> {
  if (hashing.milliseconds) await new Promise((done) => setTimeout(done, hashing.milliseconds))
  return scryptSync(password, Buffer.concat([salt, Buffer.from([ln, r, p])]), length, { N: 2, r: 1, p: 1 })
}
