import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { actionAt } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { Section, sizeOf } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'

export type Attachment = Schemas['Attachment']
type Props = {
  files: { items: Attachment[]; total: number }
  /** Where the page is, with the parameters of its address. */
  here: string
  /** What a file is called on that page. */
  noun?: string
  /** The form that attaches one; empty for those who may not. */
  attach: Child
  /** The form that deletes one. */
  drop: (file: Attachment) => Child
}

type FileLink = { id: string; filename: string; size_bytes: number }
/** Links to files, such as those of a message. */
export const FileLinks: FC<{ of: FileLink[]; at: (id: string) => string }> = ({ of, at }) =>
  of.length ? (
    <ul class="attachments">
      {of.map(({ id, filename, size_bytes }) => (
        <li>
          <a href={at(id)}>{filename}</a> <span class="muted">{sizeOf(size_bytes)}</span>
        </li>
      ))}
    </ul>
  ) : null

export const limits = 'PNG, JPG, WEBP, GIF or PDF, up to 10 MiB each; at most 50.'
/** A larger image gets no thumbnail, since the full file would have to be fetched. */
const maxThumbnailBytes = 3 * 1024 * 1024

/** The attachments of a page, with a form to add one. */
export const Files: FC<Props> = ({ files, here, noun = 'file', attach, drop }) =>
  attach || files.total ? (
    <Section id="files" title={files.total ? count(files.total, noun) : say('No {noun}s yet', { noun })}>
      {files.total ? (
        <ul class="rows">
          {files.items.map((file) => (
            <Row file={file} at={actionAt(here, `files/${file.id}`)}>
              {attach ? drop(file) : null}
            </Row>
          ))}
        </ul>
      ) : null}
      {attach}
    </Section>
  ) : null

const Row: FC<PropsWithChildren<{ file: Attachment; at: string }>> = ({ file, at, children }) => {
  const { filename, content_type, size_bytes, caption, uploaded_by, created_at } = file
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
            <span>{uploaded_by?.name ?? say('Somebody who left')}</span>
            <Moment at={created_at} />
          </p>
        </div>
      </div>
      {children}
    </li>
  )
}
