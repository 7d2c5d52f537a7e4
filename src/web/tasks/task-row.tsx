import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { Badge } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'

export type Row = {
  key: string
  title: string
  status: string
  priority: string
  due_date: string | null
  is_overdue: boolean
}

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
        {task.due_date ? (
          <span>
            due <Day at={task.due_date} />
          </span>
        ) : null}
      </p>
    </div>
    <span class="marks">
      {task.is_overdue ? <Badge kind="bad">overdue</Badge> : null}
      {['high', 'urgent'].includes(task.priority) ? <Badge kind="warn">{task.priority}</Badge> : null}
      <Badge>{inWords(task.status)}</Badge>
    </span>
  </li>
)
