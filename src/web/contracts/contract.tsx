import type { FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import { ContractForms } from './contract-forms.tsx'
import { Events, Milestones, Status, Terms, type ContractDetail } from './contract-parts.tsx'
import { show } from '../kit/layout.tsx'
import { formatter } from '../kit/markdown.ts'
import { Saved, Summary } from '../kit/parts.tsx'
import { find, type Found, isAtLeast } from '../kit/organization-context.ts'
import {
  bodyOf,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Shown = Found<ContractDetail>

function pathOf(visit: Visit): string {
  const id = visit.c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, 'No such contract', 'The address is incomplete.')
  return `/contracts/${id}`
}
const theContract = (visit: Visit) => find<ContractDetail>(visit, pathOf(visit), 'contract')
const hrefOf = ({ object, home }: Shown) => `/contracts/${object.id}?org=${home.slug}`

const labels = {
  signed_by_name: 'Who signs for us',
  counterparty_name: 'Who signs for them',
  terminated_on: 'Last day',
  reason: 'Reason',
  months: 'Months',
}

/** A contract with its text, milestones and history. */
export const showContract: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const found = await theContract(visit)
  const { person, home, object } = found
  return show(
    visit,
    { title: `${object.number} ${object.title}`, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

const Content: FC<Shown & { visit: Visit; problems: Problems }> = ({ visit, problems, ...found }) => {
  const { home, object } = found
  const may = isAtLeast(home, 'manager')
  return (
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
          <a href={`/organizations/${home.slug}/contracts`}>Contracts</a>
        </p>
        <h1>{object.title}</h1>
        <p class="marks">
          <span class="muted">{object.number}</span>
          <Status is={object.effective_status} />
        </p>
      </div>
      <Saved visit={visit} />
      <Summary problems={problems} labels={labels} />
      <Terms contract={object} org={home.slug} />
      {may ? (
        <ContractForms contract={object} home={home} at={hrefOf(found)} {...{ visit, problems, labels }} />
      ) : null}
      <article class="card prose">
        <h2>Text</h2>
        {object.body ? formatter()(object.body) : <p class="muted">Nothing has been written here yet.</p>}
      </article>
      <Milestones contract={object} org={home.slug} at={hrefOf(found)} may={may} />
      <Events events={object.events} milestones={object.milestones} />
    </>
  )
}

/** The request of each form: the end of the path, and the body. */
const actions: Record<string, (form: Visit['form']) => [path: string, body?: object]> = {
  send: () => ['/send'],
  cancel: () => ['/cancel'],
  sign: ({ signed_by_name, counterparty_name }) => [
    '/sign',
    { ...(signed_by_name && { signed_by_name }), ...(counterparty_name && { counterparty_name }) },
  ],
  terminate: ({ terminated_on = '', reason = '' }) => ['/terminate', { terminated_on, reason }],
  renew: ({ months = '' }) => ['/renew', { months: Number(months) || 0 }],
  complete: ({ milestone = '' }) => [`/milestones/${encodeURIComponent(milestone)}/complete`],
  invoice: ({ milestone = '' }) => [`/milestones/${encodeURIComponent(milestone)}/invoice`],
}

/** Performs a form action, and shows the contract or the one that renews it. */
export const changeContract: Page = async (visit) => {
  const { action = '', once } = visit.form
  if (!Object.hasOwn(actions, action)) throw new PageError(422, 'Not a form', 'Send the form of the page.')
  const found = await theContract(visit)
  const [path, body] = actions[action]!(visit.form)
  const reply = await visit.api.call<{ id: string }>(
    'POST',
    `${found.at}/contracts/${found.object.id}${path}`,
    {
      ...(body && { body }),
      headers: once ? { 'idempotency-key': once } : {},
    },
  )
  if ([403, 404, 409, 422].includes(reply.status))
    return page(visit, problemsOf(reply, Object.keys(labels)), reply.status)
  const { id } = bodyOf(reply, visit.here)
  const to = action === 'renew' ? { ...found, object: { ...found.object, id } } : found
  return redirectTo(`${hrefOf(to)}&done=saved`)
}
