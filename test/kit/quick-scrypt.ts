import { scryptSync } from 'node:crypto'
import type { Cost } from '../../src/shared/scrypt.ts'

/** How long each key takes: tests of what happens meanwhile let it be some time, as it is in earnest. */
export const hashing = { milliseconds: 0 }

/** Stands for src/shared/scrypt.ts under test: another key for each cost, as there, but at the least cost. */
export async function derive(password: string, salt: Buffer, { ln, r, p, length }: Cost): Promise<Buffer> {
  if (hashing.milliseconds) await new Promise((done) => setTimeout(done, hashing.milliseconds))
  return scryptSync(password, Buffer.concat([salt, Buffer.from([ln, r, p])]), length, { N: 2, r: 1, p: 1 })
}
