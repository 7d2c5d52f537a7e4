import type { FC } from 'hono/jsx'
import { fileTypes } from '../../../db/schema/values.ts'
import { uuidv7 } from '../../kit/id.ts'
import { ConfirmButton, count, Hidden, sizeOf } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { type Home, isAtLeast } from '../kit/organization-context.ts'
import { Moment } from '../kit/time.tsx'
import type { Problems } from '../kit/visit.ts'

export type Attachment = {
  id: string
  filename: string
  content_type: string
  size_bytes: number
  width: number | null
  height: number | null
  caption: string | null
  uploaded_by: { user_id: string; name: string } | null
  created_at: string
}
type Props = {
  files: { items: Attachment[]; total: number }
  /** The path of the page that they are attached to, such as /tasks/WEB-12. */
  on: string
  /** What a file is called on that page. */
  noun?: string
  me: string
  home: Home
  may: boolean
  problems: Problems
}

export const limits = 'PNG, JPG, WEBP, GIF or PDF, up to 10 MiB each; at most 50.'
/** A larger image gets no thumbnail, since the full file would have to be fetched. */
const maxThumbnailBytes = 3 * 1024 * 1024

/** The attachments of a page, with a form to add one. */
export const Files: FC<Props> = ({ files, on, noun = 'file', me, home, may, problems }) =>
  may || files.total ? (
    <section class="card stack" aria-labelledby="files">
      <h2 id="files">{files.total ? count(files.total, noun) : `No ${noun}s yet`}</h2>
      {files.total ? (
        <ul class="rows">
          {files.items.map((file) => (
            <Row
              file={file}
              on={on}
              org={home.slug}
              may={may && (isAtLeast(home, 'manager') || file.uploaded_by?.user_id === me)}
            />
          ))}
        </ul>
      ) : null}
      {may ? <Upload at={`${on}/files?org=${home.slug}`} noun={noun} problems={problems} /> : null}
    </section>
  ) : null

const Row: FC<{ file: Attachment; on: string; org: string; may: boolean }> = ({ file, on, org, may }) => {
  const { id, filename, content_type, size_bytes, caption, uploaded_by, created_at } = file
  const at = `${on}/files/${id}?org=${org}`
  const shown = content_type.startsWith('image/') && size_bytes <= maxThumbnailBytes
  return (
    <li class="row">
      <div class="grow file">
        {shown ? <img class="thumb" src={at} alt="" loading="lazy" width={72} height={54} /> : null}
        <div>
          <p class="title">
            <a href={at}>{filename}</a>
          </p>
          {caption ? <p>{caption}</p> : null}
          <p class="facts">
            <span>{sizeOf(size_bytes)}</span>
            <span>{uploaded_by?.name ?? 'Somebody who left'}</span>
            <Moment at={created_at} />
          </p>
        </div>
      </div>
      {may ? (
        <ConfirmButton
          verb="Delete"
          subject={filename}
          action={`${on}/files/delete?org=${org}`}
          fields={{ id }}
          warning="It disappears for everyone at once, and is erased after thirty days."
        />
      ) : null}
    </li>
  )
}

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
