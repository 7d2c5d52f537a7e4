import type { FC } from 'hono/jsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { count, Section } from '../kit/parts.tsx'
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
  counted: (total) => (total ? 'Your imports' : 'You have begun no import'),
  under: () => [['Dashboard', '/dashboard']],
  above: ({ visit }) => (
    <>
      <Chooser title="1. Choose the file" webUrl={visit.settings.webUrl} />
      <WhatHappens />
    </>
  ),
  line: (one) => ({
    to: one.page,
    title: <span dir="auto">{one.name}</span>,
    facts: [
      `from ${one.origin}`,
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
    return `${one.missing_count} of ${count(one.part_count, 'part')} still to be sent`
  const rows = count(one.row_count, 'row')
  return state === 'running' ? `${one.written_count.toLocaleString('en')} of ${rows} written` : rows
}

const WhatHappens: FC = () => (
  <Section id="then" title="What happens then">
    <ul class="ticks">
      <li>The file is sent in parts. If that is cut short, choose it again: what is there stays.</li>
      <li>You see what it is, say how invoices are numbered, and start.</li>
      <li>It is written. Nobody but you is a member, no mail is sent, and automations are off.</li>
      <li>You get a list of what to switch on, and of the people to invite.</li>
    </ul>
  </Section>
)
