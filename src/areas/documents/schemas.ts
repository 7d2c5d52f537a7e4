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
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'

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
  before_id: id().optional().meta({ description: 'A sibling', 'x-names': 'document' }),
  after_id: id().optional().meta({
    description: 'Its place: after this one of the same parent',
    'x-brief': 'A sibling',
    'x-names': 'document',
  }),
}
const oneNeighbour = ({ before_id, after_id }: { before_id?: unknown; after_id?: unknown }) =>
  !before_id || !after_id
const both = { message: 'give before_id or after_id, not both', path: ['after_id'] }

export const Document = z
  .object({
    id: ownId,
    project_id: idOut().nullable().meta({ description: 'Null in the wiki of the organization' }),
    parent_id: idOut().nullable().describe('The document above it; null at the top'),
    title: z.string().describe('What it is called'),
    icon: z.string().nullable().describe('One emoji'),
    rank: z.string().meta({ description: 'Orders siblings, byte by byte', example: 'a0' }),
    depth: z.int().meta({ description: '1 for a root', example: 1 }),
    visibility: visibility().describe('Who may see it'),
    owner: Person.describe('Whose document it is'),
    is_locked: z.boolean().describe('Whether only who locked it, and administrators, may change it'),
    locked_by: Person.nullable().describe('Who locked it'),
    is_template: z.boolean().describe('Whether it is a model for new documents'),
    current_version: number().describe('The number of the latest version'),
    word_count: count().describe('How many words it has'),
    child_count: count().describe('How many documents are directly below it'),
    created_by: Person.nullable().describe('Who created it'),
    updated_by: Person.nullable().describe('Who changed it last'),
    archived_at: moment().nullable().describe('When it was archived'),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Document',
    'x-row':
      'id title* owner updated_at updated_by visibility!organization locked=is_locked template=is_template current_version',
  })

const Crumb = z.object({ id: ownId, title: z.string().describe('What it is called') })
const Link = z
  .object({
    type: z.enum(['document', 'task', 'project']).describe('What the link leads to'),
    id: ownId,
    key: z.string().nullable().describe('Its key, if it has one'),
    title: z.string().meta({ description: 'What it is called', 'x-outside': '@' }),
  })
  .meta({ id: 'DocumentLink' })

export const DocumentDetail = Document.extend({
  content: z.string().describe('Its text, as Markdown or as plain text'),
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
export const DocumentsDeleted = z
  .object({ deleted: count().describe('How many went to the trash') })
  .meta({ id: 'DocumentsDeleted' })

const Node = z
  .object({
    id: ownId,
    title: z.string().describe('What it is called'),
    icon: z.string().nullable().describe('One emoji'),
    parent_id: idOut().nullable().describe('The document above it; null at the top'),
    project_id: idOut().nullable().describe('Its project, if it belongs to one'),
    rank: z.string().describe('Orders documents of one parent'),
    has_children: z.boolean().describe('Whether there are documents below it'),
    child_count: count().describe('How many documents are directly below it'),
    updated_at: updatedAt,
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
  root_id: id().optional().meta({ description: 'Only what is under it', 'x-names': 'document' }),
  depth: intParam(1, 10).default(3).meta({ description: 'Levels, 1 to 10', example: 3 }),
})

export const DocumentFilter = z.strictObject({
  project_id: idOrNone().optional().describe('Only of this project; `none` for those of no project'),
  parent_id: idOrNone()
    .optional()
    .meta({ description: 'Only directly below this one; `none` for the top', 'x-names': 'document' }),
  q: text(200).optional().meta({ description: 'Words of the text, or a part of the title' }),
  owner_id: userParam().optional().describe('Only of this owner; `me` too'),
  template: boolParam().optional().describe('Only templates, or with false none of them'),
  archived: boolParam().default(false).describe('The archived ones instead'),
  updated_since: moment().optional().describe('Only those that changed since then'),
  ...paging,
  sort: sorting(['title', 'updated_at', 'created_at'], '-updated_at'),
})

export const ReadFilter = z.strictObject({
  format: z
    .enum(['markdown', 'text'])
    .default('markdown')
    .describe('Whether the text comes as Markdown or without marks'),
  section: text(200).optional().meta({ description: 'A heading: only its section' }),
  offset: intParam(0, 2_000_000_000).optional().meta({ description: 'Characters to skip' }),
  length: intParam(1, 2_000_000_000)
    .optional()
    .meta({ description: 'Characters of content; all unless sent' }),
})

export const DocumentDraft = z
  .strictObject({
    title: title().describe('What it is called'),
    content: content().optional(),
    parent_id: id().optional().meta({
      description: 'The document above it; the top unless sent',
      'x-brief': 'The document above it',
      'x-names': 'document',
    }),
    project_id: id().optional().describe('The project that it belongs to'),
    visibility: visibility().optional().describe('Who sees it'),
    template_id: id().optional().meta({ description: 'The document to begin with', 'x-names': 'document' }),
    icon: icon().optional().describe('One emoji'),
    is_template: z.boolean().optional().describe('Whether it is a model for new documents'),
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
  title: title().describe('What it is called'),
  content: content(),
  edit_mode: editMode.meta({ description: 'patch: content replaces find, which occurs once' }),
  find: longText(20_000).min(1, 'must not be empty').describe('The passage to replace; it must occur once'),
  base_version: baseVersion(),
  summary: text(200).describe('What the change was, in a line'),
  icon: icon().nullable().describe('One emoji'),
  visibility: visibility().describe('Who sees it'),
  archived: z.boolean().meta({ description: 'Whether it is archived', 'x-brief': 'true archives' }),
  is_template: z.boolean().describe('Whether it is a model for new documents'),
})
  .superRefine((edit, context) => {
    for (const problem of wrongIn(edit)) context.addIssue({ code: 'custom', ...problem })
  })
  .meta({ id: 'DocumentChange' })

export const DocumentPlace = z
  .strictObject({
    parent_id: id()
      .nullable()
      .optional()
      .meta({ description: 'null: a root; absent: as it is', 'x-names': 'document' }),
    project_id: id().nullable().optional().meta({ description: 'null: the organization wiki' }),
    ...neighbours,
  })
  .refine((place) => Object.keys(place).length > 0, { message: 'at least one field required', path: [] })
  .refine(oneNeighbour, both)
  .meta({ id: 'DocumentPlace' })

export const DocumentLock = z
  .strictObject({ locked: z.boolean().describe('true locks, false unlocks') })
  .meta({ id: 'DocumentLock' })
export const DocumentRestore = z
  .strictObject({ include_children: z.boolean().optional().meta({ description: 'true unless sent' }) })
  .optional()
  .meta({ id: 'DocumentRestore' })
export const DocumentCopy = z
  .strictObject({
    title: title().optional().describe('What the copy is called'),
    parent_id: id()
      .nullable()
      .optional()
      .meta({ description: 'The document above the copy; null for the top', 'x-names': 'document' }),
    recursive: z.boolean().optional().meta({ description: 'With all that is under it' }),
  })
  .meta({ id: 'DocumentCopy' })

export const Version = z
  .object({
    number: number().describe('Counts up in the document'),
    title: z.string().describe('What the document was called'),
    author: Person.nullable().describe('Who wrote it'),
    label: z.string().nullable().describe('What people call it'),
    summary: z.string().nullable().describe('What the change was, in a line'),
    edit_mode: z
      .enum(['create', 'replace', 'append', 'prepend', 'patch', 'restore'])
      .describe('How the version came about'),
    size: count().meta({ description: 'Bytes' }),
    added_lines: count().meta({ description: 'Lines the version before has not' }),
    removed_lines: count().describe('Lines that the version before had'),
    created_at: createdAt,
    updated_at: moment().meta({ description: 'The last save of a burst of edits' }),
  })
  .meta({
    id: 'DocumentVersion',
    'x-row': 'number author created_at label summary edit_mode added=added_lines removed=removed_lines',
  })
export const VersionDetail = Version.extend({ content: z.string().describe('Its text in Markdown') }).meta({
  id: 'DocumentVersionDetail',
})
export const VersionFilter = z.strictObject(paging)
export const VersionLabel = z
  .strictObject({
    label: text(80)
      .nullable()
      .meta({ description: 'What people call it; null for nothing', example: 'Approved' }),
  })
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
    from_line: count().describe('First line in the older text'),
    from_lines: count().describe('How many lines of the older text'),
    to_line: count().describe('First line in the newer text'),
    to_lines: count().describe('How many lines of the newer text'),
    lines: z
      .array(
        z.object({
          op: z
            .enum(['keep', 'remove', 'add'])
            .describe('Whether the line is in both, in the older alone, or in the newer alone'),
          text: z.string().describe('The line'),
        }),
      )
      .describe('Lines around and in a change'),
  })
  .meta({ id: 'DocumentHunk' })
export const Diff = z
  .object({
    from: number().describe('The older version'),
    to: number().describe('The newer version'),
    added_lines: count().describe('Lines that only the newer version has'),
    removed_lines: count().describe('Lines that only the older version has'),
    exact: z.boolean().meta({ description: 'false: too different for the smallest difference' }),
    truncated: z.boolean().meta({ description: 'There are more than 20000 lines to show' }),
    hunks: z.array(Hunk).describe('Where they differ, with a few lines around'),
  })
  .meta({ id: 'DocumentDiff' })

export const Backlink = z
  .object({
    type: z.literal('document').describe('What refers to it'),
    id: ownId,
    title: z.string().describe('What it is called'),
    icon: z.string().nullable().describe('One emoji'),
    updated_at: updatedAt,
  })
  .meta({ id: 'DocumentBacklink' })
