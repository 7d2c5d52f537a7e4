import { sql } from 'drizzle-orm'
import { conflicts } from '../../kit/errors.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, me, mergeable } from '../../kit/sql.ts'
import * as invitation from './invitations.ts'
import * as member from './members.ts'
import * as query from './queries.ts'
import { roleList } from './roles.ts'
import {
  Deletion, Invitation, InvitationDraft, InvitationFilter, InvitationPreview, InvitationSent, Member,
  MemberChange,
  MemberDetail, MemberFilter, MemberRemoval, MyInvitation, NewOwner, Organization, OrganizationChange,
  OrganizationDraft, OrganizationSummary, Paging, RoleList, Scheduled,
} from './schemas.ts'

conflicts({
  organizations_slug: 'this slug is taken',
  organization_invitations_pending: 'this address has an open invitation; send it again',
})

const targets = { user_id: member.memberTarget, invitation_id: invitation.invitationTarget }
const byToken = { kind: 'svc_inv_', what: 'invitation' } as const

export default area('organizations', 'Organizations', targets, [
  read({
    id: 'listOrganizations', does: 'List the organizations I belong to', at: 'GET ~/organizations',
    role: 'signed_in',
    reach: 'any', tool: 'list_organizations', query: Paging, returns: pageOf(OrganizationSummary),
    run: ({ query: asked }) => query.listMine(asked),
  }),
  write({
    id: 'createOrganization', does: 'Create an organization and become its owner', at: 'POST ~/organizations',
    role: 'signed_in', not: ['api_key'], tool: 'create_organization', audit: 'organization.created',
    details: 'Without a slug one is made from the name, with -2, -3 … where it is taken.',
    body: OrganizationDraft, returns: Organization, status: 201, refuses: [409],
    example: { body: { name: 'Ada & Co' } },
    run: ({ body: { slug, ...draft }, id }) =>
      [query.createOrganization(id(), draft, slug), query.getOrganization],
  }),
  read({
    id: 'getOrganization', does: 'Get an organization', at: 'GET /', role: 'viewer', tool: 'get_organization',
    returns: Organization,
    run: () => query.getOrganization,
  }),
  write({
    id: 'updateOrganization', does: 'Change an organization', at: 'PATCH /', role: 'admin',
    tool: 'update_organization',
    audit: 'organization.updated', details: 'Only the owner may change the slug.', body: OrganizationChange,
    returns: Organization, refuses: [409], example: { body: { name: 'Ada & Sons' } },
    run: ({ params: { org_id }, body: { version, ...change } }) => [
      ...query.mayRename(change.slug), query.lock, ...mergeable('organizations', org_id, version, change),
      ...query.changeOrganization(change), query.getOrganization,
    ],
  }),
  write({
    id: 'deleteOrganization', does: 'Schedule an organization for deletion in 30 days', at: 'DELETE /',
    role: 'owner',
    audit: 'organization.deleted', body: Deletion, returns: Scheduled, status: 202, refuses: [409],
    details: 'It answers 404 to everybody at once, its keys stop; the owner can restore it until then.',
    example: { body: { confirm_slug: '{org_slug}' } },
    run: ({ body: { confirm_slug } }) => query.scheduleDeletion(confirm_slug),
  }),
  write({
    id: 'restoreOrganization', does: 'Take back the deletion of an organization', at: 'POST /restore',
    role: 'owner',
    audit: 'organization.restored', returns: Organization, refuses: [409], evenDeleted: true, given: ['deleteOrganization'], example: {},
    details: 'The slug comes back too, with a suffix where it was taken meanwhile.',
    run: () => [query.restoreOrganization, query.getOrganization],
  }),
  write({
    id: 'transferOwnership', does: 'Make another member owner and become admin',
    at: 'POST /transfer-ownership',
    role: 'owner', not: ['api_key', 'oauth'], audit: 'organization.ownership_transferred', body: NewOwner,
    returns: Member, example: { body: { user_id: '{other_user_id}' } },
    run: ({ body: { user_id } }) => member.transferOwnership(user_id),
  }),
  read({
    id: 'listMembers', does: 'List the members of an organization', at: 'GET /members', role: 'viewer',
    reach: 'any', tool: 'list_members', query: MemberFilter, returns: pageOf(Member),
    run: ({ query: asked }) => member.listMembers(asked),
  }),
  read({
    id: 'getMember', does: 'Get a member and what it may do', at: 'GET /members/{user_id}', role: 'viewer',
    reach: 'any', returns: MemberDetail,
    run: ({ params: { user_id } }) => member.getMemberDetail(user_id),
  }),
  write({
    id: 'updateMember', does: 'Change the role, status or title of a member', at: 'PATCH /members/{user_id}',
    role: 'admin', tool: 'update_member', audit: 'member.updated', body: MemberChange, returns: Member,
    refuses: [409],
    details: 'Nobody gives a role above their own or changes a member above them; the last owner stays.',
    example: { body: { title: 'Engineer' } },
    run: ({ params: { user_id }, body: { version, ...change } }) => [
      member.lockMembers(user_id), ...member.mayChange(user_id, change.role),
      ...mergeable('organization_members', member.rowOf(user_id), version, change),
      member.changeMember(user_id, change), member.ownerRemains, member.getMember(user_id),
    ],
  }),
  write({
    id: 'deleteMember', does: 'Remove a member from the organization', at: 'DELETE /members/{user_id}',
    role: 'admin',
    tool: 'delete_member', audit: 'member.removed', body: MemberRemoval, status: 204, refuses: [409],
    example: { body: { reassign_tasks_to: '{other_user_id}' } },
    details: 'Revokes the API keys of the member; open tasks go to `reassign_tasks_to` or to nobody.',
    run: ({ params: { user_id }, body: { reassign_tasks_to } }) => [
      member.lockMembers(user_id), ...member.mayChange(user_id),
      ...member.mayTakeOver(user_id, reassign_tasks_to),
      member.removeMember(user_id, reassign_tasks_to), member.ownerRemains,
    ],
  }),
  write({
    id: 'leaveOrganization', does: 'Leave an organization', at: 'POST /leave', role: 'signed_in',
    not: ['api_key'], audit: 'member.left', status: 204, refuses: [409], example: {},
    run: () => [member.lockMembers(me), member.removeMember(me), member.ownerRemains],
  }),
  read({
    id: 'listInvitations', does: 'List invitations, open and past', at: 'GET /invitations', role: 'admin',
    tool: 'list_invitations', query: InvitationFilter, returns: pageOf(Invitation),
    run: ({ query: asked }) => invitation.listInvitations(asked),
  }),
  write({
    id: 'createInvitation', does: 'Invite somebody by e-mail address', at: 'POST /invitations', role: 'admin',
    tool: 'create_invitation', audit: 'invitation.created', body: InvitationDraft, returns: InvitationSent,
    status: 201, refuses: [409], shownOnce: 'accept_url',
    details: 'The address to accept at is shown once: only the hash of its token is kept. Good for 7 days.',
    example: { body: { email: 'grace@example.com', role: 'member' } },
    run: ({ body, id, settings }) =>
      [...invitation.mayInvite(body), ...invitation.invite(id(), body, settings.webUrl)],
  }),
  write({
    id: 'resendInvitation', does: 'Send an invitation again with a new token',
    at: 'POST /invitations/{invitation_id}/resend', role: 'admin', audit: 'invitation.resent',
    returns: InvitationSent, refuses: [409], example: {},
    run: ({ params: { invitation_id }, settings }) => invitation.resend(invitation_id, settings.webUrl),
  }),
  write({
    id: 'deleteInvitation', does: 'Revoke an invitation', at: 'DELETE /invitations/{invitation_id}',
    role: 'admin',
    tool: 'delete_invitation', audit: 'invitation.revoked', status: 204, refuses: [409], example: {},
    run: ({ params: { invitation_id } }) => invitation.revoke(invitation_id),
  }),
  read({
    id: 'listMyInvitations', does: 'List open invitations to my verified address', at: 'GET ~/invitations',
    role: 'signed_in', not: ['api_key'], query: Paging, returns: pageOf(MyInvitation),
    details: 'An address is verified once its person has accepted an invitation that was sent to it.',
    run: ({ query: asked }) => invitation.listMine(asked),
  }),
  read({
    id: 'previewInvitation', does: 'Show an invitation to whoever holds its token',
    at: 'GET ~/invitations/{token}', role: 'public', byToken, returns: InvitationPreview,
    run: ({ params: { token } }) => invitation.preview(token),
  }),
  write({
    id: 'acceptInvitation', does: 'Accept an invitation', at: 'POST ~/invitations/{token}/accept',
    role: 'signed_in',
    not: ['api_key', 'oauth'], byToken, audit: 'invitation.accepted', returns: Member, refuses: [409],
    example: {},
    details: 'For the address it was sent to; 404 for everybody else.',
    run: ({ params: { token } }) => [invitation.accept(token), member.getMember(me)],
  }),
  write({
    id: 'declineInvitation', does: 'Decline an invitation', at: 'POST ~/invitations/{token}/decline',
    role: 'public', byToken, audit: 'invitation.declined', status: 204, example: {},
    run: ({ params: { token } }) => invitation.decline(token),
  }),
  read({
    id: 'listRoles', does: 'List the roles and what each may do', at: 'GET /roles', role: 'viewer',
    returns: RoleList,
    run: () => answer(sql`${JSON.stringify({ items: roleList })}::json`),
  }),
])
