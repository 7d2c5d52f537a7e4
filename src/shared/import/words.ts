import type { Status } from './model.ts'

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\s_-]+/g, ' ')

const byWord = <T>(groups: [T, string][]) =>
  new Map(groups.flatMap(([meaning, words]) => words.split(', ').map((word) => [word, meaning] as const)))

const statusWords = byWord<Status>([
  ['todo', 'backlog, triage, todo, to do, open, new, planned, not started, ready, selected for development'],
  ['in_progress', 'in progress, in review, doing, started, in development, testing, in testing'],
  ['done', 'done, closed, resolved, complete, completed, finished'],
  ['cancelled', "cancelled, canceled, duplicate, won't do, rejected, declined"],
])
/** What a state is taken for by its name, if that says it. */
export const statusOf = (name: string): Status | null => statusWords.get(plain(name)) ?? null

const categories = byWord<Status>([
  ['todo', 'to do, new'],
  ['in_progress', 'in progress, indeterminate'],
  ['done', 'done'],
])
export const statusOfCategory = (name: string): Status | null => categories.get(plain(name)) ?? null

const abandoned = new Set(["won't do", "won't fix", 'wont do', 'duplicate', 'cannot reproduce', 'declined'])
/** Whether a resolution says that nothing was done. */
export const isAbandoned = (resolution: string) => abandoned.has(plain(resolution))

const priorityWords = byWord([
  ['urgent', 'highest, blocker, critical, urgent'],
  ['high', 'high, major'],
  ['medium', 'medium, normal, no priority'],
  ['low', 'low, lowest, minor, trivial'],
])
/** Null where it is no priority that is known. */
export const priorityOf = (name: string): string | null => priorityWords.get(plain(name)) ?? null

const typeWords = byWord([
  ['epic', 'epic'],
  ['story', 'story, user story'],
  ['task', 'task, sub task, subtask, sub-task'],
  ['bug', 'bug, defect'],
  ['spike', 'spike'],
  ['chore', 'chore'],
])
export const typeOf = (name: string): string | null => typeWords.get(plain(name)) ?? null

export const isYes = (text: string) => /^(?:yes|true|1|x)$/i.test(text.trim())
