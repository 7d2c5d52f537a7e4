import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { dayAfter, isDay, mondayOf } from '../kit/days.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Tabs, withQuery } from '../kit/lists.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { shownIn } from '../kit/zone.ts'

type Capacity = Schemas['Capacity']
type Bucket = Schemas['CapacityBucket']

const weeks = 5
/** The Monday that the address names, or that of this week. */
const firstDay = ({ query }: PageRequest, zone: string) => {
  const asked = query.from ?? ''
  return mondayOf(isDay(asked) ? asked : shownIn(zone, new Date().toISOString())[0])
}
const hours = (minutes: number) => `${Math.round(minutes / 6) / 10} h`

const amounts = {
  percent: { label: 'Percent', hint: 'Of what the work schedule says; or send hours of a week.' },
  status: {
    label: 'Settled',
    choices: [
      ['confirmed', 'Yes'],
      ['tentative', 'Not yet'],
    ] as [string, string][],
  },
  note: { label: 'Note' },
}

/** Who can work how much week by week, and for which projects they are planned. */
export default organizationPage({
  at: '/organizations/:slug/capacity',
  title: 'Capacity',
  lead: 'What is left of each week after holidays and leave, and how much of it is planned. Choose a week of somebody to plan it.',
  keeps: ['from'],
  parts: async ({ request, read, organization }) => {
    const from = firstDay(request, organization.timezone)
    const to = dayAfter(from, weeks * 7 - 1)
    const part = partOf(request, addressIn(organization, 'capacity'), 'offset', 20)
    const plans = partOf(request, addressIn(organization, 'capacity'), 'plans', 10, 'planned')
    return {
      from,
      part,
      ...(await together({
        report: read('getWorkforceCapacity', { from, to, ...part.range }),
        planned: readPart(read, 'listCapacityAllocations', plans, { from, to }),
        projects: readAll(read, 'listProjects'),
      })),
    }
  },
  forms: {
    '': calling('createCapacityAllocation', {
      title: 'Plan somebody for a project',
      verb: 'Plan',
      fields: bodyFields('AllocationDraft', {
        employee_id: 'Person',
        project_id: 'Project',
        from: 'First day',
        to: { label: 'Last day', hint: 'Without one it ends with the employment.' },
        ...amounts,
      }),
    }),
    change: calling('updateCapacityAllocation', {
      verb: 'Change',
      fields: bodyFields('AllocationChange', { from: 'First day', to: 'Last day', ...amounts }),
    }),
    delete: calling('deleteCapacityAllocation', { verb: 'Take off', warning: 'The time is free again.' }),
  },
  Content: (shown) => {
    const { parts } = shown
    return (
      <>
        <Weeks {...shown} />
        {parts.report.items.length ? (
          <Table {...shown} />
        ) : (
          <p class="muted">
            {say('Nobody of your team, or on a project that you lead, works in these weeks.')}
          </p>
        )}
        {parts.part.pager(parts.report.total)}
        <Planning {...shown} />
        <Planned {...shown} />
      </>
    )
  },
})

type Parts = {
  from: string
  part: Part
  report: Answer<'getWorkforceCapacity'>
  planned: Answer<'listCapacityAllocations'> & { part: Part }
  projects: { id: string; name: string }[]
}
type Props = Shown<null, Parts>

const Weeks: FC<Props> = ({ organization, parts: { from } }) => {
  const tab = (label: string, ahead: number) => ({
    label,
    to: withQuery(addressIn(organization, 'capacity'), { from: dayAfter(from, ahead * 7) }),
    current: false,
  })
  const now = { label: say('this week'), to: addressIn(organization, 'capacity'), current: false }
  return <Tabs name={say('Weeks')} of={[tab(say('earlier'), -weeks), now, tab(say('later'), weeks)]} />
}

const planned = ({ allocated, available }: Bucket) =>
  say('{hours} of {hours2}', { hours: hours(allocated), hours2: hours(available) })

const Table: FC<Props> = ({ parts: { from, report } }) => (
  <div class="prose sums" tabindex={0} role="region" aria-label={say('Weeks')}>
    <table>
      <thead>
        <tr>
          <th scope="col">{say('Person')}</th>
          {report.items[0]!.buckets.map((bucket: Bucket) => (
            <th scope="col">
              <Day at={bucket.from} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.items.map(({ employee, buckets }: Capacity) => (
          <tr>
            <th scope="row">{employee.name}</th>
            {buckets.map((bucket) => (
              <td>
                <a
                  aria-label={say('{planned}: plan {name} from {from}', {
                    planned: planned(bucket),
                    name: employee.name,
                    from: bucket.from,
                  })}
                  href={`${withQuery('', { from, employee_id: employee.employee_id, week: bucket.from })}#plan`}
                >
                  {planned(bucket)}
                </a>{' '}
                <Mark of={bucket} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Too much is bad; a week with half of it left is worth a look; a week without work is neither. */
const Mark: FC<{ of: Bucket }> = ({ of: { over, free, available } }) =>
  over ? (
    <Badge kind="bad">{say('{hours} over', { hours: hours(over) })}</Badge>
  ) : available === 0 ? (
    <Badge>{say('away')}</Badge>
  ) : free * 2 > available ? (
    <Badge kind="warn">{say('{hours} free', { hours: hours(free) })}</Badge>
  ) : null

const Planning: FC<Props> = ({ request, form, parts: { from, projects, report } }) => {
  const { employee_id = '', week = from } = request.query
  const people = report.items.map(({ employee }: Capacity) => ({
    id: employee.employee_id,
    name: employee.name ?? '',
  }))
  const draft = form('', {
    values: { employee_id, from: week, percent: '50', status: 'confirmed' },
    choices: { employee_id: people, project_id: projects },
    open: Boolean(employee_id),
  })
  return draft ? (
    <div class="card" id="plan">
      {draft}
    </div>
  ) : null
}

const Planned: FC<Props> = (shown) => (
  <ListSection
    id="planned"
    title={say('Planned in these weeks')}
    of={shown.parts.planned.items}
    total={shown.parts.planned.total}
    part={shown.parts.planned.part}
    none={say('Nothing is planned yet.')}
    shown={shown}
    line={(one) => ({
      title: `${one.employee.name}: ${one.project.name}`,
      facts: [
        one.percent === null
          ? say('{hours} a week', { hours: hours(one.minutes_per_week ?? 0) })
          : `${one.percent} %`,
        <>{say('from {at}', { at: <Day at={one.from} /> })}</>,
        one.to && <>{say('to {at}', { at: <Day at={one.to} /> })}</>,
        one.note,
      ],
      marks: one.status === 'tentative' ? <Badge>{say('not settled')}</Badge> : null,
      forms: [
        shown.form('change', { of: one, about: one.employee.name ?? '' }),
        shown.form('delete', { of: one, about: one.employee.name ?? '' }),
      ],
    })}
  />
)
