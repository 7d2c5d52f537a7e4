import type { Child, FC } from 'hono/jsx'
import { ConfirmButton, Badge, Copy, Hidden, Notice } from '../kit/parts.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import type { Form, Problems } from '../kit/visit.ts'
import { Day } from '../kit/time.tsx'

export type PendingInvitation = {
  id: string
  email: string
  role: string
  expires_at: string
  mail_status: string
}
export const roles = ['viewer', 'member', 'manager', 'admin', 'owner']
/** The roles that a person with this role may grant. */
export const rolesUpTo = (ownRole: string) => roles.slice(0, roles.indexOf(ownRole) + 1)
type Props = {
  invited: PendingInvitation[]
  pager: Child
  /** The link of an invitation just created; null if it was created and shown before. */
  link?: string | null | undefined
  /** The reader's own role, the highest that they can grant. */
  ownRole: string
  at: string
  once: string
  open: boolean
  values: Form
  problems: Problems
}

/** Pending invitations, and a form to invite. */
export const Invitations: FC<Props> = ({ invited, pager, link, ...form }) => (
  <section class="card stack" aria-labelledby="invitations">
    <h2 id="invitations">Invitations</h2>
    {link === undefined ? null : <Link link={link} />}
    {invited.length ? (
      <ul class="rows">
        {invited.map((one) => (
          <Row one={one} at={form.at} />
        ))}
      </ul>
    ) : (
      <p class="muted">Nobody is invited at the moment.</p>
    )}
    {pager}
    <InviteForm {...form} />
  </section>
)

const mailTexts: Record<string, string> = {
  waiting: 'The mail is on its way',
  sent: 'Mailed',
  failed: 'The mail could not be sent; pass the link on yourself',
}

const Row: FC<{ one: PendingInvitation; at: string }> = ({
  one: { id, email, role, expires_at, mail_status },
  at,
}) => (
  <li class="row">
    <div class="grow">
      <p class="title">{email}</p>
      <p class="facts">
        <Badge>{role}</Badge>
        <span>
          Good until <Day at={expires_at} />
        </span>
        {mailTexts[mail_status] ? <span>{mailTexts[mail_status]}</span> : null}
      </p>
    </div>
    <ConfirmButton
      verb="Withdraw"
      subject={`the invitation of ${email}`}
      action={`${at}/invitations/revoke`}
      fields={{ id }}
      warning="Its link stops working at once."
    />
  </li>
)

const InviteForm: FC<Omit<Props, 'invited' | 'pager' | 'link'>> = ({
  at,
  ownRole,
  once,
  open,
  values,
  problems,
}) => (
  <details class="more" open={open}>
    <summary>Invite somebody</summary>
    <form class="stack" method="post" action={`${at}/invitations`} novalidate>
      <Hidden fields={{ once }} />
      <Field
        name="email"
        type="email"
        label="E-mail address"
        values={values}
        problems={problems}
        autocomplete="off"
      />
      <Choice
        name="role"
        label="Role"
        hint="Viewers read, members work on tasks, managers run projects, admins run the organization."
        choices={rolesUpTo(ownRole).map((one) => [one, one])}
        values={{ role: 'member', ...values }}
        problems={problems}
      />
      <button class="primary">Invite</button>
    </form>
  </details>
)

const Link: FC<{ link: string | null }> = ({ link }) => (
  <Notice kind="good" title="Invited">
    {link ? (
      <>
        <p>This link is shown once. Whoever is invited can accept with it for seven days.</p>
        <Copy id="link" what="Link of the invitation" text={link} fold />
      </>
    ) : (
      <p>This invitation was created before; its link is not shown again.</p>
    )}
  </Notice>
)
