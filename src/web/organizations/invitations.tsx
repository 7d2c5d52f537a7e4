import type { FC } from 'hono/jsx'
import { Row } from '../kit/list-page.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Part } from '../kit/pager.tsx'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { rolesUpTo } from './members.tsx'
import type { ShownOrganization } from './organization.tsx'

export type PendingInvitations = Answer<'listInvitations'> & { part: Part }

const mailTexts: Record<string, string> = {
  waiting: 'The mail is on its way',
  sent: 'Mailed',
  failed: 'The mail could not be sent; pass the link on yourself',
}

/** Pending invitations, and a form to invite; nothing for those who may not. */
export const Invitations: FC<ShownOrganization> = (shown) => {
  const { home, form, parts } = shown
  if (!parts.invitations) return null
  const { items, total, part } = parts.invitations
  return (
    <section class="card stack" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      {items.length ? null : <p class="muted">Nobody is invited at the moment.</p>}
      <ul class="rows">
        {items.map((one) => (
          <Row
            id={one.id}
            title={one.email}
            facts={[
              <Badge>{one.role}</Badge>,
              <>
                Good until <Day at={one.expires_at} />
              </>,
              mailTexts[one.mail_status],
            ]}
            marks={
              <div class="buttons">
                {form('resend', { of: one, about: `the invitation of ${one.email}` })}
                {form('withdraw', { of: one, about: `the invitation of ${one.email}` })}
              </div>
            }
            shown={shown}
          />
        ))}
      </ul>
      {part.pager(total)}
      {form('invite', { values: { role: 'member' }, choices: { role: rolesUpTo(home.role) } })}
    </section>
  )
}

/** What is said of an invitation; its link is null if it was created and shown before. */
export const invited = (link: string | null) => (
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
