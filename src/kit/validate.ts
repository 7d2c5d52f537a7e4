import type { Call } from './call.ts'
import { problems } from '../base/problems.ts'
import type { Schema } from './fields.ts'
import { isUuid } from '../base/id.ts'

/** What is wrong with the values in the path. */
export function pathProblems({ operation, params, choose }: Call): string[] {
  const targets = new Map(operation.targets)
  return operation.params.flatMap((name) => {
    const value = params[name] ?? ''
    if (name === 'org_id' && !value && choose) return []
    if (name === 'token') return value.length > 100 ? [`path.${name}: malformed`] : []
    if (name === 'user_id' && value === 'me') return []
    const word = operation.pathFormats?.[name]
    if (word)
      return word.format.test(value) && (word.accepts?.(value) ?? true)
        ? []
        : [`path.${name}: ${word.problem}`]
    if (isUuid(value)) return []
    const format = targets.get(name)?.keyFormat
    return format?.test(value) ? [] : [`path.${name}: must be a uuid${format ? ' or a key' : ''}`]
  })
}

/** A part of the request as parsed by its schema, or what is wrong with it. */
export function parse(
  location: string,
  schema: Schema | undefined,
  value: unknown,
): { value: unknown; problems: string[] } {
  if (!schema) {
    const extra = value && typeof value === 'object' ? Object.keys(value) : []
    return { value: {}, problems: extra.map((name) => `${location}.${name}: unknown parameter`) }
  }
  const result = schema.safeParse(value)
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: [problems(location, result.error.issues, value)] }
}

export function parseBody(call: Call): { value: unknown; problems: string[] } {
  const { operation, body } = call
  if (!operation.body)
    return body === undefined ? { value: undefined, problems: [] } : parse('body', undefined, body)
  const version = takesVersion(operation) ? expectedVersion(call) : undefined
  const versioned = version !== undefined && body && typeof body === 'object' && !('version' in body)
  return parse('body', operation.body, versioned ? { ...body, version } : body)
}

/** What is wrong with the headers that control a write. */
export function headerProblems({ idempotencyKey, ifMatch }: Call): string[] {
  const problems: string[] = []
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,80}$/.test(idempotencyKey))
    problems.push('header.Idempotency-Key: 1 to 80 printable characters')
  if (ifMatch !== undefined && !etag.test(ifMatch))
    problems.push('header.If-Match: the ETag of the object, "v<number>"')
  return problems
}

const etag = /^(?:\*|(?:W\/)?"v(\d{1,9})")$/

/** The version of `If-Match: "v3"`; `*` matches any. */
export function expectedVersion({ ifMatch }: Pick<Call, 'ifMatch'>): number | undefined {
  const version = ifMatch && etag.exec(ifMatch)?.[1]
  return version ? Number(version) : undefined
}

const takesVersion = ({ body }: Call['operation']) =>
  'version' in ((body as { shape?: object } | undefined)?.shape ?? {})
