import { hashOf } from '../../kit/tokens.ts'

/** Without I, L, O and U, which are mistaken for others (Crockford). */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const many = 10
const length = 16

/** Ten codes of 80 random bits, as `4F7K-92QM-XB3D-HT8W`. */
export const newRecoveryCodes = () => Array.from({ length: many }, newCode)

function newCode() {
  const drawn = crypto.getRandomValues(new Uint8Array(length))
  const code = [...drawn].map((byte) => signs[byte % signs.length]).join('')
  return code.match(/.{4}/g)!.join('-')
}

/** What was typed without what does not count: case, spaces, hyphens, and signs that look like others. */
const plain = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** What is stored of a person's code. */
export const recoveryHash = (person: string, code: string) => hashOf(`recovery:${person}:${plain(code)}`)
