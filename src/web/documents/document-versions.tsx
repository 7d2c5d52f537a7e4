import type { FC } from 'hono/jsx'
import type { Part } from '../kit/pager.tsx'
import { ConfirmButton, Badge, count, Notice } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'

export type Version = {
  number: number
  label: string | null
  summary: string | null
  added_lines: number
  removed_lines: number
  created_at: string
  author: { name: string } | null
}
export type OldVersion = Version & { title: string; content: string }

const authorName = ({ author }: Version) => author?.name ?? 'somebody who left'

type Props = {
  versions: { items: Version[]; total: number }
  part: Part
  current: number
  at: string
  open: boolean
}
/** The versions of a document, with links to each. */
export const Versions: FC<Props> = ({ versions: { items, total }, part, current, at, open }) => (
  <details class="more card" open={open} id="versions">
    <summary>{count(total, 'version')}</summary>
    <ul class="rows">
      {items.map((one) => (
        <li>
          <p class="marks">
            <a
              href={one.number === current ? at : `${at}&version=${one.number}`}
            >{`Version ${one.number}`}</a>
            {one.number === current ? <Badge kind="accent">current</Badge> : null}
            {one.label ? <Badge kind="good">{one.label}</Badge> : null}
          </p>
          {one.summary ? <p>{one.summary}</p> : null}
          <p class="facts">
            <span>{authorName(one)}</span>
            <Moment at={one.created_at} />
            <span>{`${one.added_lines} added, ${count(one.removed_lines, 'line')} removed`}</span>
          </p>
        </li>
      ))}
    </ul>
    {part.pager(total)}
  </details>
)

type OldProps = { old: OldVersion; current: number; at: string; may: boolean }
/** A notice that an old version is shown, with a button to restore it. */
export const Old: FC<OldProps> = ({ old, current, at, may }) => (
  <Notice
    kind="warn"
    title={old.number === current ? 'This is the current version' : `Version ${old.number}`}
  >
    <p>
      {`Saved by ${authorName(old)}, `}
      <Moment at={old.created_at} />
      {old.title ? `, as “${old.title}”. ` : '. '}
      <a href={at}>Go to the current version</a>
    </p>
    {may && old.number !== current ? (
      <ConfirmButton
        verb="Restore"
        subject={`version ${old.number}`}
        showSubject
        action={at.replace('?', '/restore?')}
        fields={{ number: String(old.number), base_version: String(current) }}
        warning="Its text becomes the current one, as a new version. The others are kept."
      />
    ) : null}
  </Notice>
)
