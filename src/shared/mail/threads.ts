/**
 * The thread id of all mail about a ticket; `from` is the address that the deployment sends from. Mail about internal
 * notes is a thread of its own, so that no answer to it goes to the customer.
 */
export const threadId = (ticket: string, from: string, ofNotes = false) =>
  `${ofNotes ? 'note' : 'ticket'}.${ticket}@${from.split('@')[1] ?? 'localhost'}`

const form = /^(ticket|note)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i
/** The tickets in Message-IDs. */
export const ticketsIn = (ids: string[]): string[] =>
  ids.flatMap((id) => form.exec(id)?.[2]?.toLowerCase() ?? [])

export const isOfNotes = (id: string) => form.exec(id)?.[1]?.toLowerCase() === 'note'
