import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { together } from '../kit/all-of.ts'
import { formatter } from '../kit/markdown.ts'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Facts, Section, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { Day, Moment } from '../kit/time.tsx'
import { find } from '../kit/organization-context.ts'
import { count, say } from '../kit/say.ts'
import { PageError, redirectTo } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { ReadOnly } from './card.tsx'
import { shareIn } from './shared-project.tsx'

type Task = Answer<'getSharedProjectTask'>
type Parts = { task: Task; card: Answer<'getSharedProject'>; part: Part }
type Props = Shown<null, Parts>
type Related = Task['blocked_by'][number]

/** A task of another organization's project. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/shared/:share/tasks/:task',
  title: (_, { task }) => task.title,
  under: (organization, _, { card }) => [
    [say('Shared with us'), addressIn(organization, 'shared')],
    [card.project.name, addressIn(organization, `shared/${card.id}`)],
  ],
  parts: async ({ request, read, organization }) => {
    const share_id = shareIn(request)
    const task_id = request.c.req.param('task') ?? ''
    const part = partOf(
      request,
      addressIn(organization, `shared/${share_id}/tasks/${task_id}`),
      'comments_from',
      50,
      'comments',
    )
    const { limit, offset } = part.range
    const { task, card } = await together({
      task: read(
        'getSharedProjectTask',
        { comments_limit: limit, comments_offset: offset },
        { share_id, task_id: encodeURIComponent(task_id) },
      ),
      card: read('getSharedProject', {}, { share_id }),
    })
    return { task, card, part }
  },
  file: async (request) => {
    const [share, file] = [shareIn(request), request.c.req.param('file') ?? '']
    if (!isUuid(file)) throw new PageError(404, say('No such file'), say('The address is incomplete.'))
    const { object } = await find<{ download_url: string }>(
      request,
      `/shared-projects/${share}/files/${file}`,
      'file',
    )
    return redirectTo(object.download_url)
  },
  Content: (shown) => {
    const { task, card } = shown.parts
    return (
      <>
        <ReadOnly of={card.organization_name} />
        <Facts
          of={[
            [say('Key'), task.key],
            [say('Status'), inWords(task.status)],
            [say('Priority'), inWords(task.priority)],
            [say('Column'), task.column?.name],
            [say('Sprint'), task.sprint?.name],
            [say('Milestone'), task.milestone?.name],
            [say('Assigned to'), task.assignee_name],
            [say('Reported by'), task.reporter_name],
            [say('Estimate'), task.estimate_points !== null && count(task.estimate_points, 'point')],
            [say('Starts'), task.start_date && <Day at={task.start_date} />],
            [say('Due'), task.due_date && <Day at={task.due_date} />],
            [say('Tags'), task.tags.map(({ name }) => `#${name}`).join(' ')],
          ]}
        />
        {task.description ? <article class="card prose">{formatter()(task.description)}</article> : null}
        <Connected {...shown} title={say('Waits for')} id="blocked-by" of={task.blocked_by} />
        <Connected {...shown} title={say('Holds up')} id="blocks" of={task.blocks} />
        <Connected {...shown} title={say('Related')} id="relates-to" of={task.relates_to} />
        <Connected {...shown} title={say('Subtasks')} id="subtasks" of={task.subtasks} />
        {card.include.attachments ? <TaskFiles {...shown} /> : null}
        {card.include.comments ? <Comments {...shown} /> : null}
      </>
    )
  },
})

const Connected: FC<Props & { title: string; id: string; of: Related[] }> = ({
  title,
  id,
  of,
  organization,
  parts,
}) =>
  of.length ? (
    <Section id={id} title={title}>
      <Rows
        of={of}
        line={(one) =>
          'restricted' in one
            ? { title: <span class="muted">{say('Something that is not shared')}</span> }
            : {
                to: addressIn(organization, `shared/${parts.card.id}/tasks/${one.key}`),
                before: <span class="muted">{one.key}</span>,
                title: one.title,
                facts: [inWords(one.status)],
              }
        }
      />
    </Section>
  ) : null

const TaskFiles: FC<Props> = ({ here, parts: { task } }) => (
  <Section id="files" title={say('Files')}>
    <Rows
      of={task.attachments}
      none={say('None.')}
      line={({ id, filename, size_bytes }) => ({
        to: `${here}/files/${id}`,
        title: filename,
        facts: [sizeOf(size_bytes)],
      })}
    />
  </Section>
)

const Comments: FC<Props> = ({ parts: { task, part } }) => (
  <Section id="comments" title={say('Comments')}>
    {task.comments.items.length ? null : <p class="muted">{say('None.')}</p>}
    {task.comments.items.map(({ id, author_name, body, created_at }) => (
      <article class="prose" id={id}>
        <p class="muted small">
          {author_name}, <Moment at={created_at} />
        </p>
        {formatter()(body)}
      </article>
    ))}
    {part.pager(task.comments.total)}
  </Section>
)
