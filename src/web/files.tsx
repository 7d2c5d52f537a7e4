import type { FC } from 'hono/jsx'
import { fileTypes } from '../../db/schema/values.ts'
import { uuidv7 } from '../kit/id.ts'
import { Ask, count, Field, Hidden, sizeOf } from './parts.tsx'
import { type Home, isAtLeast } from './place.ts'
import type { Task } from './task-form.tsx'
import { Moment } from './time.tsx'
import type { Problems } from './visit.ts'

/** A file of a task. */
export type Kept = {
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
  files: { items: Kept[]; total: number }
  task: Task
  me: string
  home: Home
  may: boolean
  problems: Problems
}

export const limits = 'PNG, JPG, WEBP, GIF or PDF, up to 10 MiB each; at most 50 on one task.'
/** A picture that is larger is not shown small, as its whole size would have to be fetched. */
const largestShown = 3 * 1024 * 1024

/** The files of a task: to look at, to download, to delete, and a form for another. */
export const Files: FC<Props> = ({ files, task, me, home, may, problems }) =>
  may || files.total ? (
    <section class="card stack" aria-labelledby="files">
      <h2 id="files">{files.total ? count(files.total, 'file') : 'No files yet'}</h2>
      {files.total ? (
        <ul class="rows">
          {files.items.map((file) => (
            <Row
              file={file}
              task={task}
              org={home.slug}
              may={may && (isAtLeast(home, 'manager') || file.uploaded_by?.user_id === me)}
            />
          ))}
        </ul>
      ) : null}
      {may ? <Upload at={`/tasks/${task.key}/files?org=${home.slug}`} problems={problems} /> : null}
    </section>
  ) : null

const Row: FC<{ file: Kept; task: Task; org: string; may: boolean }> = ({ file, task, org, may }) => {
  const { id, filename, content_type, size_bytes, caption, uploaded_by, created_at } = file
  const at = `/tasks/${task.key}/files/${id}?org=${org}`
  const shown = content_type.startsWith('image/') && size_bytes <= largestShown
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
        <Ask
          does="Delete"
          about={filename}
          action={`/tasks/${task.key}/files/delete?org=${org}`}
          fields={{ id }}
          warning="It is gone for everybody at once, and erased after thirty days."
        />
      ) : null}
    </li>
  )
}

const Upload: FC<{ at: string; problems: Problems }> = ({ at, problems }) => (
  <details class="more" open={problems.fields.file !== undefined}>
    <summary>Attach a file</summary>
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
      <Field name="caption" label="Caption" problems={problems} maxlength={200} optional />
      <button>Attach</button>
    </form>
  </details>
)
