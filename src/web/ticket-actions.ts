import { isUuid } from '../kit/id.ts'
import { actingOn, type Asking, type Deed, filled, replaced, tagsOf } from './acting.tsx'
import { type Found, placeOf } from './place.ts'
import type { Canned } from './ticket.tsx'
import { ticketLabels, ticketsAt, type WholeTicket } from './ticket-parts.tsx'
import { bodyOf, type Form, goTo, type Page, type Problems, Trouble, type Visit } from './visit.ts'
import { hourIn } from './zone.ts'

export const doneLabels = {
  said: 'Who reads it',
  body: 'Message',
  canned: 'Canned response',
  set_status: 'Status',
}
export const allLabels = {
  ...ticketLabels,
  ...doneLabels,
  until: 'Until',
  project_id: 'Project',
  title: 'Title of the task',
  into: 'Into the ticket',
  file: 'File',
}

type Deeds = Record<string, Deed<WholeTicket>>
const patch = ({ object }: Found<WholeTicket>, body: object): Asking => ({
  method: 'PATCH',
  path: `/tickets/${object.id}`,
  body,
})

const clearable = ['assignee_user_id', 'client_id', 'contact_id', 'requester_email', 'type']

/** What the form says otherwise than the ticket was when it was shown; the version says when that was. */
function change(form: Form, found: Found<WholeTicket>): Asking {
  const { object: ticket } = found
  const { client_id, contact_id, requester_email, ...rest } = replaced(form, clearable)
  const requester = {
    ...(client_id !== (ticket.client?.id ?? null) && { client_id }),
    ...(contact_id !== (ticket.contact?.id ?? null) && { contact_id }),
    ...(requester_email !== (ticket.contact ? null : ticket.requester_email) && { requester_email }),
  }
  return patch(found, {
    ...filled(form, ['status', 'priority']),
    subject: form.subject ?? '',
    ...rest,
    ...requester,
    tags: tagsOf(form.tags ?? ''),
    version: Number(form.version) || ticket.version,
  })
}

const deeds: Deeds = {
  reply: {
    ask: ({ body = '', said, set_status }, { object }) => ({
      path: `/tickets/${object.id}/messages`,
      body: {
        body,
        ...(said === 'internal' && { is_internal: true }),
        ...(said === 'customer' && { from_customer: true }),
        ...(set_status && { set_status }),
      },
    }),
    as: { is_internal: 'said', from_customer: 'said' },
  },
  change: { ask: change },
  snooze: {
    ask: ({ until = '' }, found) => {
      const moment = hourIn(found.home.timezone, until, 9)
      return moment ? patch(found, { snoozed_until: moment }) : { wrong: { until: 'Must be a day.' } }
    },
    as: { snoozed_until: 'until' },
  },
  wake: { ask: (_, found) => patch(found, { snoozed_until: null }) },
  task: {
    ask: ({ project_id = '', title = '' }, { object }) => ({
      path: `/tickets/${object.id}/task`,
      body: { project_id, ...(title.trim() && { title }) },
    }),
  },
  merge: {
    ask: ({ into_ticket_id }, { object }) =>
      into_ticket_id
        ? { path: `/tickets/${object.id}/merge`, body: { into_ticket_id } }
        : { wrong: { into: 'Must be the number of a ticket.' } },
    as: { into_ticket_id: 'into' },
  },
  delete: {
    ask: (_, { object }) => ({ method: 'DELETE', path: `/tickets/${object.id}` }),
    to: ({ home }) => `${ticketsAt(home)}?done=saved`,
  },
}

const numbered = ({ c }: Visit) => encodeURIComponent(c.req.param('number') ?? '')

export async function found(visit: Visit): Promise<Found<WholeTicket>> {
  const { parts, ...place } = await placeOf(visit, async (at) =>
    bodyOf(await visit.api.call<WholeTicket>('GET', `${at}/tickets/${numbered(visit)}`), visit.here),
  )
  return { ...place, object: parts }
}

/** The ticket that a number stands for, as the API takes it. */
async function nameTarget(visit: Visit): Promise<void> {
  const number = /^#?([1-9]\d{0,14})$/.exec(visit.form.into?.trim() ?? '')?.[1]
  const { parts } = await placeOf(visit, async (at) =>
    number ? visit.api.call<WholeTicket>('GET', `${at}/tickets/${number}`) : null,
  )
  const id = parts?.status === 200 ? parts.body.id : ''
  visit.form = { ...visit.form, into_ticket_id: id }
}

type Show = (visit: Visit, problems: Problems, status?: number) => Promise<Response>

/** Puts a canned response under what was typed, and shows the page with it; nothing is sent. */
async function insert(visit: Visit, page: Show): Promise<Response> {
  const { at, object } = await found(visit)
  const list = await visit.api.call<{ items: Canned[] }>(
    'GET',
    `${at}/canned-responses?limit=200&ticket_id=${object.id}`,
  )
  const chosen = bodyOf(list, visit.here).items.find(({ id }) => id === visit.form.canned)
  const body = [visit.form.body?.trimEnd(), chosen?.text].filter(Boolean).join('\n\n')
  visit.form = { ...visit.form, body, canned: '' }
  return page(visit, { fields: {}, above: [] })
}

/** Does what a form of the page of a ticket asks for. */
export function actingOnTicket(page: Show): Page {
  const at = ({ home, object }: Found<WholeTicket>) => `${ticketsAt(home)}/${object.number}`
  const act = actingOn<WholeTicket>({ noun: 'ticket', deeds, labels: allLabels, page, found, at })
  return async (visit) => {
    const deed = visit.c.req.param('deed')
    if (deed === 'insert') return insert(visit, page)
    if (deed === 'merge') await nameTarget(visit)
    return act(visit)
  }
}

/** Leads to the bytes of a file. */
export const showTicketFile: Page = async (visit) => {
  const id = visit.c.req.param('id') ?? ''
  if (!isUuid(id)) throw new Trouble(404, 'No such file', 'The address is incomplete.')
  const { parts } = await placeOf(visit, async (at) =>
    bodyOf(await visit.api.call<{ download_url: string }>('GET', `${at}/attachments/${id}`), visit.here),
  )
  return goTo(parts.download_url)
}
