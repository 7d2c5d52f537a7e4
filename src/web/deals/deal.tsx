import type { Child, FC } from 'hono/jsx'
import { Activities, activitiesOf, activityForms } from '../crm-activities/activities.tsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import { mayCall } from '../kit/operations.ts'
import { addressIn, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Facts, Section } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day, Moment } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { DealHistory } from './deal-history.tsx'
import {
  clientsOf,
  type Deal,
  dealFields,
  dealsAt,
  DealState,
  membersOf,
  pipelinesOf,
} from './deal-parts.tsx'

const partsOf = async ({ request, read, id }: ObjectFetching<'getDeal'>) =>
  together({
    pipelines: pipelinesOf(read),
    clients: clientsOf(read),
    members: membersOf(read),
    history: readPart(read, 'listDealHistory', historyOn(request, id)),
    activities: activitiesOf(request, read, { deal_id: id }, `/deals/${id}`),
  })
type Parts = PartsOf<typeof partsOf>
type ShownDeal = Shown<Deal, Parts>

const historyOn = (request: PageRequest, id: string) =>
  partOf(request, `/deals/${id}`, 'history_from', 50, 'history')

const stage = bodyFields('DealMove', { stage_id: 'Stage' })
const win = bodyFields(
  'DealWin',
  { client_id: { label: 'Won from', none: 'Choose a client' } },
  {
    project: {
      label: 'Project',
      choices: [
        ['', 'None'],
        ['create', 'Create one with the title of the deal'],
      ],
    },
  },
)
const loss = bodyFields('DealLoss', {
  lost_reason: { label: 'Why it was lost', hint: 'Reports count identical reasons together.' },
})

/** The page of a deal. */
export default objectPage<'getDeal', Parts>({
  at: '/deals/:id',
  of: 'getDeal',
  noun: 'deal',
  under: (organization) => [[say('Deals'), addressIn(organization, 'deals')]],
  title: ({ title }) => title,
  marks: (deal) => (
    <>
      <DealState deal={deal} />
      <span>{deal.stage.name}</span>
      <span class="title">
        <Money minor={deal.value_minor} currency={deal.currency} />
      </span>
    </>
  ),
  parts: partsOf,
  forms: {
    ...activityForms<Deal>('deal'),
    change: calling('updateDeal', { title: 'Edit', fields: dealFields }),
    move: calling('moveDeal', { verb: 'Move', fields: stage }),
    win: calling('winDeal', {
      title: 'Win',
      verb: 'Mark as won',
      fields: win,
      also: ({ project }) => (project === 'create' ? { create_project: {} } : {}),
    }),
    lose: calling('loseDeal', { title: 'Lose', verb: 'Mark as lost', fields: loss }),
    reopen: calling('reopenDeal', { verb: 'Reopen' }),
    delete: calling('deleteDeal', {
      warning: 'Its history and its activities go with it.',
      to: ({ organization }) => `${dealsAt(organization)}?done=saved`,
    }),
  },
  Content: (shown) => {
    const { request, parts, organization, form } = shown
    return (
      <>
        <Facts of={factsOf(shown)} />
        <Steps {...shown} />
        <div class="card">
          {form('change', { choices: { client_id: parts.clients, owner_user_id: parts.members } })}
        </div>
        <Activities of={parts.activities} org={organization.slug} form={form} />
        <DealHistory {...parts.history} members={parts.members} open={'history_from' in request.query} />
      </>
    )
  },
})

function factsOf({ parts, organization, object: deal }: ShownDeal): [string, Child][] {
  const org = `?org=${organization.slug}`
  const pipeline = parts.pipelines.find(({ id }) => id === deal.pipeline_id)
  const stage = [pipeline?.name, deal.stage.name].filter(Boolean).join(', ')
  return [
    [say('Client'), deal.client && <a href={`/clients/${deal.client.id}${org}`}>{deal.client.name}</a>],
    [say('Contact'), deal.contact?.name],
    [say('Stage'), say('{stage}, for {counted}', { stage, counted: count(deal.days_in_stage, 'day') })],
    [say('Chance'), `${deal.effective_probability} %`],
    [say('Weighted value'), <Money minor={deal.weighted_minor} currency={deal.currency} />],
    [say('Decision expected on'), deal.expected_close_date && <Day at={deal.expected_close_date} />],
    [deal.status === 'won' ? say('Won') : say('Lost'), deal.closed_at && <Moment at={deal.closed_at} />],
    [say('Reason'), deal.lost_reason],
    [say('Owner'), deal.owner?.name ?? say('Nobody')],
    [say('Source'), deal.source],
    [say('Tags'), deal.tags.join(', ')],
    [say('Project'), deal.project_id && <a href={`/projects/${deal.project_id}${org}`}>{say('Open it')}</a>],
    [say('Lead'), deal.lead_id && <a href={`/leads/${deal.lead_id}${org}`}>{say('Where it came from')}</a>],
  ]
}

/** What the state of the deal allows. */
const Steps: FC<ShownDeal> = ({ parts, organization, object: deal, form }) => {
  const mayHaveProject = mayCall(organization, 'createProject') && !deal.project_id
  const stages = parts.pipelines.find(({ id }) => id === deal.pipeline_id)?.stages ?? [deal.stage]
  return (
    <Section id="next" title={say('What comes next')}>
      {deal.status === 'open' ? (
        <>
          {form('move', { values: { stage_id: deal.stage.id }, choices: { stage_id: stages } })}
          {form('win', {
            choices: { client_id: parts.clients },
            except: [...(deal.client ? ['client_id'] : []), ...(mayHaveProject ? [] : ['project'])],
          })}
          {form('lose')}
        </>
      ) : (
        form('reopen')
      )}
      {form('delete', { about: deal.title })}
    </Section>
  )
}
