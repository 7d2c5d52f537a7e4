import { messages } from '../kit/messages.ts'
import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }

/** What stands on the page of an invoice for its recipient, beside the document itself. */
export const sheetMessages = messages({ en, de })
