import type { Choices } from '../kit/field-entries.ts'
import { say } from '../kit/say.ts'

/** What a subsidiary may show, in words. */
export const scopeNames: Choices = [
  ['finance', 'money: revenue, expenses and what is owed'],
  ['projects', 'projects and late tasks'],
  ['hr', 'number of people'],
  ['crm', 'open deals'],
]
const short: Record<string, string> = { finance: 'money', projects: 'projects', hr: 'people', crm: 'deals' }
export const scopesIn = (scopes: readonly string[]) =>
  scopes.map((scope) => say(short[scope] ?? scope)).join(', ') || say('nothing')
