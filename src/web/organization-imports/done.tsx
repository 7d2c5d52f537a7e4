import type { FC } from 'hono/jsx'
import { withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import { LinkButton, Notice, Section, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'

type Import = Answer<'getOrganizationImport'>
type Of = { of: Import }

/** Where each thing of the checklist is done, after the address of the organization; where there is no page, its text says what to call. */
const places: Record<string, string> = {
  recurring_tasks: '#projects',
  mailboxes: '/mailboxes',
  clocks: '/tickets',
  credentials: '/vault',
  invoices: '/invoice-series',
  invitations: '#invitations',
  apps: '/apps',
  webhooks: '/webhooks',
  kiosks: '/kiosks',
  portal: '/clients',
  sealed_values: '/people',
  shares: '#projects',
  links: '/holding',
  rates: '/holding',
  subscription: '/plan',
}
const placeOf = ({ id, slug }: Import, key: string) => {
  if (key === 'people') return `/organization-imports/${id}#people`
  return places[key] && `/organizations/${slug}${places[key]}`
}
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An import that is done: what to switch on, whom to invite, and what to keep. */
export const Done: FC<Of> = ({ of }) => (
  <>
    <Notice kind="good" title={say('It is imported')}>
      <p>{say('You own it, and nobody became a member by the import.')}</p>
      <LinkButton kind="primary" to={`/organizations/${of.slug}`}>
        {say('Open {name}', { name: of.name })}
      </LinkButton>
    </Notice>
    {of.checklist.length ? (
      <Section id="checklist" title={say('What is left to do')}>
        <Rows
          of={of.checklist}
          line={({ key, count: n, what }) => ({
            title: sentence(what),
            to: placeOf(of, key),
            facts: [say('{n} in all', { n: n.toLocaleString('en') })],
          })}
        />
      </Section>
    ) : null}
    <People of={of} />
    <Section id="downloads" title={say('To keep')}>
      <Rows
        of={[{ file: 'map', title: say('What the ids became'), facts: [] as string[] }, ...archivesOf(of)]}
        line={({ file, title, facts }) => ({
          to: `/organization-imports/${of.id}/files/${file}`,
          title,
          facts,
        })}
      />
      <p>
        {say(
          'Chains such as the audit trail came as closed archives: new ones begin here, and these verify by themselves.',
        )}
      </p>
    </Section>
  </>
)

const archivesOf = ({ archives }: Import) =>
  archives.map(({ n, name, size_bytes }) => ({
    file: String(n),
    title: name,
    facts: [sizeOf(size_bytes)],
  }))

const states: Record<Import['people'][number]['state'], string | undefined> = {
  absent: undefined,
  binding: 'a member; is being given what is under this name',
  bound: 'a member, who has what was under this name',
}

const People: FC<Of> = ({ of }) =>
  of.people.length ? (
    <Section id="people" title={say('People to invite')}>
      <p>
        {say(
          'What they wrote and what they are assigned to is under their names. It becomes theirs once they are members and the address that stands here is verified, soon after they accept. The roles are those that they had; the invitation asks which to give.',
        )}
      </p>
      {of.kept_count ? (
        <p>
          {say(
            '{counted} stayed under a name: the member has one already of which there may be only one, such as an employee record.',
            { counted: count(of.kept_count, 'row') },
          )}
        </p>
      ) : null}
      <Rows
        of={of.people}
        line={({ name, email, role, state }) => ({
          title: name,
          facts: [states[state] ?? email ?? say('no address'), role],
          buttons: [
            email && state === 'absent' && (
              <LinkButton
                kind="slim"
                to={`${withQuery(`/organizations/${of.slug}`, { invite: email, role })}#invitations`}
              >
                {say('Invite')}
                <span class="hidden"> {name}</span>
              </LinkButton>
            ),
          ],
        })}
      />
    </Section>
  ) : null
