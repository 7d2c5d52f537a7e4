import type { FC } from 'hono/jsx'
import { withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import { LinkButton, Notice, Section, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'

type Import = Answer<'getOrganizationImport'>
type Of = { of: Import }

/** Where each thing of the checklist is done, below the organization, and what that is called. */
const places: Record<string, string> = {
  mailboxes: 'mailboxes',
  clocks: 'tickets',
  credentials: 'vault',
  invoices: 'invoice-series',
  apps: 'apps',
  webhooks: 'webhooks',
  kiosks: 'kiosks',
  portal: 'clients',
  sealed_values: 'people',
  links: 'holding',
  rates: 'holding',
  subscription: 'plan',
}
const placeOf = ({ id, slug }: Import, key: string) => {
  if (key === 'people') return `/organization-imports/${id}#people`
  if (key === 'invitations') return `/organizations/${slug}#invitations`
  return places[key] ? `/organizations/${slug}/${places[key]}` : undefined
}
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An import that is done: what to switch on, whom to invite, and what to keep. */
export const Done: FC<Of> = ({ of }) => (
  <>
    <Notice kind="good" title="It is imported">
      <p>You are its only member.</p>
      <LinkButton kind="primary" to={`/organizations/${of.slug}`}>
        {`Open ${of.name}`}
      </LinkButton>
    </Notice>
    {of.checklist.length ? (
      <Section id="checklist" title="What is left to do">
        <Rows
          of={of.checklist}
          line={({ key, count, what }) => ({
            title: sentence(what),
            to: placeOf(of, key),
            facts: [`${count.toLocaleString('en')} in all`],
          })}
        />
      </Section>
    ) : null}
    <People of={of} />
    <Section id="downloads" title="To keep">
      <Rows
        of={[{ file: 'map', title: 'What the ids became', facts: [] as string[] }, ...archivesOf(of)]}
        line={({ file, title, facts }) => ({
          to: `/organization-imports/${of.id}/files/${file}`,
          title,
          facts,
        })}
      />
      <p>
        Chains such as the audit trail came as closed archives: new ones begin here, and these verify by
        themselves.
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

const People: FC<Of> = ({ of }) =>
  of.people.length ? (
    <Section id="people" title="People to invite">
      <p>
        What they wrote keeps their names. Whoever accepts an invitation is a new member: give them what is
        assigned to their name. The roles are those that they had; the invitation asks which to give.
      </p>
      <Rows
        of={of.people}
        line={({ name, email, role }) => ({
          title: name,
          facts: [email ?? 'no address', role],
          buttons: [
            email && (
              <LinkButton
                kind="slim"
                to={`${withQuery(`/organizations/${of.slug}`, { invite: email, role })}#invitations`}
              >
                Invite<span class="hidden"> {name}</span>
              </LinkButton>
            ),
          ],
        })}
      />
    </Section>
  ) : null
