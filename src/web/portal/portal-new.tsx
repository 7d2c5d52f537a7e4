import { uuidv7 } from '../../kit/id.ts'
import { Hidden, Summary } from '../kit/parts.tsx'
import { Field, Text } from '../kit/inputs.tsx'
import { attachFile, FileField, problemOfFile } from './portal-files.tsx'
import { showPortal } from './portal-frame.tsx'
import { contentOf, type Contact } from './portal-session.ts'
import { withoutFile } from './portal-ticket.tsx'
import type { Ticket } from './portal-tickets.tsx'
import { contactPage, contactPageWithFiles } from './contact-page.tsx'
import { type Form, redirectTo, noProblems, type Problems, problemsOf } from '../kit/visit.ts'

const at = '/portal/tickets'
const labels = { subject: 'Subject', description: 'Your question', file: 'File' }

export const showNewTicket = contactPage((contact) => newTicketPage(contact, noProblems))

async function newTicketPage({ visit, me }: Contact, problems: Problems, status = 200) {
  return showPortal(
    visit,
    { title: status < 400 ? 'Ask for help' : 'Problem: Ask for help', me: await me(), status },
    <>
      <div>
        <p class="facts">
          <a href={at}>Tickets</a>
        </p>
        <h1>Ask for help</h1>
      </div>
      <Summary problems={problems} labels={labels} />
      <form class="card stack" method="post" action={`${at}/new`} enctype="multipart/form-data" novalidate>
        <Field name="subject" label={labels.subject} values={visit.form} problems={problems} />
        <Text
          name="description"
          label={labels.description}
          value={visit.form.description}
          problems={problems}
          rows={8}
          hint="What did you do, what did you expect, and what happened instead?"
        />
        <FileField problems={problems} />
        <button class="primary">Send</button>
        <Hidden fields={{ once: uuidv7() }} />
      </form>
    </>,
  )
}

export const createTicket = contactPageWithFiles(async (contact) => {
  const { visit, call } = contact
  const { subject = '', description = '', once } = visit.form
  const fileProblem = await problemOfFile(visit)
  const fields: Form = fileProblem ? { file: fileProblem } : {}
  for (const [name, value] of Object.entries({ subject, description }))
    if (!value.trim()) fields[name] = 'Must not be empty.'
  if (Object.keys(fields).length) return newTicketPage(contact, { fields, general: [] }, 422)
  const reply = await call<Ticket>('POST', '/tickets', { body: { subject, description }, once })
  if ([409, 422, 429].includes(reply.status))
    return newTicketPage(contact, problemsOf(reply, Object.keys(labels)), reply.status)
  const { id } = contentOf(reply)
  const refused = await attachFile(contact, id)
  return refused ? withoutFile(contact, id, refused) : redirectTo(`${at}/${id}?done=created#done`)
})
