import type { FC } from 'hono/jsx'
import { Badge, Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import type { ShownDocument } from './document.tsx'

type Version = ShownDocument['parts']['versions']['items'][number]
const authorName = ({ author }: Pick<Version, 'author'>) => author?.name ?? say('somebody who left')

/** The versions of a document, with links to each. */
export const Versions: FC<ShownDocument> = ({ request, here, object, parts: { versions, old }, form }) => (
  <details class="more card" open={old !== undefined || 'versions_from' in request.query} id="versions">
    <summary>{count(versions.total, 'version')}</summary>
    <ul class="rows">
      {versions.items.map((one) => {
        const isCurrent = one.number === object.current_version
        return (
          <li>
            <p class="marks">
              <a href={isCurrent ? here : `${here}&version=${one.number}`}>
                {say('Version {number}', { number: one.number })}
              </a>
              {isCurrent ? <Badge kind="accent">{say('current')}</Badge> : null}
              {one.label ? <Badge kind="good">{one.label}</Badge> : null}
            </p>
            {one.summary ? <p>{one.summary}</p> : null}
            <p class="facts">
              <span>{authorName(one)}</span>
              <Moment at={one.created_at} />
              <span>
                {say('{added_lines} added, {counted} removed', {
                  added_lines: one.added_lines,
                  counted: count(one.removed_lines, 'line'),
                })}
              </span>
            </p>
            {form('label', {
              of: { ...one, id: String(one.number) },
              about: say('version {number}', { number: one.number }),
            })}
          </li>
        )
      })}
    </ul>
    {versions.part.pager(versions.total)}
  </details>
)

type OldProps = ShownDocument & { old: NonNullable<ShownDocument['parts']['old']> }
/** A notice that an old version is shown, with a button to restore it. */
export const Old: FC<OldProps> = ({ old, here, object, form }) => {
  const isCurrent = old.number === object.current_version
  return (
    <Notice
      kind="warn"
      title={isCurrent ? say('This is the current version') : say('Version {number}', { number: old.number })}
    >
      <p>
        {`${say('Saved by {authorName},', { authorName: authorName(old) })} `}
        <Moment at={old.created_at} />
        {old.title ? `${say(', as “{title}”.', { title: old.title })} ` : '. '}
        <a href={here}>{say('Go to the current version')}</a>
      </p>
      {isCurrent
        ? null
        : form('restore', {
            hidden: { number: String(old.number), base_version: String(object.current_version) },
            about: say('version {number}', { number: old.number }),
          })}
    </Notice>
  )
}
