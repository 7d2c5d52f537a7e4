import type { FC } from 'hono/jsx'
import { outsideOf } from '../../shared/outside.ts'
import { LinkButton, Pairs } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { type Page, PageError, type PageRequest } from '../kit/page-request.ts'

type MailSummary = {
  id: string
  from: string
  to: string[]
  subject: string
  created_at: string
  file: string
}
type Mail = MailSummary & { text: string; html: string }

/** The mail that `npm start` keeps instead of sending it; on any other deployment there are no such pages. */
async function fromOutbox<T>({ c }: PageRequest, path: string): Promise<T> {
  const { APP_ENV, MAIL_URL } = c.env
  if (APP_ENV !== 'development' || !MAIL_URL) throw notFound(say('There is no such page.'))
  const { status, json } = await outsideOf(c.env).outbound.send(MAIL_URL, { path })
  if (status !== 200) throw notFound(say('There is no such mail.'))
  return json as T
}

const notFound = (why: string) => new PageError(404, say('Not found'), why)
const pathOf = (id: string) => `/dev/mail/${encodeURIComponent(id)}`
const mailOf = (request: PageRequest) =>
  fromOutbox<Mail>(request, `emails/${encodeURIComponent(request.c.req.param('id')!)}`)

export const mails = publicPage({
  at: '/dev/mail',
  title: 'Mail',
  lead: 'In development, mail is stored here instead of being sent. The newest comes first.',
  centered: 'broad',
  parts: ({ request }) => fromOutbox<{ data: MailSummary[] }>(request, 'emails'),
  Content: ({ parts: { data } }) =>
    data.length ? <List mails={data} /> : <p>{say('There is no mail yet.')}</p>,
})

const List: FC<{ mails: MailSummary[] }> = ({ mails }) => (
  <ul class="rows">
    {mails.map(({ id, to, subject, created_at }) => (
      <li class="close">
        <a href={pathOf(id)}>{subject}</a>
        <p class="muted small">
          {to.join(', ')} · <Time at={created_at} />
        </p>
      </li>
    ))}
  </ul>
)

const Time: FC<{ at: string }> = ({ at }) => (
  <time datetime={at}>{say('{at} UTC', { at: at.slice(0, 19).replace('T', ' ') })}</time>
)

export const mail = publicPage({
  at: '/dev/mail/:id',
  security: { frames: true },
  parts: ({ request }) => mailOf(request),
  title: ({ parts }) => parts.subject,
  centered: 'broad',
  Content: ({ parts }) => (
    <>
      <Head mail={parts} />
      <Links text={parts.text} />
      <iframe
        class="mail"
        title={say('The mail as HTML')}
        sandbox=""
        src={`${pathOf(parts.id)}/html`}
      ></iframe>
      <h2>{say('Plain text')}</h2>
      <pre class="mail" tabindex={0} role="region" aria-label={say('The mail as plain text')}>
        {parts.text}
      </pre>
      <p>
        <LinkButton to="/dev/mail">{say('All mail')}</LinkButton>
      </p>
    </>
  ),
})

const Head: FC<{ mail: Mail }> = ({ mail }) => (
  <Pairs
    of={[
      [say('From'), mail.from],
      [say('To'), mail.to.join(', ')],
      [say('Sent'), <Time at={mail.created_at} />],
      [say('File'), <span class="mono">{mail.file}</span>],
    ]}
  />
)

/** The links of the mail, which cannot be opened from inside the sandbox. */
const Links: FC<{ text: string }> = ({ text }) => (
  <ul class="mail">
    {[...new Set(text.match(/^https?:\S+$/gm))].map((link) => (
      <li>
        <a href={link}>{link}</a>
      </li>
    ))}
  </ul>
)

/** The HTML of a mail, for the sandboxed frame. */
export const showMailHtml: Page = async (request) =>
  new Response((await mailOf(request)).html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
showMailHtml.security = { isFramed: true }
