import type { FC } from 'hono/jsx'
import { byteOrderMark, fileResponse } from '../kit/downloads.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, objectPage, type Shown } from '../kit/page.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import { withQuery } from '../kit/lists.tsx'
import { Badge, LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { noProblems, type PageRequest } from '../kit/page-request.ts'
import { arranged, type Move, moves } from './arranging.ts'
import { Figure } from './figure.tsx'
import { leadsTo } from './leading.ts'

type Dashboard = Answer<'getBiDashboard'>
type Widget = Dashboard['widgets'][number]
type Parts = Answer<'getBiDashboardData'> & { fields: [name: string, label: string][] }

/** What the address narrows all figures to, as the operations take it. */
export const onlyIn = ({ query: { only, is = '' } }: PageRequest) =>
  only
    ? { filters: JSON.stringify([{ field: only, ...(is ? { op: 'eq', value: is } : { op: 'is_null' }) }]) }
    : {}

const described = {
  name: 'Name',
  description: { label: 'What it is for' },
  visibility: {
    label: 'Who sees it',
    choices: [
      ['private', 'Only me'],
      ['organization', 'The organization'],
    ] as [string, string][],
  },
}

const moving = {
  figure: { label: 'Figure', type: 'choice' as const, required: true as const },
  move: {
    label: 'Where to',
    type: 'choice' as const,
    required: true as const,
    choices: Object.entries(moves) as [string, string][],
  },
}

/** A dashboard with its figures, computed with the rights of whoever looks at it. */
export default objectPage<'getBiDashboard', Parts>({
  at: '/figures/:id',
  of: 'getBiDashboard',
  noun: 'dashboard',
  under: (organization) => [[say('Figures'), addressIn(organization, 'figures')]],
  title: ({ name }) => name,
  lead: (_, { object }) => object.description,
  marks: ({ visibility, owner }) => (
    <>
      <Badge>{visibility === 'organization' ? say('for the organization') : say('only for you')}</Badge>{' '}
      {owner ? say('kept by {name}', { name: owner.name }) : say('kept by nobody')}
    </>
  ),
  keeps: ['only', 'is'],
  parts: async ({ request, read, object }) => {
    const [data, { sources }, { widgets }] = await Promise.all([
      read('getBiDashboardData', onlyIn(request)),
      read('listBiSources'),
      object,
    ])
    const counted = new Set(widgets.map(({ source }) => source))
    const named = sources.filter(({ name }) => counted.has(name)).flatMap(({ dimensions }) => dimensions)
    return { ...data, fields: [...new Map(named.map(({ name, label }) => [name, label]))] }
  },
  file: async (request, _, about) => {
    const { ids, read } = await about()
    const widget_id = request.c.req.param('file') ?? ''
    const { filename, content } = await read('exportBiWidget', onlyIn(request), { ...ids, widget_id })
    return fileResponse(byteOrderMark + content, 'text/csv; charset=utf-8', filename)
  },
  offers: ({ object, person, organization }, action) =>
    action === 'copy' ||
    object.owner?.user_id === person.id ||
    ['admin', 'owner'].includes(organization.role),
  forms: {
    change: calling('updateBiDashboard', {
      title: 'Edit',
      fields: bodyFields('BiDashboardChange', described),
    }),
    copy: calling('duplicateBiDashboard', {
      verb: 'Copy for me',
      to: (_, { id }) => `/figures/${id}`,
    }),
    remove: calling('deleteBiWidget', { verb: 'Remove', warning: 'The figure is taken off the dashboard.' }),
    arrange: calling('updateBiLayout', {
      title: 'Arrange',
      verb: 'Move it',
      fields: bodyFields('BiLayout', {}, moving),
      also: async ({ figure, move }, { object: { widgets } }) => ({
        items: arranged(widgets, figure, move as Move),
      }),
    }),
    delete: calling('deleteBiDashboard', {
      warning: 'It goes to nobody, with its figures.',
      to: backTo('figures'),
    }),
  },
  Content: (shown) => {
    const { object: dashboard, parts, form } = shown
    return (
      <>
        <DrawingStyle />
        <Only shown={shown} />
        {dashboard.widgets.length ? (
          <div class="figures-grid">
            {dashboard.widgets.map((widget: Widget, place) => (
              <One widget={widget} place={place} parts={parts} shown={shown} />
            ))}
          </div>
        ) : (
          <p class="muted">{say('It has no figures yet.')}</p>
        )}
        <section class="card stack" aria-label={say('Change')}>
          {mayAdd(shown) ? (
            <p>
              <LinkButton to={`/figures/${dashboard.id}/new`}>{say('Add a figure')}</LinkButton>
            </p>
          ) : null}
          {form('change')}
          {dashboard.widgets.length > 1
            ? form('arrange', {
                choices: { figure: dashboard.widgets.map(({ id, title }) => ({ id, name: title })) },
              })
            : null}
          {form('copy')}
          {form('delete', { about: dashboard.name })}
        </section>
      </>
    )
  },
})

const mayAdd = ({ object, person, organization }: Shown<Dashboard, Parts>) =>
  object.owner?.user_id === person.id || ['admin', 'owner'].includes(organization.role)

/** The nearest width that the pages have a style for. */
const widthOf = (w: number) =>
  w >= 11 ? 'w12' : w >= 9 ? 'w9' : w >= 7 ? 'w8' : w >= 5 ? 'w6' : w === 4 ? 'w4' : 'w3'

/** Narrows all figures of the dashboard that have the field. */
const Only: FC<{ shown: Shown<Dashboard, Parts> }> = ({ shown: { object, parts, request } }) => (
  <details class="more small" open={Boolean(request.query.only)}>
    <summary>{say('Only some of it')}</summary>
    <form class="search" method="get" action={`/figures/${object.id}`}>
      <Choice
        name="only"
        label={say('Only where')}
        choices={[['', say('All of it')], ...parts.fields]}
        values={request.query}
        problems={noProblems}
      />
      <Field
        name="is"
        optional
        label={say('is')}
        hint={say('A name, a key or a value; @me for yourself; empty for none.')}
        values={request.query}
        problems={noProblems}
      />
      <button>{say('Show')}</button>
    </form>
  </details>
)

const dataOf = (parts: Parts, { id }: Widget) => parts.widgets[id] ?? { error: 'timeout' as const }

const One: FC<{ widget: Widget; place: number; parts: Parts; shown: Shown<Dashboard, Parts> }> = ({
  widget,
  place,
  parts,
  shown,
  shown: {
    request: {
      query: { only, is },
    },
  },
}) => (
  <section class={`card ${widthOf(widget.w)}`} aria-labelledby={`t${place}`}>
    <h2 id={`t${place}`} dir="auto">
      {widget.title}
    </h2>
    <Figure
      id={`f${place}`}
      title={widget.title}
      viz={widget.viz}
      options={widget.options}
      data={dataOf(parts, widget)}
      to={leadsTo(shown.object.id, widget.id, dataOf(parts, widget), { only, is })}
    />
    <details>
      <summary class="small muted">{say('More')}</summary>
      <p class="small">
        <a href={withQuery(`/figures/${shown.object.id}/files/${widget.id}`, { only, is })}>
          {say('Download CSV')}
        </a>
      </p>
      {mayAdd(shown) ? shown.form('remove', { of: widget, about: widget.title }) : null}
    </details>
  </section>
)
