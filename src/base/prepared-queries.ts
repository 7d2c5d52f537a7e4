import queries from '../../openapi/queries.json' with { type: 'json' }

/** A text of SQL with its parameters. */
export type Query = { sql: string; params: unknown[] }

/** The names of the functions that migration made of prepared queries, which it lists from the operations. */
export const known = new Set<string>(queries)

/** The name of the function of a prepared query, derived from its text. */
export const queryName = (text: string) => `q${textMark(text)}`

/** The call of the function of a query, if it has one: its plan survives what the pool of connections resets. */
export const callOf = ({ sql: text, params }: Query): Query | undefined => {
  const [name, places] = [queryName(text), placesOf(params)]
  return known.has(name) ? { sql: `queries.${name}(${places})`, params } : undefined
}
export const placesOf = (params: unknown[]) => params.map((_, n) => `$${n + 1}`).join()

/** The columns of one SELECT, with their parameters numbered on. */
export function joined(columns: Query[], params: unknown[] = []): Query {
  const texts = columns.map((one) => {
    const before = params.push(...one.params) - one.params.length
    return one.sql.replace(/\$(\d+)/g, (_, n: string) => `$${before + Number(n)}`)
  })
  return { sql: texts.join(', '), params }
}

/**
 * Twelve characters that stand for a text: two FNV-1a hashes of 32 bits that begin differently, in base 36. Fast, for texts of
 * our own; whoever chooses a text can find another of the same mark.
 */
function textMark(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let n = 0; n < text.length; n++) {
    const unit = text.charCodeAt(n)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return [a, b].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join('')
}
