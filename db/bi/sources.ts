import { business } from './money.ts'
import { people } from './people.ts'
import { service } from './service.ts'
import type { Source } from './source.ts'
import { usage } from './usage.ts'
import { work } from './work.ts'

/** What figures can be made of, by name: the whitelist from which requests are checked and SQL is written. */
export const sources: Record<string, Source> = { ...work, ...business, ...service, ...people, ...usage }
