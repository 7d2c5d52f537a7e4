import { area, read, write } from '../../kit/operation.ts'
import { folderOfOrganization } from '../../shared/files/folders.ts'
import { withSignedUrl } from '../../shared/files/signing.ts'
import * as queries from './portal-queries.ts'
import { PortalDownload, PortalFile, PortalFileDraft } from './schemas.ts'
import { dot, maxBytes, measure, store } from './storing.ts'

const contact = { role: 'portal' } as const

export default area('portal-files', 'Customer portal', {}, [
  write({
    id: 'uploadPortalAttachment',
    summary: 'Attach a file to a ticket of my company, or to a message of mine in it',
    at: 'POST ~/portal/tickets/{ticket_id}/attachments',
    ...contact,
    noun: 'ticket',
    audit: 'attachment.uploaded',
    body: PortalFileDraft,
    returns: PortalFile,
    status: 201,
    refuses: [429],
    maxBytes,
    details:
      'PNG, JPG, WEBP, GIF or PDF of at most 10 MiB, recognized by their bytes; 50 on a ticket, 30 an hour.',
    example: { body: { filename: 'screenshot', content_type: 'image/png', content_base64: dot } },
    preflight: {
      authorize: (draft, { ticket_id }) => [
        queries.requireAttachable(ticket_id!, draft.message_id),
        folderOfOrganization,
      ],
      perform: store,
    },
    run: ({ params: { ticket_id }, body, id, preflightResult, settings }) =>
      queries.attach(
        ticket_id,
        id(),
        { ...body, ...measure(body) },
        preflightResult!.values,
        settings.storageQuota,
      ),
  }),
  read({
    id: 'getPortalAttachment',
    summary: 'Get a file of a ticket of my company, with a link to its bytes',
    at: 'GET ~/portal/tickets/{ticket_id}/attachments/{attachment_id}',
    ...contact,
    noun: 'attachment',
    returns: PortalDownload,
    run: ({ params: { ticket_id, attachment_id } }) => queries.getFile(ticket_id, attachment_id),
    transform: withSignedUrl('PORTAL', 'download'),
  }),
])
