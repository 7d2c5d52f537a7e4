import { pageOf } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { me } from '../../kit/sql.ts'
import * as invitation from './invitations.ts'
import * as member from './members.ts'
import {
  Invitation,
  InvitationDraft,
  InvitationFilter,
  InvitationPreview,
  InvitationSent,
  MyInvitation,
} from './invitation-schemas.ts'
import { Member, Paging } from './schemas.ts'

const byToken = { kind: 'svc_inv_', noun: 'invitation' } as const

/** The operations on invitations, in the order of the area. */
export const inviting = [
  read({
    id: 'listInvitations',
    summary: 'List invitations, open and past',
    at: 'GET /invitations',
    role: 'admin',
    tool: 'list_invitations',
    query: InvitationFilter,
    returns: pageOf(Invitation),
    run: ({ query }) => invitation.listInvitations(query),
  }),
  write({
    id: 'createInvitation',
    summary: 'Invite somebody by e-mail address',
    at: 'POST /invitations',
    role: 'admin',
    tool: 'create_invitation',
    asks: { about: 'access' },
    audit: 'invitation.created',
    body: InvitationDraft,
    returns: InvitationSent,
    status: 201,
    response: { shownOnce: 'accept_url' },
    details:
      'Mailed to the address, in the language of the organization; good for 7 days. `accept_url` is a copy to pass on, ' +
      'shown once: only the hash of its token is stored.',
    example: { body: { email: 'grace@example.com', role: 'member' } },
    run: ({ body, id, settings, outside }) => [
      ...invitation.requireInvitable(body),
      ...invitation.invite(id(), body, { settings, outside }),
    ],
  }),
  write({
    id: 'resendInvitation',
    summary: 'Send an invitation again with a new token',
    at: 'POST /invitations/{invitation_id}/resend',
    role: 'admin',
    asks: { about: 'access' },
    audit: 'invitation.resent',
    returns: InvitationSent,
    response: { shownOnce: 'accept_url' },
    refuses: [429],
    details: 'At most five invitations an hour are mailed to one address, beyond which 429 says when.',
    example: {},
    run: ({ params: { invitation_id }, settings, outside }) =>
      invitation.resend(invitation_id, { settings, outside }),
  }),
  write({
    id: 'deleteInvitation',
    summary: 'Revoke an invitation',
    at: 'DELETE /invitations/{invitation_id}',
    role: 'admin',
    tool: 'delete_invitation',
    audit: 'invitation.revoked',
    status: 204,
    example: {},
    run: ({ params: { invitation_id } }) => invitation.revoke(invitation_id),
  }),
  read({
    id: 'listMyInvitations',
    summary: 'List open invitations to my verified address',
    at: 'GET ~/invitations',
    role: 'signed_in',
    not: ['api_key'],
    query: Paging,
    returns: pageOf(MyInvitation),
    details: 'An address is verified by a link that was mailed to it.',
    run: ({ query }) => invitation.listMine(query),
  }),
  read({
    id: 'previewInvitation',
    summary: 'Show an invitation to whoever holds its token',
    at: 'GET ~/invitations/{token}',
    role: 'public',
    byToken,
    returns: InvitationPreview,
    refuses: [403],
    run: ({ params: { token } }) => invitation.preview(token),
  }),
  write({
    id: 'acceptInvitation',
    summary: 'Accept an invitation',
    at: 'POST ~/invitations/{token}/accept',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    byToken,
    audit: 'invitation.accepted',
    returns: Member,
    example: {},
    details: 'For the address it was sent to; 404 for everybody else.',
    run: ({ params: { token } }) => [invitation.accept(token), member.getMember(me)],
  }),
  write({
    id: 'declineInvitation',
    summary: 'Decline an invitation',
    at: 'POST ~/invitations/{token}/decline',
    role: 'public',
    byToken,
    audit: 'invitation.declined',
    refuses: [403],
    status: 204,
    example: {},
    run: ({ params: { token } }) => invitation.decline(token),
  }),
]
