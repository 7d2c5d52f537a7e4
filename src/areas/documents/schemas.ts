import * as z from 'zod'
import {
  change,
  count,
  boolParam,
  id,
  idOut,
  longText,
  moment,
  paging,
  Person,
  userParam,
  sorting,
  text,
  version,
  intParam,
} from '../../kit/fields.ts'

const maxBytes = 1_500_000
const fits = (content: string) =>
  content.length > maxBytes || new TextEncoder().encode(content).length <= maxBytes
const content = () =>
  longText(maxBytes)
    .refine(fits, 'at most 1.5 MB')
    .meta({ description: 'Markdown, of up to 1.5 MB as UTF-8', example: '# Welcome\n\nRead this first.' })
const title = () => text(200).meta({ example: 'Handbook' })
const icon = () => text(32).meta({ example: '📘' })
const visibility = () => z.enum(['organization', 'project', 'private'])
const number = () => z.int().min(1).meta({ example: 1 })
const neighbours = {
  before_id: id().optional().meta({ description: 'A sibling' }),
  after_id: id().optional(),
}
const oneNeighbour = ({ before_id, after_id }: { before_id?: unknown; after_id?: unknown }) =>
  !before_id || !after_id
const both = { message: 'give before_id or after_id, not both', path: ['after_id'] }

export const Document = z
  .object({
    id: idOut(),
    project_id: idOut().nullable().meta({ description: 'Null in the wiki of the organization' }),
    parent_id: idOut().nullable(),
    title: z.string(),
    icon: z.string().nullable(),
    rank: z.string().meta({ description: 'Orders siblings, byte by byte', example: 'a0' }),
    depth: z.int().meta({ description: '1 for a root', example: 1 }),
    visibility: visibility(),
    owner: Person,
    is_locked: z.boolean(),
    locked_by: Person.nullable(),
    is_template: z.boolean(),
    current_version: number(),
    word_count: count(),
    child_count: count(),
    created_by: Person.nullable(),
    updated_by: Person.nullable(),
    archived_at: moment().nullable(),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'Document' })

const Crumb = z.object({ id: idOut(), title: z.string() })
const Link = z
  .object({
    type: z.enum(['document', 'task', 'project']),
    id: idOut(),
    key: z.string().nullable(),
    title: z.string(),
  })
  .meta({ id: 'DocumentLink' })

export const DocumentDetail = Document.extend({
  content: z.string(),
  next_offset: z
    .int()
    .nullable()
    .meta({ description: 'Where the rest begins; null where the content ends with this' }),
  breadcrumbs: z.array(Crumb).meta({ description: 'From the root down' }),
  links: z.array(Link).meta({ description: 'What the text names' }),
}).meta({ id: 'DocumentDetail' })

const Orphaned = z.array(idOut()).meta({ description: 'Comments whose quoted words this edit removed' })
export const DocumentSaved = Document.extend({ orphaned_comments: Orphaned }).meta({ id: 'DocumentSaved' })
export const DocumentRestored = Document.extend({
  reparented: z.boolean().meta({ description: 'It hangs elsewhere now: its parent is still in the trash' }),
}).meta({ id: 'DocumentRestored' })
export const DocumentsDeleted = z.object({ deleted: count() }).meta({ id: 'DocumentsDeleted' })

const Node = z
  .object({
    id: idOut(),
    title: z.string(),
    icon: z.string().nullable(),
    parent_id: idOut().nullable(),
    project_id: idOut().nullable(),
    rank: z.string(),
    has_children: z.boolean(),
    child_count: count(),
    updated_at: moment(),
  })
  .meta({ id: 'DocumentNode' })
export const DocumentTree = z
  .object({
    nodes: z.array(Node).meta({ description: 'Each before what is under it' }),
    truncated: z.boolean().meta({ description: 'There are more than 2000' }),
  })
  .meta({ id: 'DocumentTree' })

const idOrNone = () => z.union([id(), z.literal('none')], { error: 'must be a uuid or none' })
export const TreeFilter = z.strictObject({
  project_id: idOrNone().optional().meta({ description: 'none: the organization wiki' }),
  root_id: id().optional().meta({ description: 'Only what is under it' }),
  depth: intParam(1, 10).default(3).meta({ description: 'Levels, 1 to 10', example: 3 }),
})

export const DocumentFilter = z.strictObject({
  project_id: idOrNone().optional(),
  parent_id: idOrNone().optional(),
  q: text(200).optional().meta({ description: 'Words of the text, or a part of the title' }),
  owner_id: userParam().optional(),
  template: boolParam().optional(),
  archived: boolParam().default(false),
  updated_since: moment().optional(),
  ...paging,
  sort: sorting(['title', 'updated_at', 'created_at'], '-updated_at'),
})

export const ReadFilter = z.strictObject({
  format: z.enum(['markdown', 'text']).default('markdown'),
  section: text(200).optional().meta({ description: 'A heading: only its section' }),
  offset: intParam(0, 2_000_000_000).optional().meta({ description: 'Characters to skip' }),
  length: intParam(1, 2_000_000_000)
    .optional()
    .meta({ description: 'Characters of content; all unless sent' }),
})

export const DocumentDraft = z
  .strictObject({
    title: title(),
    content: content().optional(),
    parent_id: id().optional(),
    project_id: id().optional(),
    visibility: visibility().optional(),
    template_id: id().optional().meta({ description: 'The document to begin with' }),
    icon: icon().optional(),
    is_template: z.boolean().optional(),
    ...neighbours,
  })
  .refine((draft) => draft.content === undefined || !draft.template_id, {
    message: 'give content or template_id, not both',
    path: ['template_id'],
  })
  .refine(oneNeighbour, both)
  .meta({ id: 'DocumentDraft' })

const editMode = z.enum(['replace', 'append', 'prepend', 'patch'])
type Edit = { content?: unknown; edit_mode?: string | undefined; find?: unknown }
/** `patch` needs the text to find; the options of an edit need content. */
const wrongIn = ({ edit_mode, content: given, find }: Edit) =>
  [
    edit_mode && given === undefined && { path: ['content'], message: 'required with edit_mode' },
    edit_mode === 'patch' &&
      find === undefined && { path: ['find'], message: 'required with edit_mode patch' },
    edit_mode !== 'patch' && find !== undefined && { path: ['find'], message: 'only with edit_mode patch' },
  ].filter((problem) => typeof problem === 'object')

const baseVersion = () => number().meta({ description: 'The current_version you read' })

export const DocumentChange = change({
  title: title(),
  content: content(),
  edit_mode: editMode.meta({ description: 'patch: content replaces find, which occurs once' }),
  find: longText(20_000).min(1, 'must not be empty'),
  base_version: baseVersion(),
  summary: text(200),
  icon: icon().nullable(),
  visibility: visibility(),
  archived: z.boolean(),
  is_template: z.boolean(),
})
  .superRefine((edit, context) => {
    for (const problem of wrongIn(edit)) context.addIssue({ code: 'custom', ...problem })
  })
  .meta({ id: 'DocumentChange' })

export const DocumentPlace = z
  .strictObject({
    parent_id: id().nullable().optional().meta({ description: 'null: a root; absent: as it is' }),
    project_id: id().nullable().optional().meta({ description: 'null: the organization wiki' }),
    ...neighbours,
  })
  .refine((place) => Object.keys(place).length > 0, { message: 'at least one field required', path: [] })
  .refine(oneNeighbour, both)
  .meta({ id: 'DocumentPlace' })

export const DocumentLock = z.strictObject({ locked: z.boolean() }).meta({ id: 'DocumentLock' })
export const DocumentRestore = z
  .strictObject({ include_children: z.boolean().optional().meta({ description: 'true unless sent' }) })
  .optional()
  .meta({ id: 'DocumentRestore' })
export const DocumentCopy = z
  .strictObject({
    title: title().optional(),
    parent_id: id().nullable().optional(),
    recursive: z.boolean().optional().meta({ description: 'With all that is under it' }),
  })
  .meta({ id: 'DocumentCopy' })

export const Version = z
  .object({
    number: number(),
    title: z.string(),
    author: Person.nullable(),
    label: z.string().nullable(),
    summary: z.string().nullable(),
    edit_mode: z.enum(['create', 'replace', 'append', 'prepend', 'patch', 'restore']),
    size: count().meta({ description: 'Bytes' }),
    added_lines: count().meta({ description: 'Lines the version before has not' }),
    removed_lines: count(),
    created_at: moment(),
    updated_at: moment().meta({ description: 'The last save of a burst of edits' }),
  })
  .meta({ id: 'DocumentVersion' })
export const VersionDetail = Version.extend({ content: z.string() }).meta({ id: 'DocumentVersionDetail' })
export const VersionFilter = z.strictObject(paging)
export const VersionLabel = z
  .strictObject({ label: text(80).nullable().meta({ example: 'Approved' }) })
  .meta({ id: 'DocumentVersionLabel' })
export const VersionRestore = z
  .strictObject({ base_version: baseVersion().optional() })
  .optional()
  .meta({ id: 'DocumentVersionRestore' })

export const DiffFilter = z.strictObject({
  from: intParam(1, 2_000_000_000).optional().meta({ description: 'The version before `to` unless sent' }),
  to: intParam(1, 2_000_000_000).optional().meta({ description: 'The current version unless sent' }),
})
const Hunk = z
  .object({
    from_line: count(),
    from_lines: count(),
    to_line: count(),
    to_lines: count(),
    lines: z.array(
      z.object({
        op: z.enum(['keep', 'remove', 'add']),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: 'DocumentHunk' })
export const Diff = z
  .object({
    from: number(),
    to: number(),
    added_lines: count(),
    removed_lines: count(),
    exact: z.boolean().meta({ description: 'false: too different for the smallest difference' }),
    truncated: z.boolean().meta({ description: 'There are more than 20000 lines to show' }),
    hunks: z.array(Hunk),
  })
  .meta({ id: 'DocumentDiff' })

export const Backlink = z
  .object({
    type: z.literal('document'),
    id: idOut(),
    title: z.string(),
    icon: z.string().nullable(),
    updated_at: moment(),
  })
  .meta({ id: 'DocumentBacklink' })
