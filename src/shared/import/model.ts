import { importSources } from '../../../db/schema/values.ts'

export { importSources }
/** What a column of a file can say of a task. */
export const importFields = [
  'key',
  'id',
  'title',
  'description',
  'type',
  'status',
  'status_category',
  'resolution',
  'priority',
  'assignee',
  'reporter',
  'created_at',
  'started_at',
  'completed_at',
  'cancelled_at',
  'archived',
  'due_date',
  'start_date',
  'labels',
  'sprint',
  'sprint_number',
  'parent',
  'parent_key',
  'comments',
  'blocks',
  'blocked_by',
  'relates_to',
  'attachments',
  'points',
  'estimate_minutes',
  'estimate_seconds',
] as const
export type ImportField = (typeof importFields)[number]

/** Fields whose values are days or moments, in an order that the mapping may have to say. */
export const dateFields: readonly ImportField[] = [
  'created_at',
  'started_at',
  'completed_at',
  'cancelled_at',
  'due_date',
  'start_date',
  'comments',
]

export type ImportSource = (typeof importSources)[number]

/** How the days of a column are written where both fit. */
export const dayOrders = ['dmy', 'mdy'] as const
export type DayOrder = (typeof dayOrders)[number]

export type CommentOf = { id?: string; at: string; author: string; body: string }
export type Checklist = { name: string; items: { id: string; name: string; done: boolean }[] }
export type FileOf = { name: string; url: string }

/** What files of other shapes than a table say beside their cells. */
export type More = {
  comments?: CommentOf[]
  checklists?: Checklist[]
  attachments?: FileOf[]
  done?: boolean
}

/** One task of a file: what its columns say, each maybe several times, and the line that it begins on. */
export type Row = { line: number; cells: Record<string, string[]>; more?: More }

export type Column = {
  name: string
  /** What it is taken for unless the mapping says otherwise; null leaves it out. */
  field: ImportField | null
  /** The orders that all its days fit; empty where it has none written as numbers, or no order fits. */
  orders: DayOrder[]
  samples: string[]
}
export type Table = { columns: Column[]; rows: Row[]; warnings: string[] }

export const statuses = ['todo', 'in_progress', 'done', 'cancelled'] as const
export type Status = (typeof statuses)[number]

export type Mapping = {
  mapping: Record<string, { field: ImportField | null; format?: DayOrder | undefined }>
  states: Record<string, { status: Status | null; column?: string | undefined }>
  people: Record<string, string | null>
  time_zone: string
  checklists: 'description' | 'subtasks'
}

/** Another task of the file: by its key, or by what identifies it otherwise, its second id or its title. */
export type Ref = { key: string } | { alt: string }

/** A task as every source tells it. Moments are ISO 8601, without an offset where the file has none. */
export type TaskRecord = {
  line: number
  external_id: string
  alt_id: string | null
  title: string
  description: string
  type: string
  /** A type that is none of ours. */
  type_tag: string | null
  status: string
  /** What follows without a choice, from a date or a resolution. */
  decided: Status | null
  priority: string
  assignee: string
  reporter: string
  created_at: string | null
  started_at: string | null
  completed_at: string | null
  cancelled_at: string | null
  archived: boolean
  due_date: string | null
  start_date: string | null
  labels: string[]
  sprint: string | null
  parent: Ref | null
  blocks: string[]
  blocked_by: string[]
  relates_to: string[]
  comments: CommentOf[]
  checklists: Checklist[]
  attachments: FileOf[]
  points: number | null
  minutes: number | null
  warnings: string[]
  /** Why it is refused. */
  problem: string | null
}

/** A file that is not what it was said to be: the whole of it is refused. */
export class UnreadableFile extends Error {}
