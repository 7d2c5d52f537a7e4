import type { FC } from 'hono/jsx'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { rolesUpTo } from './members.tsx'
import type { ShownOrganization } from './organization.tsx'

const mailTexts: Record<string, string> = {
  waiting: 'The mail is on its way',
  sent: 'Mailed',
  failed: 'The mail could not be sent; pass the link on yourself',
}

/** Pending invitations, and a form to invite; nothing for those who may not. */
export const Invitations: FC<ShownOrganization> = (shown) => {
  const { organization, form, parts, request } = shown
  if (!parts.invitations) return null
  const { items, total, part } = parts.invitations
  return (
    <ListSection
      id="invitations"
      title={say('Invitations')}
      of={items}
      line={(one) => ({
        title: one.email,
        facts: [
          <Badge>{inWords(one.role)}</Badge>,
          onDay('Good until', one.expires_at),
          say(mailTexts[one.mail_status]),
        ],
        buttons: [
          form('resend', { of: one, about: say('the invitation of {email}', { email: one.email }) }),
          form('withdraw', { of: one, about: say('the invitation of {email}', { email: one.email }) }),
        ],
      })}
      none={say('Nobody is invited at the moment.')}
      part={part}
      total={total}
    >
      {form('invite', {
        values: { email: request.query.invite ?? '', role: request.query.role ?? 'member' },
        choices: { role: rolesUpTo(organization.role) },
        ...(request.query.invite && { open: true }),
      })}
    </ListSection>
  )
}

/** What is said of an invitation; its link is null if it was created and shown before. */
export const invited = (link: string | null, warnings: string[]) => (
  <Notice kind={warnings.length ? 'warn' : 'good'} title={say('Invited')}>
    {warnings.map((warning) => (
      <p>{warning}</p>
    ))}
    {link ? (
      <>
        <p>{say('This link is shown once. Whoever is invited can accept with it for seven days.')}</p>
        <Copy id="link" what={say('Link of the invitation')} text={link} fold />
      </>
    ) : (
      <p>{say('This invitation was created before; its link is not shown again.')}</p>
    )}
  </Notice>
)
