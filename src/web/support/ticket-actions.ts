import { allOf } from '../kit/all-of.ts'
import { isUuid } from '../../kit/id.ts'
import { attachAll, detachAll } from '../attachments/file-actions.ts'
import {
  objectActions,
  type FormRequest,
  type Action,
  filled,
  filledOrNull,
  tagsOf,
} from '../kit/object-actions.tsx'
import { type Found, organizationContext } from '../kit/organization-context.ts'
import type { Canned } from './ticket.tsx'
import { ticketLabels, ticketsAt, type TicketDetail } from './ticket-parts.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from '../kit/visit.ts'
import { hourIn } from '../kit/zone.ts'

export const replyLabels = {
  audience: 'Kind of message',
  body: 'Message',
  canned: 'Canned response',
  set_status: 'Status',
  files: 'Files',
}
export const allLabels = {
  ...ticketLabels,
  ...replyLabels,
  until: 'Until',
  project_id: 'Project',
  title: 'Title of the task',
  into: 'Into the ticket',
  file: 'File',
}

type Actions = Record<string, Action<TicketDetail>>
const patch = ({ object }: Found<TicketDetail>, body: object): FormRequest => ({
  method: 'PATCH',
  path: `/tickets/${object.id}`,
  body,
})

const clearable = ['assignee_user_id', 'client_id', 'contact_id', 'requester_email', 'type']

/** Sends the requester only if the form changes it; the version is the one that the form was rendered from. */
function change(form: Form, found: Found<TicketDetail>): FormRequest {
  const { object: ticket } = found
  const { client_id, contact_id, requester_email, ...rest } = filledOrNull(form, clearable)
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

const actions: Actions = {
  reply: {
    request: ({ body = '', audience, set_status, attachments }, { object }) => ({
      path: `/tickets/${object.id}/messages`,
      body: {
        body,
        ...(audience === 'internal' && { is_internal: true }),
        ...(audience === 'customer' && { from_customer: true }),
        ...(set_status && { set_status }),
        ...(attachments && { attachment_ids: attachments.split(' ') }),
      },
    }),
    formNames: { is_internal: 'audience', from_customer: 'audience', attachment_ids: 'files' },
  },
  change: { request: change },
  snooze: {
    request: ({ until = '' }, found) => {
      const moment = hourIn(found.home.timezone, until, 9)
      return moment ? patch(found, { snoozed_until: moment }) : { invalid: { until: 'Must be a day.' } }
    },
    formNames: { snoozed_until: 'until' },
  },
  wake: { request: (_, found) => patch(found, { snoozed_until: null }) },
  task: {
    request: ({ project_id = '', title = '' }, { object }) => ({
      path: `/tickets/${object.id}/task`,
      body: { project_id, ...(title.trim() && { title }) },
    }),
  },
  merge: {
    request: ({ into_ticket_id }, { object }) =>
      into_ticket_id
        ? { path: `/tickets/${object.id}/merge`, body: { into_ticket_id } }
        : { invalid: { into: 'Must be the number of a ticket.' } },
    formNames: { into_ticket_id: 'into' },
  },
  delete: {
    request: (_, { object }) => ({ method: 'DELETE', path: `/tickets/${object.id}` }),
    to: ({ home }) => `${ticketsAt(home)}?done=saved`,
  },
}

const numberIn = ({ c }: Visit) => encodeURIComponent(c.req.param('number') ?? '')

export async function theTicket(visit: Visit): Promise<Found<TicketDetail>> {
  const { parts, ...place } = await organizationContext(visit, async (at) =>
    bodyOf(await visit.api.call<TicketDetail>('GET', `${at}/tickets/${numberIn(visit)}`), visit.here),
  )
  return { ...place, object: parts }
}

/** Replaces the entered ticket number by the id that the API expects. */
async function resolveMergeTarget(visit: Visit): Promise<void> {
  const number = /^#?([1-9]\d{0,14})$/.exec(visit.form.into?.trim() ?? '')?.[1]
  const { parts } = await organizationContext(visit, async (at) =>
    number ? visit.api.call<TicketDetail>('GET', `${at}/tickets/${number}`) : null,
  )
  const id = parts?.status === 200 ? parts.body.id : ''
  visit.form = { ...visit.form, into_ticket_id: id }
}

type ShowPage = (visit: Visit, problems: Problems, status?: number) => Promise<Response>

/** Appends a canned response to the entered text and shows the page again; nothing is sent. */
async function insert(visit: Visit, page: ShowPage): Promise<Response> {
  const { at, object } = await theTicket(visit)
  const list = await allOf<Canned>(visit, `${at}/canned-responses?ticket_id=${object.id}`)
  const chosen = list.find(({ id }) => id === visit.form.canned)
  const body = [visit.form.body?.trimEnd(), chosen?.text].filter(Boolean).join('\n\n')
  visit.form = { ...visit.form, body, canned: '' }
  return page(visit, { fields: {}, general: [] })
}

/** Attaches the chosen files for agents alone, and then sends the message that takes them along; both or nothing. */
async function replyWithFiles(visit: Visit, act: Page, page: ShowPage): Promise<Response> {
  if (!visit.files && !visit.file) return act(visit)
  const { at, object } = await theTicket(visit)
  const attached = await attachAll(visit, { at, type: 'ticket', id: object.id })
  if (!Array.isArray(attached)) {
    const { file = '' } = attached.problems.fields
    return page(visit, { fields: { files: file }, general: [] }, attached.status)
  }
  visit.form = { ...visit.form, attachments: attached.join(' ') }
  const reply = await act(visit)
  if (reply.status >= 400) await detachAll(visit, at, attached)
  return reply
}

export function ticketActions(page: ShowPage): Page {
  const at = ({ home, object }: Found<TicketDetail>) => `${ticketsAt(home)}/${object.number}`
  const act = objectActions<TicketDetail>({
    noun: 'ticket',
    actions,
    labels: allLabels,
    page,
    load: theTicket,
    at,
  })
  return async (visit) => {
    const action = visit.c.req.param('action')
    if (action === 'insert') return insert(visit, page)
    if (action === 'reply') return replyWithFiles(visit, act, page)
    if (action === 'merge') await resolveMergeTarget(visit)
    return act(visit)
  }
}

/** Redirects to the download URL of a file. */
export const showTicketFile: Page = async (visit) => {
  const id = visit.c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, 'No such file', 'The address is incomplete.')
  const { parts } = await organizationContext(visit, async (at) =>
    bodyOf(await visit.api.call<{ download_url: string }>('GET', `${at}/attachments/${id}`), visit.here),
  )
  return redirectTo(parts.download_url)
}
