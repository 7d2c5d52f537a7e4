import { scrypt } from 'node:crypto'

/** `ln` is the binary logarithm of scrypt's N; `length` counts bytes of the key. */
export type Cost = { ln: number; r: number; p: number; length: number }

/** The key of a password by RFC 7914. Blocks the thread for as long as the cost requires. */
export const derive = (password: string, salt: Buffer, { ln, r, p, length }: Cost) =>
  new Promise<Buffer>((done, failed) => {
    const options = { N: 2 ** ln, r, p, maxmem: 256 * r * 2 ** ln }
    scrypt(password, salt, length, options, (error, key) => (error ? failed(error) : done(key)))
  })
