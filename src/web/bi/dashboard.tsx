import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, objectPage, type Shown } from '../kit/page.tsx'
import { Badge, LinkButton } from '../kit/parts.tsx'
import { Figure } from './figure.tsx'

type Dashboard = Answer<'getBiDashboard'>
type Widget = Dashboard['widgets'][number]
type Parts = Answer<'getBiDashboardData'>

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

/** A dashboard with its figures, computed with the rights of whoever looks at it. */
export default objectPage<'getBiDashboard', Parts>({
  at: '/figures/:id',
  of: 'getBiDashboard',
  noun: 'dashboard',
  under: (home) => [['Figures', addressIn(home, 'figures')]],
  title: ({ name }) => name,
  lead: (_, { object }) => object.description,
  marks: ({ visibility, owner }) => (
    <>
      <Badge>{visibility === 'organization' ? 'for the organization' : 'only for you'}</Badge>{' '}
      {owner ? `kept by ${owner.name}` : 'kept by nobody'}
    </>
  ),
  parts: ({ read }) => read('getBiDashboardData'),
  offers: ({ object, person, home }, action) =>
    action === 'copy' || object.owner?.user_id === person.id || ['admin', 'owner'].includes(home.role),
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
        {dashboard.widgets.length ? (
          <div class="figures-grid">
            {dashboard.widgets.map((widget: Widget) => (
              <One widget={widget} parts={parts} shown={shown} />
            ))}
          </div>
        ) : (
          <p class="muted">It has no figures yet.</p>
        )}
        <section class="card stack" aria-label="Change">
          {mayAdd(shown) ? (
            <p>
              <LinkButton to={`/figures/${dashboard.id}/new`}>Add a figure</LinkButton>
            </p>
          ) : null}
          {form('change')}
          {form('copy')}
          {form('delete', { about: dashboard.name })}
        </section>
      </>
    )
  },
})

const mayAdd = ({ object, person, home }: Shown<Dashboard, Parts>) =>
  object.owner?.user_id === person.id || ['admin', 'owner'].includes(home.role)

/** The nearest width that the pages have a style for. */
const widthOf = (w: number) =>
  w >= 11 ? 'w12' : w >= 9 ? 'w9' : w >= 7 ? 'w8' : w >= 5 ? 'w6' : w === 4 ? 'w4' : 'w3'

const One: FC<{ widget: Widget; parts: Parts; shown: Shown<Dashboard, Parts> }> = ({
  widget,
  parts,
  shown,
}) => (
  <section class={`card ${widthOf(widget.w)}`} aria-labelledby={`t-${widget.id}`}>
    <h2 id={`t-${widget.id}`} dir="auto">
      {widget.title}
    </h2>
    <Figure
      id={`f-${widget.id}`}
      title={widget.title}
      viz={widget.viz}
      options={widget.options}
      data={parts.widgets[widget.id] ?? { error: 'timeout' }}
    />
    {mayAdd(shown) ? (
      <details>
        <summary class="small muted">Change</summary>
        {shown.form('remove', { of: widget, about: widget.title })}
      </details>
    ) : null}
  </section>
)
