import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge, Figures, Section, sizeOf } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'

type Parts = {
  service: Answer<'getPlatformService'>
  overview: Answer<'getPlatformOverview'>
  active: Answer<'listImpersonations'> & { part: Part }
  parked: (Answer<'listParkedJobs'> & { part: Part }) | null
}

const at = '/platform'
const fields = bodyFields('PlatformServiceChange', {
  reason: { label: 'Reason', wide: true, isNeeded: true },
})

/** What operators see first: the figures of the platform, and who is impersonated. */
export default personPage<Parts>({
  at,
  title: 'Operations',
  lead: 'How the service does, what the platform holds, and who is impersonating whom.',
  parts: async ({ read, request }) => {
    // If the person may not see this page, the first response says so, and nothing else is requested.
    const overview = await read('getPlatformOverview')
    const service = await read('getPlatformService')
    const running = partOf(request, at, 'running_from', 50, 'running')
    const active = await readPart(read, 'listImpersonations', running, { status: 'issued,active' })
    const givenUp = partOf(request, at, 'parked_from', 50, 'parked')
    const parked = service.jobs.parked ? await readPart(read, 'listParkedJobs', givenUp) : null
    return { overview, service, active, parked }
  },
  said: {
    ended: 'Ended. The link and the session it opened no longer work.',
    reading: 'The service only reads now. Whoever writes is told why.',
    writing: 'The service writes again, and jobs go on.',
    paused: 'No job begins now.',
    working: 'Jobs go on.',
    retried: 'In the queue again. What fails ten more times comes back to this list.',
    dropped: 'Dropped. It will not be done.',
  },
  forms: {
    readOnly: calling('updatePlatformService', {
      title: 'Only read',
      verb: 'Only read',
      warning: 'Every write of everybody is refused from now on, and no job begins.',
      fields,
      also: () => ({ read_only: true }),
      done: 'reading',
    }),
    writeAgain: calling('updatePlatformService', {
      title: 'Write again',
      verb: 'Write again',
      fields,
      also: () => ({ read_only: false }),
      done: 'writing',
    }),
    pauseJobs: calling('updatePlatformService', {
      title: 'Pause jobs',
      verb: 'Pause jobs',
      warning: 'Mail, notices, automations and everything else that runs later wait until jobs go on.',
      fields,
      also: () => ({ jobs_paused: true }),
      done: 'paused',
    }),
    resumeJobs: calling('updatePlatformService', {
      title: 'Resume jobs',
      verb: 'Resume jobs',
      fields,
      also: () => ({ jobs_paused: false }),
      done: 'working',
    }),
    retry: calling('retryParkedJobs', {
      verb: 'Try again',
      also: ({ job_id }) => ({ job_id }),
      done: 'retried',
    }),
    drop: calling('dropParkedJob', {
      verb: 'Drop',
      warning: 'What this job was to do is never done.',
      mustExist: true,
      done: 'dropped',
    }),
    revoke: calling('revokeImpersonation', {
      verb: 'End',
      warning: 'The link and the session that it opened stop working at once.',
      mustExist: true,
      done: 'ended',
    }),
  },
  Content: (shown) => (
    <>
      <Service {...shown} />
      <Parked {...shown} />
      <Overview of={shown.parts.overview} />
      <Impersonations {...shown} />
    </>
  ),
})

const incidents: Record<string, string> = {
  failed: 'Failures',
  limiter_open: 'Limiter silent',
  throttled: 'Refused for too many',
  unavailable: 'Unavailable',
}

const Service: FC<Shown<null, Parts>> = ({ parts: { service }, form }) => {
  const { read_only, jobs_paused, jobs, mails, reason, changed_by } = service
  const by = changed_by ? `, ${changed_by.name}` : ''
  return (
    <Section id="service" title={say('Service')}>
      {read_only || jobs_paused ? (
        <p>
          <Badge kind="warn">{read_only ? say('only reads') : say('jobs paused')}</Badge> {reason}
          {by} {atMoment('since', service.changed_at)}
        </p>
      ) : null}
      <Figures
        of={[
          [
            say('Jobs due'),
            figure(jobs.due),
            some(
              [jobs.later, say('later')],
              [jobs.failing, say('tried three times or more')],
              [jobs.parked, say('parked')],
            ),
          ],
          [say('Mails waiting'), figure(mails.waiting), some([mails.unclear, say('unclear in 7 days')])],
          ...service.incidents.map(({ name, last_hour, last_day }): [string, string, string] => [
            say(incidents[name] ?? name),
            figure(last_day),
            say('in 24 hours, {figure} in the last', { figure: figure(last_hour ?? 0) }),
          ]),
        ]}
      />
      {form(read_only ? 'writeAgain' : 'readOnly', { about: say('the service') })}
      {form(jobs_paused ? 'resumeJobs' : 'pauseJobs', { about: say('the jobs') })}
    </Section>
  )
}

const Parked: FC<Shown<null, Parts>> = ({ parts: { parked }, form }) =>
  parked && (
    <ListSection
      id="parked"
      title={say('Parked jobs')}
      of={parked.items}
      line={(job) => ({
        title: job.topic,
        facts: [
          job.organization?.name ?? say('Of no organization'),
          job.error ?? say('The worker never told how its last try ended'),
          say('Tried {attempts} times', { attempts: job.attempts }),
          atMoment('parked', job.parked_at),
        ],
        marks: (
          <>
            {form('retry', {
              by: 'row',
              of: job,
              hidden: { job_id: job.id },
              about: say('the job {topic}', { topic: job.topic }),
            })}
            {form('drop', { of: job, about: say('the job {topic}', { topic: job.topic }) })}
          </>
        ),
      })}
      none={say('No job is parked.')}
      part={parked.part}
      total={parked.total}
    />
  )

const Overview: FC<{ of: Answer<'getPlatformOverview'> }> = ({ of }) => {
  const { organizations, users, mrr } = of
  const revenue = mrr ? `${(mrr.amount_minor / 100).toLocaleString('en')} ${mrr.currency}` : '–'
  return (
    <Section id="figures" title={say('Figures')}>
      <Figures
        of={[
          [
            say('Organizations'),
            figure(organizations.total),
            some(
              [organizations.suspended, say('suspended')],
              [organizations.pending_deletion, say('to be deleted')],
            ),
          ],
          [say('People'), figure(users.total), some([users.locked, say('locked')])],
          [say('Active in 7 days'), figure(of.active_7d)],
          [say('Projects'), figure(of.projects)],
          [say('Tasks'), figure(of.tasks)],
          [say('Files'), sizeOf(of.storage_bytes)],
          [say('Revenue a month'), revenue, mrr ? '' : say('nobody pays yet')],
        ]}
      />
    </Section>
  )
}

const figure = (n: number) => n.toLocaleString('en')
const some = (...parts: [n: number, what: string][]) =>
  parts.flatMap(([n, what]) => (n ? [`${n.toLocaleString('en')} ${what}`] : [])).join(', ')

const operatorOf = ({ operator }: Parts['active']['items'][number]) => operator?.name ?? say('Somebody')

const Impersonations: FC<Shown<null, Parts>> = ({ parts: { active }, form }) => (
  <ListSection
    id="running"
    title={say('Impersonations under way')}
    of={active.items}
    line={(one) => ({
      title: (
        <>
          {say('{operator} as {name}', { operator: operatorOf(one), name: one.user.name })}{' '}
          <Badge kind={one.status === 'active' ? 'warn' : undefined}>
            {one.status === 'active' ? say('active') : say('link not used yet')}
          </Badge>
        </>
      ),
      facts: [
        one.user.email,
        one.organization
          ? say('Only {name}', { name: one.organization.name })
          : say('All of their organizations'),
        atMoment('until', one.session_expires_at ?? one.token_expires_at),
        one.reason,
      ],
      marks: form('revoke', {
        of: one,
        about: say('what {operator} sees as {name}', { operator: operatorOf(one), name: one.user.name }),
      }),
    })}
    none={
      <>
        {say('Nobody is being impersonated. To impersonate a person, choose them under {link}.', {
          link: <a href="/platform/users">{say('People')}</a>,
        })}
      </>
    }
    part={active.part}
    total={active.total}
  />
)
