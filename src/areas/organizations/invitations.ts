import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import {
  organizationInvitations as invitations,
  organizationMembers as members,
} from '../../../db/schema/organizations.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  me,
  one,
  page,
  type Ref,
  ensure,
  ensureFields,
  shape,
  update,
} from '../../kit/sql.ts'
import { type Target, referencesIn } from '../../kit/targets.ts'
import type { MailService } from '../../shared/mail/service.ts'
import { unsent } from '../../shared/mail/unsent.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { Invitation, type InvitationDraft, type InvitationFilter } from './invitation-schemas.ts'
import { type Paging } from './schemas.ts'
import { requireInvitableRole } from '../../shared/members.ts'
import { project } from '../../shared/references.ts'

type Draft = z.output<typeof InvitationDraft>

const status = sql`app.invitation_status(${invitations.status}, ${invitations.expires_at})`
const inviter = sql`(select ${json({ user_id: users.id, name: users.name })} from ${users}
  where ${users.id} = ${invitations.invited_by})`
const invitation = shape(Invitation, invitations, { status, invited_by: inviter })

export const invitationTarget: Target = {
  kind: 'invitation',
  noun: 'invitation',
  table: invitations,
  notDeleted: sql`true`,
}

export const listInvitations = ({ status: statuses, ...query }: z.output<typeof InvitationFilter>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, invitation, {
    where: all(inOrg(invitations), statuses && sql`${status} in ${statuses}`),
    sorts: { created_at: invitations.created_at },
  })

const row = (id: Ref) => all(inOrg(invitations), eq(invitations.id, id))

/** The invitation with the inviter's copy of its link: the only time that its token is shown. */
const sentAnswer = (id: Ref, token: string, webUrl: string) => {
  const accept_url = sql`${`${webUrl}/invitations/${token}`}::text`
  return one({ ...invitation, answer: json({ ...invitation.fields, accept_url, warnings: unsent }) }, row(id))
}

const tokenColumns = (token: string) => ({
  token_hash: sql`decode(${hashOf(token)}, 'hex')`,
  expires_at: sql`now() + interval '7 days'`,
})

const requireNotMember = (email: string | Ref) =>
  ensure(
    sql`not exists (select from ${members} join ${users} on ${users.id} = ${members.user_id}
    where ${inOrg(members)} and ${members.status} = 'active' and lower(${users.email}) = ${email})`,
    'WM409',
    'this address belongs to a member already',
  )

/** Checks of inviting: role, projects, and that the address is not yet a member's nor invited. */
export const requireInvitable = ({ email, role, project_ids = [] }: Draft) => [
  requireInvitableRole(role),
  ...ensureFields(referencesIn({ project_ids: project }, { project_ids })),
  requireNotMember(email),
  sql`update ${invitations} set status = 'expired' where ${inOrg(invitations)}
    and ${invitations.email} = ${email} and ${invitations.status} = 'pending'
    and ${invitations.expires_at} <= now()`,
]

/** How an invitation reaches its receiver: the pages that links lead to, and the mail service. */
type Delivery = { settings: { webUrl: string }; outside: { mail: MailService; cell: string } }

const mailInvitation = (id: Ref, { outside }: Delivery, again = false) =>
  sql`select app.mail_invitation(${id}, ${outside.mail.missing === null}, ${again})`

export const invite = (id: string, draft: Draft, delivery: Delivery) => {
  const token = makeToken('svc_inv_', delivery.outside.cell)
  return [
    insert(invitations, { id, ...draft, ...tokenColumns(token) }),
    mailInvitation(id, delivery),
    sentAnswer(id, token, delivery.settings.webUrl),
  ]
}

const currentValue = (id: Ref, column: 'role' | 'email' | 'status') =>
  sql`(select ${invitations[column]} from ${invitations} where ${row(id)})`

/** New tokens, valid for seven days; the old ones stop working. */
export const resend = (id: Ref, delivery: Delivery) => {
  const token = makeToken('svc_inv_', delivery.outside.cell)
  return [
    requireInvitableRole(currentValue(id, 'role')),
    ensure(
      sql`${currentValue(id, 'status')} in ('pending', 'expired')`,
      'WM409',
      'only an open or expired invitation can be sent again',
    ),
    requireNotMember(currentValue(id, 'email')),
    update(
      invitations,
      {
        ...tokenColumns(token),
        status: 'pending',
        invited_by: me,
      },
      row(id),
    ),
    mailInvitation(id, delivery, true),
    sentAnswer(id, token, delivery.settings.webUrl),
  ]
}

export const revoke = (id: Ref) => [
  ensure(
    sql`${currentValue(id, 'status')} <> 'accepted'`,
    'WM409',
    'the invitation was accepted; remove the member instead',
  ),
  sql`update ${invitations} set status = 'revoked', responded_at = now()
    where ${row(id)} and ${invitations.status} = 'pending'`,
]

/**
 * The invitee, known by email address or token, is outside the organization: these functions bypass row-level
 * security.
 */
export const listMine = ({ limit, offset }: z.output<typeof Paging>) =>
  answer(sql`app.my_invitations(${limit}, ${offset})`)
export const preview = (hash: Ref) => answer(sql`app.invitation_preview(${hash})`)
export const accept = (hash: Ref) => sql`select app.accept_invitation(${hash})`
export const decline = (hash: Ref) => sql`select app.decline_invitation(${hash})`
