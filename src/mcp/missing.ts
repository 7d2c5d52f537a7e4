import { invalid, Refusal } from '../kit/errors.ts'
import type { Arguments } from './call.ts'
import type { Tool } from './catalogue.ts'

const problem = /(^|; )((path|query|body)\.(\w+)): (?:must be [^;]*|Invalid option: expected ([^;]*))/g

/** A refusal that says of what is missing that it is required, rather than what form it has. */
export function withMissing(error: unknown, { inputSchema }: Tool, given: Arguments): unknown {
  if (!(error instanceof Refusal) || error.code !== 'validation_error') return error
  const required = (inputSchema.required ?? []) as string[]
  const message = error.message.replaceAll(
    problem,
    (said, before: string, place: string, location: string, name: string, choices: string | undefined) => {
      const known = name === 'org_id' ? 'organization_id' : name
      const isMissing = given[known] === undefined && (location === 'path' || required.includes(known))
      return isMissing ? `${before}${place}: required${choices ? `, ${choices}` : ''}` : said
    },
  )
  return message === error.message ? error : invalid(message)
}
