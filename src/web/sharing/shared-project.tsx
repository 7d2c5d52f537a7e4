import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { Choice } from '../kit/inputs.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { noProblems, PageError, type PageRequest, type Form } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { CardFacts, CardLists, ReadOnly } from './card.tsx'

type Parts = { card: Answer<'getSharedProject'>; tasks: Answer<'listSharedProjectTasks'>; part: Part }
type Props = Shown<null, Parts>

/** The id of the share in the address of a page. */
export function shareIn({ c }: PageRequest): string {
  const id = c.req.param('share') ?? ''
  if (!isUuid(id)) throw new PageError(404, say('No such shared project'), say('The address is incomplete.'))
  return id
}
const statuses = ['todo', 'in_progress', 'done', 'cancelled'] as const

/** A project of another organization: where it stands, and its tasks. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/shared/:share',
  title: (_, { card }) => card.project.name,
  under: (organization) => [[say('Shared with us'), addressIn(organization, 'shared')]],
  keeps: ['q', 'status'],
  parts: async ({ request, read, organization }) => {
    const share_id = shareIn(request)
    const { q, status } = request.query
    const part = partOf(request, addressIn(organization, `shared/${share_id}`), 'tasks_from', 50, 'tasks')
    const known = statuses.find((one) => one === status)
    const { card, tasks } = await together({
      card: read('getSharedProject', {}, { share_id }),
      tasks: read(
        'listSharedProjectTasks',
        { ...part.range, ...(q && { q: q.slice(0, 200) }), ...(known && { status: known }) },
        { share_id },
      ),
    })
    return { card, tasks, part }
  },
  forms: {
    leave: calling('leaveSharedProject', {
      verb: 'Leave the project',
      warning: 'To read it again takes a new invitation.',
      also: () => ({}),
      to: backTo('shared'),
    }),
  },
  Content: (shown) => {
    const { organization, form, parts } = shown
    return (
      <>
        <ReadOnly of={parts.card.organization_name} />
        <CardFacts of={parts.card} />
        <Tasks {...shown} />
        <CardLists
          of={parts.card}
          documentAt={(id) => addressIn(organization, `shared/${parts.card.id}/documents/${id}`)}
        />
        <div class="buttons">{form('leave', { of: parts.card, about: parts.card.project.name })}</div>
      </>
    )
  },
})

const Search: FC<{ query: Form }> = ({ query }) => (
  <form class="search" method="get" role="search">
    <div class="field full">
      <label for="q">{say('Words in the title or the description')}</label>
      <input id="q" name="q" type="search" value={query.q ?? ''} />
    </div>
    <div class="part">
      <Choice
        name="status"
        label={say('Status')}
        choices={[['', say('any')], ...statuses.map((one): [string, string] => [one, inWords(one)])]}
        values={{ status: query.status ?? '' }}
        problems={noProblems}
      />
    </div>
    <button>{say('Show')}</button>
  </form>
)

const Tasks: FC<Props> = ({ organization, request, parts: { card, tasks, part } }) => (
  <ListSection
    id="tasks"
    title={say('Tasks')}
    of={tasks.items}
    total={tasks.total}
    part={part}
    none={say('None that match.')}
    above={<Search query={request.query} />}
    line={(one) => ({
      to: addressIn(organization, `shared/${card.id}/tasks/${one.key}`),
      before: <span class="muted">{one.key}</span>,
      title: one.title,
      facts: [
        inWords(one.status),
        inWords(one.priority),
        one.assignee_name,
        one.estimate_points !== null && count(one.estimate_points, 'point'),
        onDay('due', one.due_date),
        ...one.tags.map(({ name }) => `#${name}`),
      ],
      marks: one.is_overdue ? <Badge kind="bad">{say('late')}</Badge> : null,
    })}
  />
)
