import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import { monthAfter } from '../kit/days.ts'
import { Tabs, withQuery } from '../kit/lists.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { shownIn } from '../kit/zone.ts'
import { Bar, objectiveDraft, percent, Standing, valueOf } from './okr-parts.tsx'

type Node = Answer<'getObjectiveTree'>['items'][number]
type Parts = { period: string; items: Node[]; trash: (Answer<'listObjectives'> & { part: Part }) | null }

const quarters = 4
/** A quarter such as 2026-Q4 or 2026/27-Q4, counted from year 0; financial years begin with the month `start`. */
const quarterOf = (day: string, start: number) => {
  const [year = 0, month = 1] = monthAfter(day.slice(0, 7), 1 - start)
    .split('-')
    .map(Number)
  return year * 4 + Math.floor((month - 1) / 3)
}
const label = (quarter: number, start: number) => {
  const year = Math.floor(quarter / 4)
  const named = start === 1 ? year : `${year}/${String((year + 1) % 100).padStart(2, '0')}`
  return `${named}-Q${(quarter % 4) + 1}`
}
const numbered = (period: string, start: number) => {
  const [, year, place] = (start === 1 ? /^(\d{4})-Q([1-4])$/ : /^(\d{4})\/\d\d-Q([1-4])$/).exec(period) ?? []
  return year ? Number(year) * 4 + Number(place) - 1 : undefined
}

/** Objectives of a quarter as a tree, with what waits for the reader. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/objectives',
  title: 'Objectives',
  lead: 'What should be reached, by which key results, and how far it is.',
  keeps: ['period'],
  parts: async ({ request, read, organization }) => {
    const asked = request.query.period ?? ''
    const { fiscal_year_start: start } = organization
    const now = quarterOf(shownIn(organization.timezone, new Date().toISOString())[0], start)
    const period = label(numbered(asked, start) ?? now, start)
    const part = partOf(request, addressIn(organization, 'objectives'), 'trash_from', 20, 'trash')
    const [{ items }, trash] = await Promise.all([
      read('getObjectiveTree', { period }),
      mayCall(organization, 'restoreObjective')
        ? readPart(read, 'listObjectives', part, { trashed: true })
        : null,
    ])
    return { period, items, trash }
  },
  forms: {
    '': calling('createObjective', {
      title: 'New objective',
      verb: 'Create objective',
      fields: objectiveDraft,
      to: ({ organization }, { id }) => `/objectives/${id}?org=${organization.slug}&done=saved`,
    }),
    restore: calling('restoreObjective', {
      verb: 'Restore',
      to: ({ organization }, { id }) => `/objectives/${id}?org=${organization.slug}&done=saved`,
    }),
  },
  Content: (shown) => (
    <>
      <Quarters {...shown} />
      <Mine {...shown} />
      <Tree {...shown} />
      {shown.form('', {
        choices: { parent_id: shown.parts.items.map(({ id, title }) => ({ id, name: title })) },
      })}
      <ListSection
        id="trash"
        title={say('Deleted in the last 30 days')}
        of={shown.parts.trash?.items ?? []}
        total={shown.parts.trash?.total}
        part={shown.parts.trash?.part}
        shown={shown}
        orNothing
        line={(one) => ({
          title: one.title,
          facts: [one.period_label, one.owner?.name],
          buttons: [shown.form('restore', { of: one, about: one.title })],
        })}
      />
    </>
  ),
})

type Props = Shown<null, Parts>

const Quarters: FC<Props> = ({ organization, parts: { period } }) => {
  const { fiscal_year_start: start } = organization
  const chosen = numbered(period, start)!
  const tabs = Array.from({ length: quarters }, (_, n) => label(chosen - 2 + n, start)).map((quarter) => ({
    label: quarter.replace('-', ' '),
    to: withQuery(addressIn(organization, 'objectives'), { period: quarter }),
    current: quarter === period,
  }))
  return <Tabs name={say('Quarters')} of={tabs} />
}

/** The key results that the reader looks after, or whose objective is theirs. */
const Mine: FC<Props> = (shown) => {
  const { organization, person, parts } = shown
  const mine = parts.items
    .filter(({ status }) => status === 'active')
    .flatMap((node) =>
      node.key_results
        .filter(({ owner }) => (owner ?? node.owner)?.user_id === person.id)
        .map((one) => ({ ...one, node })),
    )
  return (
    <ListSection
      id="mine"
      title={say('Mine')}
      of={mine}
      shown={shown}
      orNothing
      line={({ id, title, node, progress, ...valued }) => ({
        to: `/key-results/${id}?org=${organization.slug}`,
        title,
        facts: [valueOf(valued), node.title],
        amount: percent(progress),
        marks: <Bar of={progress} name={title} />,
      })}
    />
  )
}

const Tree: FC<Props> = ({ organization, parts: { items, period } }) => (
  <Section id="tree" title={say('Objectives of {period}', { period: period.replace('-', ' ') })}>
    {items.length ? (
      <Level of={items.filter(({ depth }) => depth === 0)} all={items} org={organization.slug} />
    ) : (
      <p class="muted">{say('None yet.')}</p>
    )}
  </Section>
)

type LevelProps = { of: Node[]; all: Node[]; org: string }
const Level: FC<LevelProps> = ({ of, all, org }) => (
  <ul class="tree">
    {of.map((one) => {
      const below = all.filter(({ parent_id, depth }) => parent_id === one.id && depth > 0)
      return (
        <li>
          <a href={`/objectives/${one.id}?org=${org}`}>{one.title}</a> <Standing of={one} />
          <p class="facts">
            <span>{percent(one.progress)}</span>
            {one.expected === null ? null : (
              <span>{say('{percent} of the time', { percent: percent(one.expected) })}</span>
            )}
            {one.owner ? <span>{one.owner.name}</span> : null}
            {one.weight === '1' ? null : <span>{say('weight {weight}', { weight: one.weight })}</span>}
          </p>
          <Bar of={one.progress} name={one.title} />
          {one.key_results.length ? (
            <ul class="rows">
              {one.key_results.map((key) => (
                <li class="head">
                  <a href={`/key-results/${key.id}?org=${org}`}>{key.title}</a>
                  <span class="muted small">
                    {valueOf(key)}
                    {key.weight === '1' ? '' : say(', weight {weight}', { weight: key.weight })}
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
          {below.length ? <Level of={below} all={all} org={org} /> : null}
        </li>
      )
    })}
  </ul>
)
