import type { FC } from 'hono/jsx'
import { fileTypes } from '../../../db/schema/values.ts'
import { uuidv7 } from '../../kit/id.ts'
import { Field } from '../kit/inputs.tsx'
import { type Home, isAtLeast } from '../kit/organization-context.ts'
import { ConfirmButton, Hidden } from '../kit/parts.tsx'
import type { Problems } from '../kit/visit.ts'
import { type Attachment, Files, limits } from './files.tsx'

type Props = {
  files: { items: Attachment[]; total: number }
  on: string
  me: string
  home: Home
  may: boolean
  problems: Problems
}
/** The files of a task, with a form to add one. */
export const TaskFiles: FC<Props> = ({ files, on, me, home, may, problems }) => (
  <Files
    files={files}
    here={`${on}?org=${home.slug}`}
    attach={may ? <Upload at={`${on}/files?org=${home.slug}`} noun="file" problems={problems} /> : null}
    drop={({ id, filename, uploaded_by }) =>
      isAtLeast(home, 'manager') || uploaded_by?.user_id === me ? (
        <ConfirmButton
          verb="Delete"
          subject={filename}
          action={`${on}/files/delete?org=${home.slug}`}
          fields={{ id }}
          warning="It disappears for everyone at once, and is erased after thirty days."
        />
      ) : null
    }
  />
)

const Upload: FC<{ at: string; noun: string; problems: Problems }> = ({ at, noun, problems }) => (
  <details class="more" open={problems.fields.file !== undefined}>
    <summary>{`Attach a ${noun}`}</summary>
    <form class="stack" method="post" action={at} enctype="multipart/form-data" novalidate>
      <Hidden fields={{ once: uuidv7() }} />
      <Field
        name="file"
        type="file"
        label="File"
        hint={limits}
        accept={[...fileTypes].join(',')}
        problems={problems}
      />
      <Field name="caption" label="Caption" problems={problems} optional />
      <button>Attach</button>
    </form>
  </details>
)
