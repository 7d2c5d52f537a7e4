import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge, Figures, Section, sizeOf } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { atMoment } from '../kit/time.tsx'

type Parts = {
  overview: Answer<'getPlatformOverview'>
  active: Answer<'listImpersonations'> & { part: Part }
}

const at = '/platform'

/** What operators see first: the figures of the platform, and who is impersonated. */
export default personPage<Parts>({
  at,
  title: 'Operations',
  lead: 'What the platform holds, and who is impersonating whom.',
  parts: async ({ read, visit }) => {
    // If the person may not see this page, the first response says so, and nothing else is requested.
    const overview = await read('getPlatformOverview')
    const running = partOf(visit, at, 'running_from', 50, 'running')
    const active = await readPart(read, 'listImpersonations', running, { status: 'issued,active' })
    return { overview, active }
  },
  said: { ended: 'Ended. The link and the session it opened no longer work.' },
  forms: {
    revoke: calling('revokeImpersonation', {
      verb: 'End',
      warning: 'The link and the session that it opened stop working at once.',
      mustExist: true,
      done: 'ended',
    }),
  },
  Content: (shown) => (
    <>
      <Overview of={shown.parts.overview} />
      <Impersonations {...shown} />
    </>
  ),
})

const Overview: FC<{ of: Answer<'getPlatformOverview'> }> = ({ of }) => {
  const { organizations, users, mrr } = of
  const revenue = mrr ? `${(mrr.amount_minor / 100).toLocaleString('en')} ${mrr.currency}` : '–'
  return (
    <Section id="figures" title="Figures">
      <Figures
        of={[
          [
            'Organizations',
            figure(organizations.total),
            some([organizations.suspended, 'suspended'], [organizations.pending_deletion, 'to be deleted']),
          ],
          ['People', figure(users.total), some([users.locked, 'locked'])],
          ['Active in 7 days', figure(of.active_7d)],
          ['Projects', figure(of.projects)],
          ['Tasks', figure(of.tasks)],
          ['Files', sizeOf(of.storage_bytes)],
          ['Revenue a month', revenue, mrr ? '' : 'nobody pays yet'],
        ]}
      />
    </Section>
  )
}

const figure = (n: number) => n.toLocaleString('en')
const some = (...parts: [n: number, what: string][]) =>
  parts.flatMap(([n, what]) => (n ? [`${n.toLocaleString('en')} ${what}`] : [])).join(', ')

const operatorOf = ({ operator }: Parts['active']['items'][number]) => operator?.name ?? 'Somebody'

const Impersonations: FC<Shown<null, Parts>> = ({ parts: { active }, form }) => (
  <ListSection
    id="running"
    title="Impersonations under way"
    of={active.items}
    line={(one) => ({
      title: (
        <>
          {operatorOf(one)} as {one.user.name}{' '}
          <Badge kind={one.status === 'active' ? 'warn' : undefined}>
            {one.status === 'active' ? 'active' : 'link not used yet'}
          </Badge>
        </>
      ),
      facts: [
        one.user.email,
        one.organization ? `Only ${one.organization.name}` : 'All of their organizations',
        atMoment('until', one.session_expires_at ?? one.token_expires_at),
        one.reason,
      ],
      marks: form('revoke', { of: one, about: `what ${operatorOf(one)} sees as ${one.user.name}` }),
    })}
    none={
      <>
        Nobody is being impersonated. To impersonate a person, choose them under{' '}
        <a href="/platform/users">People</a>.
      </>
    }
    part={active.part}
    total={active.total}
  />
)
