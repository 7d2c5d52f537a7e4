import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { show } from '../kit/layout.tsx'
import { ListHeader, offsetOf, pageQuery, pageSize, send, Tabs, withQuery } from '../kit/lists.tsx'
import { idIn } from '../kit/object-actions.tsx'
import { type Home, isAtLeast, organizationContext } from '../kit/organization-context.ts'
import { Pager } from '../kit/pager.tsx'
import { Badge, count, Hidden, Notice, Pairs, Summary } from '../kit/parts.tsx'
import { ticketsAt } from './ticket-parts.tsx'
import { Moment } from '../kit/time.tsx'
import { bodyOf, noProblems, type Page, type Problems, redirectTo, type Visit } from '../kit/visit.ts'

type Mail = {
  id: string
  from_address: string
  from_name: string
  subject: string
  outcome: string
  reason: string | null
  ticket_id: string | null
  can_rescue: boolean
  created_at: string
}
type MailDetail = Mail & { text: string | null; file_names: string[]; download_url: string | null }
type Listed = { items: Mail[]; total: number }

const mailsAt = (home: Pick<Home, 'slug'>) => `/organizations/${home.slug}/mails`
const outcomes: Record<string, string> = {
  ignored: 'ignored',
  note: 'a note',
  message: 'a message',
  ticket: 'a new ticket',
}
const reasons: Record<string, string> = {
  spam: 'It was marked as spam.',
  loop: 'It came from this service or from a mailbox of yours.',
  automatic: 'A program wrote it.',
  receipt: 'It only says that a mail was read.',
  unverified: 'Its sender is not proven.',
  closed: 'The ticket was closed.',
  too_many: 'Too many mails came within an hour.',
}

/** Mail that came in for the mailboxes, with what became of it; first what was ignored. */
export const showMails: Page = async (visit) => {
  const outcome = Object.hasOwn(outcomes, visit.query.outcome ?? '') ? visit.query.outcome! : 'ignored'
  const { person, home, parts } = await organizationContext(visit, async (at) =>
    bodyOf(
      await visit.api.call<Listed>('GET', `${at}/support/mails?${pageQuery(visit, { outcome })}`),
      visit.here,
    ),
  )
  return show(
    visit,
    { title: `Incoming mail of ${home.name}`, me: person, zone: home.timezone },
    <>
      <ListHeader
        visit={visit}
        home={home}
        title="Incoming mail"
        lead="What became of the mail of customers. Ignored mail can be taken after all while it is kept."
        problems={noProblems}
        labels={{}}
      />
      <MailList visit={visit} home={home} outcome={outcome} list={parts} />
    </>,
  )
}

type ListProps = { visit: Visit; home: Home; outcome: string; list: Listed }
const MailList: FC<ListProps> = ({ visit, home, outcome, list: { items, total } }) => {
  const at = mailsAt(home)
  const tabs = Object.entries(outcomes).map(([value, label]) => ({
    label,
    to: withQuery(at, { outcome: value }),
    current: value === outcome,
  }))
  return (
    <section class="card stack" aria-labelledby="mails">
      <h2 id="mails">{total ? count(total, 'mail') : 'No mail here'}</h2>
      <Tabs name="What became of it" of={tabs} />
      <ul class="rows">
        {items.map((mail) => (
          <MailRow mail={mail} home={home} />
        ))}
      </ul>
      <Pager at={at} query={{ outcome }} offset={offsetOf(visit)} size={pageSize} total={total} />
    </section>
  )
}

const MailRow: FC<{ mail: Mail; home: Home }> = ({ mail, home }) => (
  <li class="row">
    <div class="grow">
      <p class="title">
        <a href={`${mailsAt(home)}/${mail.id}`} dir="auto">
          {mail.subject}
        </a>
      </p>
      <p class="facts">
        <span dir="auto">{senderOf(mail)}</span>
        <Moment at={mail.created_at} />
        {mail.reason ? <span>{reasons[mail.reason] ?? mail.reason}</span> : null}
      </p>
    </div>
    {mail.can_rescue ? <Badge kind="warn">can be taken</Badge> : null}
  </li>
)

const senderOf = ({ from_name: name, from_address: address }: Mail) =>
  [name, address && `<${address}>`].filter(Boolean).join(' ') || 'No sender'

const path = (at: string, visit: Visit) => `${at}/support/mails/${idIn(visit, 'mail')}`
export const showMail: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await organizationContext(visit, async (at) =>
    bodyOf(await visit.api.call<MailDetail>('GET', path(at, visit)), visit.here),
  )
  return show(
    visit,
    { title: parts.subject, me: person, zone: home.timezone, status },
    <Content mail={parts} home={home} problems={problems} />,
  )
}

const Content: FC<{ mail: MailDetail; home: Home; problems: Problems }> = ({ mail, home, problems }) => (
  <>
    <div>
      <p class="facts">
        <a href={`/organizations/${home.slug}`}>{home.name}</a>
        {isAtLeast(home, 'manager') ? (
          <a href={mailsAt(home)}>Incoming mail</a>
        ) : (
          <a href={ticketsAt(home)}>Tickets</a>
        )}
      </p>
      <h1 dir="auto">{mail.subject}</h1>
    </div>
    <Summary problems={problems} labels={{}} />
    <section class="card stack" aria-label="The mail">
      <Facts mail={mail} home={home} />
      {mail.text === null ? (
        <p class="muted">Its text is not kept any more.</p>
      ) : (
        <pre class="mail" dir="auto">
          {mail.text}
        </pre>
      )}
      {mail.download_url ? (
        <p>
          <a class="button" href={mail.download_url}>
            Download the original
          </a>
        </p>
      ) : null}
    </section>
    {mail.can_rescue && isAtLeast(home, 'manager') ? <Rescue mail={mail} home={home} /> : null}
  </>
)

const Facts: FC<{ mail: MailDetail; home: Home }> = ({ mail, home }) => (
  <Pairs
    of={[
      ['From', <span dir="auto">{senderOf(mail)}</span>],
      ['Came in', <Moment at={mail.created_at} />],
      [
        'Became',
        mail.ticket_id ? (
          <a href={`${ticketsAt(home)}/${mail.ticket_id}`}>{outcomes[mail.outcome]}</a>
        ) : (
          'Nothing: it was ignored'
        ),
      ],
      ['Reason', mail.reason && (reasons[mail.reason] ?? mail.reason)],
      ['Files', mail.file_names.join(', ')],
    ]}
  />
)

const Rescue: FC<{ mail: Mail; home: Home }> = ({ mail, home }) => (
  <Notice kind="plain" title="Not what it was taken for?">
    <p>
      It becomes a message of the ticket that it answers, or a new ticket. Nobody gets an automatic answer.
    </p>
    <form method="post" action={`${mailsAt(home)}/${mail.id}/rescue`}>
      <Hidden fields={{ once: uuidv7() }} />
      <button class="primary">Take it after all</button>
    </form>
  </Notice>
)

export const rescueMail: Page = async (visit) => {
  const { home, parts } = await organizationContext(visit, async (at) =>
    send<MailDetail>(visit, { path: `${path(at, visit)}/rescue` }),
  )
  if (parts.rejected) return page(visit, ...parts.rejected)
  return redirectTo(`${ticketsAt(home)}/${parts.result.ticket_id}?done=saved`)
}
