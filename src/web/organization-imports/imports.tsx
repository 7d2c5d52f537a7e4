import type { FC } from 'hono/jsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { Section } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'
import { Chooser } from './chooser.tsx'
import { StateOf } from './states.tsx'

type Import = Item<'listOrganizationImports'>

/** Begins to import an exported organization as a new one, and lists those that were begun. */
export default listPage({
  at: '/organization-imports',
  of: 'listOrganizationImports',
  title: 'Import an organization',
  lead: 'An organization that was exported, here or at another deployment, becomes a new one that you own. Nothing is written before you have seen what it is.',
  noun: ['import'],
  counted: (total) => (total ? say('Your imports') : say('You have begun no import')),
  under: () => [[say('Dashboard'), '/dashboard']],
  above: ({ request }) => (
    <>
      <Chooser title={say('1. Choose the file')} webUrl={request.settings.webUrl} />
      <WhatHappens />
    </>
  ),
  line: (one) => ({
    to: one.page,
    title: <span dir="auto">{one.name}</span>,
    facts: [
      say('from {origin}', { origin: one.origin }),
      atMoment('begun', one.created_at),
      progressOf(one),
      one.problem,
      one.expires_at && atMoment('thrown away', one.expires_at),
    ],
    marks: <StateOf of={one} />,
  }),
})

/** What is there of an import, in its state. */
function progressOf({ state, ...one }: Import) {
  if (state === 'receiving' && one.missing_count)
    return say('{missing_count} of {counted} still to be sent', {
      missing_count: one.missing_count,
      counted: count(one.part_count, 'part'),
    })
  const rows = count(one.row_count, 'row')
  return state === 'running'
    ? say('{written_count} of {rows} written', {
        written_count: one.written_count.toLocaleString('en'),
        rows,
      })
    : rows
}

const WhatHappens: FC = () => (
  <Section id="then" title={say('What happens then')}>
    <ul class="ticks">
      <li>{say('The file is sent in parts. If that is cut short, choose it again: what is there stays.')}</li>
      <li>{say('You see what it is, say how invoices are numbered, and start.')}</li>
      <li>{say('It is written. Nobody but you is a member, no mail is sent, and automations are off.')}</li>
      <li>{say('You get a list of what to switch on, and of the people to invite.')}</li>
    </ul>
  </Section>
)
