import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { mayCall } from '../kit/operations.ts'
import { addressIn, within } from '../kit/page.tsx'
import { Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import {
  belongings,
  type Belongings,
  choicesOf,
  draftFields,
  kindOf,
  readersOf,
  stateOf,
} from './credential-parts.tsx'
import { importForm } from './import-form.tsx'

/** The credentials of an organization, without their secrets. */
export default listPage<'listCredentials', Belongings>({
  at: '/organizations/:slug/vault',
  of: 'listCredentials',
  title: 'Vault',
  lead: 'Passwords, keys and certificates that people share. Each is sealed; whoever reveals one says why.',
  noun: ['credential'],
  search: 'Name, user name, address or tag',
  under: within(['Settings', 'settings']),
  narrowedBy: { revealed_by: (revealed_by) => ({ revealed_by }) },
  parts: ({ read, organization }) => belongings(read, organization),
  createsApart: true,
  forms: {
    '': calling('createCredential', {
      title: 'New credential',
      verb: 'Create credential',
      fields: draftFields,
      to: ({ organization }, { id }) => `/credentials/${id}?org=${organization.slug}&done=saved`,
    }),
    import: importForm,
  },
  // As narrow as it is without a choice.
  create: ({ parts, organization: { role } }) => ({
    choices: choicesOf(parts.more),
    values: { min_role: role === 'owner' ? 'admin' : role },
  }),
  below: ({ form, organization }) => {
    const { role } = organization
    const asked = form('import', { values: { min_role: role === 'owner' ? 'admin' : role } })
    return (
      <>
        {asked ? (
          <Section id="import" title={say('From elsewhere')}>
            {asked}
          </Section>
        ) : null}
        {mayCall(organization, 'listVaultAccessLog') ? (
          <Section id="log" title={say('Who did what')}>
            <a href={addressIn(organization, 'vault/log')}>{say('Log of the vault')}</a>
          </Section>
        ) : null}
      </>
    )
  },
  line: (one, { organization: { slug } }) => ({
    to: `/credentials/${one.id}?org=${slug}`,
    title: one.name,
    facts: [
      kindOf(one),
      one.username,
      one.url,
      readersOf(one),
      onDay('ends', one.expires_at),
      ...one.tags.map((tag) => `#${tag}`),
    ],
    marks: stateOf(one),
  }),
})
