import { isUuid } from '../../base/id.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type PageForms, savedAt, type ShowForm } from '../kit/forms.tsx'
import { find, isAtLeast, type Person } from '../kit/organization-context.ts'
import { say } from '../kit/say.ts'
import { PageError, redirectTo, type PageRequest } from '../kit/page-request.ts'
import { attach, type Target } from './file-actions.ts'
import { type Attachment, Files, limits } from './files.tsx'

/** The forms of a page whose object takes files. */
export const fileForms = <T extends { id: string }>(type: Target['type'], noun = 'file'): PageForms<T> => ({
  files: calling('uploadAttachment', {
    title: `Attach a ${noun}`,
    verb: 'Attach',
    fields: bodyFields(
      'AttachmentDraft',
      { caption: 'Caption' },
      { file: { label: 'File', type: 'file', required: true, hint: limits, after: null } },
    ),
    sends: async (request, { organization, object }) => {
      const at = `/api/v1/organizations/${organization.id}`
      const refused = await attach(request, { at, type, id: object.id })
      return refused ? { refused: [refused.problems, refused.status] } : { answer: null }
    },
    to: ({ here }) => savedAt(here, 'files'),
  }),
  'drop-file': calling('deleteAttachment', {
    warning: 'It disappears for everyone at once, and is erased after thirty days.',
    to: ({ here }) => savedAt(here, 'files'),
  }),
})

/** Leads to the download of an attachment. */
export async function attachmentFile(request: PageRequest) {
  const id = request.c.req.param('file') ?? ''
  if (!isUuid(id)) throw new PageError(404, say('No such file'), say('The address is incomplete.'))
  const { object } = await find<{ download_url: string }>(request, `/attachments/${id}`, 'file')
  return redirectTo(object.download_url)
}

type Props = {
  shown: { here: string; organization: { role: string }; person: Person; form: ShowForm }
  files: { items: Attachment[]; total: number }
  noun?: string
  /** Whether the reader may attach more, where the page does not say so of its forms. */
  may?: boolean
}
/** The files of an object, with the forms to add one and to delete one's own. */
export const PageFiles = ({
  shown: { here, organization, person, form },
  files,
  noun = 'file',
  may = true,
}: Props) => (
  <Files
    files={files}
    here={here}
    noun={noun}
    attach={may ? form('files') : null}
    drop={(file) =>
      isAtLeast(organization, 'manager') || file.uploaded_by?.user_id === person.id
        ? form('drop-file', { of: { id: file.id }, about: file.filename })
        : null
    }
  />
)
