import { customType } from 'drizzle-orm/pg-core'

export const taskStatuses = ['todo', 'in_progress', 'done', 'cancelled'] as const
export const priorities = ['low', 'medium', 'high', 'urgent'] as const
export const taskTypes = ['epic', 'story', 'task', 'bug', 'spike', 'chore'] as const

/** A fractional rank: base-62 text that must compare bytewise. */
export const rank = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
export const sprintStates = ['planned', 'active', 'completed', 'cancelled'] as const
export const sprintReasons = [
  'committed',
  'added',
  'removed',
  'estimated',
  'completed',
  'reopened',
  'cancelled',
  'uncancelled',
  'deleted',
  'restored',
  'carried_over',
] as const
export const attachables = ['task', 'invoice', 'expense'] as const
export const fileTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'] as const
/** What notes and reminders can link to. */
export const linkables = ['task', 'project', 'document', 'client', 'deal'] as const

/** An organization's plan; set by operators until there is billing. */
export const plans = ['free', 'pro', 'enterprise'] as const
