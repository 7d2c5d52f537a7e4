import type { FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { addressIn, objectPage, type Shown } from '../kit/page.tsx'
import { say } from '../kit/say.ts'
import { noProblems, type Problems, problemsOf, type PageRequest } from '../kit/page-request.ts'
import { askedOf, buckets, comparisons, drawings, keeps, rangesOf, type Source } from './asked.ts'
import { Figure } from './figure.tsx'

type Dashboard = Answer<'getBiDashboard'>
type Preview = { data?: Answer<'runBiQuery'>; problems: Problems }
type Parts = { sources: Source[]; saved: Item<'listSavedFilters'>[]; preview: Preview | null }

/** Puts a figure together step by step, with a preview: what is counted, by what, when, of which, and how it is drawn. */
export default objectPage<'getBiDashboard', Parts>({
  at: '/figures/:id/new',
  of: 'getBiDashboard',
  noun: 'dashboard',
  keeps,
  under: (organization, { id, name }) => [
    [say('Figures'), addressIn(organization, 'figures')],
    [name, `/figures/${id}`],
  ],
  title: () => say('Add a figure'),
  lead: 'Choose what is counted. What you see is what you may see; others see it with their own rights.',
  wrong: ({ preview }) => preview?.problems ?? noProblems,
  wrongLabels: { measure: 'Count', by: 'By', over: 'When', is: 'What it is' },
  parts: async ({ request, read, organization }) => {
    const { sources } = await read('listBiSources')
    return together({
      sources: Promise.resolve(sources),
      saved: readAll(read, 'listSavedFilters'),
      preview: previewOf(request, organization.id, sources),
    })
  },
  forms: {
    add: calling('createBiWidget', {
      verb: 'Add to the dashboard',
      fields: bodyFields('BiWidgetDraft', { title: 'Title' }),
      also: async (_, { request, read }) =>
        askedOf(request.query, (await read('listBiSources')).sources) ?? {},
      to: ({ object }) => `/figures/${object.id}`,
    }),
  },
  Content: (shown) => {
    const { parts, request, form } = shown
    const asked = askedOf(request.query, parts.sources)
    const source = parts.sources.find(({ name }) => name === request.query.source)
    return (
      <>
        <Asking shown={shown} source={source} />
        {asked && parts.preview?.data ? (
          <section class="card stack" aria-labelledby="preview">
            <h2 id="preview">{say('Preview')}</h2>
            <div class="figures-grid">
              <section class="w8">
                <Figure
                  id="p"
                  title={say('Preview')}
                  viz={asked.viz ?? drawnAs(asked.query)}
                  data={parts.preview.data}
                />
              </section>
            </div>
            {form('add', { values: { title: titleOf(request.query, source!) } })}
          </section>
        ) : null}
      </>
    )
  },
})

async function previewOf(request: PageRequest, org: string, sources: Source[]): Promise<Preview | null> {
  const asked = askedOf(request.query, sources)
  if (!asked) return null
  const { viz: _, ...body } = asked
  const path = `/api/v1/organizations/${org}/bi/query`
  const reply = await request.api.call<Answer<'runBiQuery'>>('POST', path, { body })
  return reply.status === 200
    ? { data: reply.body, problems: noProblems }
    : { problems: problemsOf(reply, []) }
}

/** As the service draws it where nothing is chosen. */
const drawnAs = ({ dimensions = [], time_dimension }: NonNullable<ReturnType<typeof askedOf>>['query']) =>
  time_dimension?.granularity
    ? 'line'
    : dimensions.length === 1
      ? 'bar'
      : dimensions.length
        ? 'table'
        : 'number'

const titleOf = (query: PageRequest['query'], source: Source) => {
  const label = (list: { name: string; label: string }[], name: string | undefined) =>
    list.find((one) => one.name === name)?.label
  const measure = label(source.measures, query.measure) ?? source.measures[0]!.label
  const by = label(source.dimensions, query.by)
  const each = buckets.find(([value]) => value === query.each)?.[1]
  return [measure, by && say('by {by}', { by: by.toLowerCase() }), each?.toLowerCase()]
    .filter(Boolean)
    .join(' ')
}

type Named = { name: string; label: string }
const choicesOf = (list: Named[], none?: string): [string, string][] => [
  ...(none === undefined ? [] : [['', none] as [string, string]]),
  ...list.map(({ name, label }): [string, string] => [name, label]),
]

type Step = [name: string, label: string, choices: [string, string][]]
const stepsOf = (
  { measures, dimensions, time_dimensions: times }: Source,
  organization: Parameters<typeof rangesOf>[0],
): Step[] => [
  ['measure', say('Count'), choicesOf(measures)],
  ['measure2', say('And'), choicesOf(measures, say('Nothing else'))],
  ['by', say('By'), choicesOf(dimensions, say('Not divided'))],
  ['by2', say('And by'), choicesOf(dimensions, say('Nothing else'))],
  ['over', say('When'), choicesOf(times, say('At any time'))],
  ['range', say('In'), rangesOf(organization)],
  ['each', say('Over time'), [['', say('All of it together')], ...buckets]],
  ['as', say('Drawn as'), [['', say('As it suits')], ...drawings]],
  ['only', say('Only where'), choicesOf(dimensions, say('All of them'))],
  ['op', 'which', comparisons],
]

const One: FC<{ step: Step; values: PageRequest['query']; hint?: string | undefined }> = ({
  step: [name, label, choices],
  values,
  hint,
}) => (
  <Choice
    name={name}
    label={label}
    choices={choices}
    values={values}
    problems={noProblems}
    {...(hint && { hint })}
  />
)

const savedChoices = (saved: Parts['saved']): [string, string][] => [
  ['', say('No filter')],
  ...saved.map(({ id, name }): [string, string] => [id, name]),
]

/** The steps: without a source only what is counted; then all that the source has. */
const Asking: FC<{ shown: Shown<Dashboard, Parts>; source: Source | undefined }> = ({ shown, source }) => {
  const { request, parts, object } = shown
  const values = request.query
  const steps: Step[] = source ? stepsOf(source, shown.organization) : []
  return (
    <form class="card stack" method="get" action={`/figures/${object.id}/new`}>
      <One
        step={['source', say('What'), choicesOf(parts.sources, say('Choose'))]}
        values={values}
        hint={source?.says}
      />
      {steps.map((step) => (
        <One step={step} values={values} />
      ))}
      {source?.name === 'tasks' && parts.saved.length ? (
        <One
          step={['saved', say('And only what a saved filter finds'), savedChoices(parts.saved)]}
          values={values}
        />
      ) : null}
      {source ? (
        <Field
          name="is"
          optional
          label={say('What it is')}
          hint={say('A value or a name; @me for yourself, true or false.')}
          values={values}
          problems={noProblems}
        />
      ) : null}
      <div class="buttons">
        <button class="primary">{source ? say('Show') : say('Next')}</button>
      </div>
    </form>
  )
}
