import { languageOf, messages, type Say } from '../kit/messages.ts'
import type { Visit } from '../kit/visit.ts'
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }

/** What the pages of customers say. */
export const portalMessages = messages({ en, de })
export type SayInPortal = Say<keyof typeof en>
export const sayTo = (visit: Visit): SayInPortal => portalMessages(languageOf(visit))
