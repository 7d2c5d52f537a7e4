import * as z from 'zod'
import { csv, id, idOut, moment, Role, text, paging } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { mailStatuses } from '../../../db/schema/organizations.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { unsentWarnings } from '../../shared/mail/unsent.ts'

const Inviter = z.object({
  user_id: idOut().describe('Who invites'),
  name: z.string().describe("The person's name"),
})
const InvitationStatus = z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired'])

export const Invitation = z
  .object({
    id: ownId,
    email: z.string().describe('The invited address'),
    role: Role.describe('The role that is offered'),
    project_ids: z.array(idOut()).describe('Private projects that come with it'),
    message: z.string().nullable().describe('A line to the invited'),
    status: InvitationStatus.describe('Whether it was answered'),
    expires_at: moment().describe('Until when it can be accepted'),
    invited_by: Inviter.describe('Who invites'),
    responded_at: moment().nullable().describe('When it was accepted or declined'),
    send_count: z.int().meta({ description: 'How many mails of it have left' }),
    last_sent_at: moment().meta({
      description: 'When the last mail left; until one has, when the invitation was made',
    }),
    mail_status: z.enum(mailStatuses).meta({
      description:
        'What became of the last mail; `off` where this deployment sends none: then pass `accept_url` on',
    }),
    created_at: createdAt,
  })
  .meta({
    id: 'Invitation',
    'x-row': 'id email role status expires_at invited_by mail_status',
  })

export const InvitationSent = Invitation.extend({
  accept_url: z
    .url()
    .nullable()
    .meta({
      description:
        'A copy of the link to pass on, shown once; accepting through it does not prove the address, as the mailed ' +
        'link does. Null where a repeated Idempotency-Key is answered',
      example: 'https://service.example/invitations/svc_inv_0123456789',
    }),
  warnings: unsentWarnings,
}).meta({ id: 'InvitationSent' })

export const InvitationDraft = z
  .strictObject({
    email: email(),
    role: Role.describe('The role that is offered'),
    project_ids: z
      .array(id())
      .max(50, 'at most 50 projects')
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'Projects that accepting opens at once' }),
    message: text(500).optional().describe('A line to the invited'),
  })
  .meta({ id: 'InvitationDraft' })

export const InvitationFilter = z.strictObject({ status: csv(InvitationStatus).optional(), ...paging })

export const MyInvitation = z
  .object({
    id: ownId,
    organization: z
      .object({ id: ownId, name: z.string().describe('What it is called') })
      .describe('The organization that invites'),
    inviter_name: z.string().describe('Who invites'),
    role: Role.describe('The role that is offered'),
    message: z.string().nullable().describe('A line to the invited'),
    expires_at: moment().describe('Until when it can be accepted'),
    created_at: createdAt,
  })
  .meta({ id: 'MyInvitation' })

export const InvitationPreview = z
  .object({
    organization_name: z.string().describe('The organization that invites'),
    inviter_name: z.string().describe('Who invites'),
    role: Role.describe('The role that is offered'),
    email: z.string().meta({ description: 'Masked', example: 'a***@example.com' }),
    expires_at: moment().describe('Until when it can be accepted'),
    status: InvitationStatus.describe('Whether it was answered'),
  })
  .meta({ id: 'InvitationPreview' })
