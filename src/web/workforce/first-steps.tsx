import type { Answer, Item, Schemas } from '../kit/operations.ts'
import { addressIn, organizationPage, within } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'

type Step = Item<'getWorkforceFirstSteps'>
const steps: Record<Schemas['WorkforceStep'], [title: string, why: string]> = {
  holidays: ['Say whose holidays count', 'The country of the organization, on which its holidays depend.'],
  work_schedule: ['Enter the usual hours', 'The work schedule of whoever has no other.'],
  leave_types: ['Choose the types of leave', 'Some to begin with are proposed for your country.'],
  people: ['Add the people', 'From a table, or one by one.'],
  accounts: ['Link them to accounts', 'So that they see their own days and ask for leave.'],
  managers: ['Say who reports to whom', 'Managers decide leave, weeks and corrections.'],
  leave_request: ['Try it with a first request', 'Ask for a day of leave, and cancel it again.'],
}

/** What is still to be done before people can ask for leave, each with the page on which it is. */
export default organizationPage<{ found: Answer<'getWorkforceFirstSteps'> }>({
  at: '/organizations/:slug/first-steps',
  title: 'First steps with people',
  lead: 'In this order, until everybody can ask for leave and record hours.',
  under: within(['People', 'people']),
  parts: async ({ read }) => ({ found: await read('getWorkforceFirstSteps') }),
  Content: ({ organization, parts: { found } }) => (
    <ListSection
      id="steps"
      title={found.items.every(({ is_done }) => is_done) ? say('All is done') : say('To do')}
      of={found.items}
      line={({ step, is_done, page }: Step) => ({
        to: addressIn(organization, page),
        title: say(steps[step][0]),
        facts: [say(steps[step][1])],
        marks: is_done ? <Badge kind="good">{say('done')}</Badge> : <Badge kind="warn">{say('open')}</Badge>,
      })}
    />
  ),
})
