import { onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

type Row = Pick<Schemas['Task'], 'key' | 'title' | 'status' | 'priority' | 'due_date' | 'is_overdue'>

/** A task in a list; `aside` is an additional fact such as its project or assignee. */
export const TaskRow: FC<{ task: Row; org: string; aside: string | undefined }> = ({ task, org, aside }) => (
  <li class="task">
    <span class="key mono">{task.key}</span>
    <div class="grow">
      <a class="title" href={`/tasks/${task.key}?org=${org}`}>
        {task.title}
      </a>
      <p class="facts">
        {aside ? <span>{aside}</span> : null}
        {task.due_date ? <span>{onDay('due', task.due_date)}</span> : null}
      </p>
    </div>
    <span class="marks">
      {task.is_overdue ? <Badge kind="bad">{say('overdue')}</Badge> : null}
      {['high', 'urgent'].includes(task.priority) ? (
        <Badge kind="warn">{inWords(task.priority)}</Badge>
      ) : null}
      <Badge>{inWords(task.status)}</Badge>
    </span>
  </li>
)
