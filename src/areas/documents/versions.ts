import { sql } from 'drizzle-orm'
import { documents, documentVersions } from '../../../db/schema/documents.ts'
import { all, answer, inOrg, jsonb, one, page, type Ref, ensure, shape } from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { pause } from '../../base/pause.ts'
import { withSavedFields } from '../../platform/saved-fields.ts'
import { diff, type Hunk, hunksOf } from './diff.ts'
import { getDocument, row } from './queries.ts'
import { Version, VersionDetail } from './schemas.ts'

const computed = {
  author: person(documentVersions.author_id),
  size: sql`octet_length(${documentVersions.content})`,
}
const version = shape(Version, documentVersions, computed)
const detail = shape(VersionDetail, documentVersions, computed)

const ofDocument = (document: Ref) =>
  all(inOrg(documentVersions), sql`${documentVersions.document_id} = ${document}`)
const numbered = (document: Ref, number: Ref) =>
  all(ofDocument(document), sql`${documentVersions.number} = ${number}::int`)

export const listVersions = (document: Ref, query: { limit: number; offset: number }) =>
  page({ ...query, sort: [{ key: 'number', descending: true }] }, version, {
    where: ofDocument(document),
    sorts: { number: documentVersions.number },
  })

export const getVersion = (document: Ref, number: Ref) => one(detail, numbered(document, number))

export const labelVersion = (document: Ref, number: Ref, label: string | null) => [
  sql`update ${documentVersions} set label = ${label} where ${numbered(document, number)}`,
  one(version, numbered(document, number)),
]

export const restoreVersion = (document: Ref, number: Ref, base: object) => {
  const edit = jsonb({ ...base, title: '', content: '', edit_mode: 'restore' })
  const old = numbered(document, number)
  return [
    ensure(sql`exists (select from ${documentVersions} where ${old})`, 'WM404', 'version not found'),
    sql`select app.check_document_edit(${document},
      ${edit} || jsonb_build_object('summary', 'Restored version ' || ${number}::text))`,
    sql`update ${documents} set title = ${documentVersions.title}, content = ${documentVersions.content}
      from ${documentVersions} where ${row(document)} and ${old}`,
    withSavedFields(getDocument(document)),
  ]
}

/** Both texts, or nothing if one is missing; `compared` diffs them. */
export const twoVersions = (document: Ref, from: number | undefined, to: number | undefined) =>
  answer(sql`app.versions_to_compare(${document}::uuid, ${from ?? null}::int, ${to ?? null}::int)`)

type Text = { number: number; content: string }
export async function withDiff(result: string): Promise<string> {
  const { from, to } = JSON.parse(result) as { from: Text; to: Text }
  const { lines, exact } = await diff(linesOf(from.content), linesOf(to.content))
  if (lines.length > maxLines) await pause()
  const { hunks, truncated } = firstOf(hunksOf(lines))
  const countOf = (op: string) => lines.filter((line) => line.op === op).length
  return JSON.stringify({
    from: from.number,
    to: to.number,
    added_lines: countOf('add'),
    removed_lines: countOf('remove'),
    exact,
    truncated,
    hunks,
  })
}

const maxLines = 20_000
/** As many hunks as fit into the response, and at least one. */
function firstOf(all: Hunk[]) {
  let room = maxLines
  const hunks = all.filter(({ lines }, place) => (room -= lines.length) >= 0 || place === 0)
  const [only] = hunks
  const shown =
    only && only.lines.length > maxLines ? [{ ...only, lines: only.lines.slice(0, maxLines) }] : hunks
  return { hunks: shown, truncated: room < 0 }
}

/** The lines of a text; a final line break adds no empty line. */
const linesOf = (content: string): string[] => (content === '' ? [] : content.replace(/\n$/, '').split('\n'))
