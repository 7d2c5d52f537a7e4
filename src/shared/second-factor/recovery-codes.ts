import { hashOf } from '../../base/tokens.ts'

/** Without I, L, O and U, which are easily mistaken for others (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeCount = 10
const length = 16

/** Ten codes of 80 random bits, as `4F7K-92QM-XB3D-HT8W`. */
export const newRecoveryCodes = () => Array.from({ length: codeCount }, newCode)

function newCode() {
  const random = crypto.getRandomValues(new Uint8Array(length))
  const code = [...random].map((byte) => alphabet[byte % alphabet.length]).join('')
  return code.match(/.{4}/g)!.join('-')
}

/** The code without differences in case, spaces, hyphens, and characters that look alike. */
const normalized = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** The stored hash of a person's code. */
export const recoveryHash = (person: string, code: string) => hashOf(`recovery:${person}:${normalized(code)}`)
