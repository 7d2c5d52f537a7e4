import { Section } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { Chooser } from './chooser.tsx'

/** Begins to import an exported organization as a new one. */
export default personPage<null>({
  at: '/organization-imports',
  title: 'Import an organization',
  lead: 'An organization that was exported, here or at another deployment, becomes a new one that you own. Nothing is written before you have seen what it is.',
  under: () => [['Dashboard', '/dashboard']],
  parts: async () => null,
  Content: ({ visit }) => (
    <>
      <Chooser title="1. Choose the file" webUrl={visit.settings.webUrl} />
      <Section id="then" title="What happens then">
        <ul class="ticks">
          <li>The file is sent in parts. If that is cut short, choose it again: what is there stays.</li>
          <li>You see what it is, say how invoices are numbered, and start.</li>
          <li>It is written. Nobody but you is a member, no mail is sent, and automations are off.</li>
          <li>You get a list of what to switch on, and of the people to invite.</li>
        </ul>
        <p data-open-import hidden>
          <a href="/organization-imports">Go on with the import that was begun in this browser</a>
        </p>
      </Section>
    </>
  ),
})
