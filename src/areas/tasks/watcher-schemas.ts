import * as z from 'zod'
import { createdAt } from '../../shared/common-fields.ts'
import { idOut } from '../../kit/fields.ts'

export const Watcher = z
  .object({
    user_id: idOut().describe('Who watches it'),
    name: z.string().describe("The person's name"),
    state: z.enum(['watching', 'muted']).describe('Whether the person is told what happens'),
    reason: z
      .enum(['manual', 'author', 'assignee', 'mention', 'comment'])
      .describe('How the person came to watch it'),
    created_at: createdAt,
  })
  .meta({ id: 'TaskWatcher' })
export const Watchers = z.object({ items: z.array(Watcher).describe('By name') }).meta({ id: 'TaskWatchers' })
export const WatcherState = Watcher.pick({ state: true }).strict().meta({ id: 'TaskWatcherState' })
