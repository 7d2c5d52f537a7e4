import type { Operation } from '../../src/kit/operation.ts'
import type { Kind } from '../../src/mcp/names.ts'

type Json = { [key: string]: unknown }

/** What the arguments of tools name. */
const kinds: Record<string, Kind> = {
  project_id: 'project',
  project_ids: 'project',
  template_project_id: 'project',
  task_id: 'task',
  task_ids: 'task',
  other_task_id: 'task',
  assignee_id: 'member',
  reporter_id: 'member',
  lead_id: 'member',
  lead_user_id: 'member',
  owner_id: 'member',
  user_id: 'member',
  actor_id: 'member',
  sprint_id: 'sprint',
  milestone_id: 'milestone',
  column_id: 'column',
  tag_id: 'tag',
  tag_ids: 'tag',
  document_id: 'document',
}
/** Names that mean another thing in each area. */
const places = new Set(['parent_id', 'before_id', 'after_id'])
const siblings: Record<string, Kind> = {
  tasks: 'task',
  board: 'task',
  sprints: 'task',
  documents: 'document',
}

/** The names of properties; those of an object in it as `patch.sprint_id`. */
export const namesIn = ({ properties = {} }: { properties?: Json }) =>
  Object.entries(properties).flatMap(([name, schema]) => [
    name,
    ...Object.keys((schema as { properties?: Json }).properties ?? {}).map((inner) => `${name}.${inner}`),
  ])

export function slotsOf(properties: string[], { area, path }: Operation): Record<string, Kind> {
  const ofColumns = path.includes('/columns')
  const found = properties.flatMap((slot): [string, Kind][] => {
    const name = slot.split('.').at(-1)!
    const kind = kinds[name] ?? (places.has(name) && !ofColumns ? siblings[area] : undefined)
    return kind ? [[slot, kind]] : []
  })
  return Object.fromEntries(found)
}

/** What models need to know of arguments whose schema does not say it, in few words. */
const ofTasks: Record<string, string> = {
  status: 'todo, in_progress, done, cancelled; several with commas',
  priority: 'low, medium, high, urgent; several with commas',
  type: 'epic, story, task, bug, spike, chore',
}
const hints: Record<string, string> = {
  assignee_id: 'Member, me or none',
  sprint_id: 'Sprint, active or none',
  tag_id: 'Tag by name',
  column_id: 'Column by name',
  milestone_id: 'Milestone by name',
  q: 'Words to find',
}

/** Describes the arguments of a tool that nothing describes. */
export function describe(properties: Record<string, Json>, { area }: Operation) {
  const told = ['tasks', 'board', 'sprints'].includes(area) ? { ...hints, ...ofTasks } : hints
  for (const [key, schema] of Object.entries(properties))
    if (told[key] && !schema.description && !schema.enum) schema.description = told[key]
}
