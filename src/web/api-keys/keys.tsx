import type { FC } from 'hono/jsx'
import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { isAtLeast } from '../kit/organization-context.ts'
import type { Shown } from '../kit/page.tsx'
import { partOf } from '../kit/pager.tsx'
import { LinkButton, Notice, Section } from '../kit/parts.tsx'
import { OrganizationTabs, memberPage } from '../kit/person-page.tsx'
import { type Line, ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { described, issued, keyFacts, keyOptions, keyTitle, untilEnd } from './key-parts.tsx'

type Key = Item<'listApiKeys'>
/** None where the person administers no organization; `some` says whether they are in one. */
type Parts = { keys: Answer<'listApiKeys'> | null; projects: Item<'listProjects'>[]; some: boolean }

const at = '/settings/keys'
const listOn = (request: PageRequest) => partOf(request, at, 'keys_from', 100, 'keys')
const { name, ...reach } = described

/** The API keys of the organizations that a person administers. */
export default memberPage<Parts>({
  at,
  title: 'API keys',
  lead:
    'For scripts and assistants that cannot sign in through the browser. A key acts with the role of its ' +
    'person, inside one organization only: you, or the member that you offer it to.',
  chooses: (organization) => isAtLeast(organization, 'admin'),
  parts: async ({ read, request, organization, organizations }) => {
    if (!organization.id) return { keys: null, projects: [], some: organizations.length > 0 }
    const [keys, projects] = await Promise.all([
      read('listApiKeys', listOn(request).range),
      readAll(read, 'listProjects'),
    ])
    return { keys, projects, some: true }
  },
  said: {
    revoked: 'Revoked. Its token no longer works.',
    offered: 'The key is offered. The member gets its token when they agree, within 14 days.',
  },
  forms: {
    '': calling('createApiKey', {
      verb: 'Create key',
      fields: bodyFields('ApiKeyDraft', {
        name,
        email: {
          label: 'For',
          hint: 'Empty for yourself, or the e-mail address of a member: the key then acts with their role, and they get its token when they agree.',
          autocomplete: 'off',
          wide: true,
        },
        ...reach,
      }),
      ...untilEnd,
      to: (_, key, again) => again(key.state === 'offered' ? offered(key) : issued(key)),
    }),
    approve: calling('approveApiKeyRequest', { verb: 'Offer it', done: 'offered' }),
    revoke: calling('deleteApiKey', {
      verb: 'Revoke',
      warning: 'Whatever uses this key stops working at once. This cannot be undone.',
      done: 'revoked',
    }),
    'turn-down': calling('deleteApiKey', {
      verb: 'Turn down',
      warning: 'They are notified.',
      done: 'revoked',
    }),
  },
  Content: (shown) => {
    const { organization, parts, form, request } = shown
    if (!parts.keys) return <NoOrganization some={parts.some} />
    const { items, total } = parts.keys
    const requested = items.filter(({ state }) => state === 'requested')
    return (
      <>
        <OrganizationTabs {...shown} at={at} />
        <ListSection
          id="requests"
          title={say('Requested keys')}
          of={requested}
          line={requestLine(shown)}
          shown={shown}
          orNothing
        />
        <Section id="new" title={say('New key for {name}', { name: organization.name })}>
          {form('', keyOptions(parts.projects))}
        </Section>
        <ListSection
          id="keys"
          title={say('Keys of {name}', { name: organization.name })}
          of={items.filter(({ state }) => state !== 'requested')}
          line={(key) => ({
            title: keyTitle(key),
            facts: keyFacts(key, key.user),
            marks: form('revoke', { of: key, about: key.name }),
          })}
          shown={shown}
          none={say('There are none yet. Create the first one above.')}
        />
        {listOn(request).pager(total)}
      </>
    )
  },
})

const offered = ({ name: key, user }: Key) => (
  <Notice kind="good" title={say('The key “{key}” is offered to {name}', { key, name: user.name })}>
    <p>{say('It gets its token when they agree, within 14 days. They see it then, and nobody else does.')}</p>
  </Notice>
)

const requestLine =
  ({ form }: Shown<null, Parts>) =>
  (key: Key): Line => {
    const about = say('{name}, for {name2}', { name: key.name, name2: key.user.name })
    return {
      title: keyTitle(key, about),
      facts: keyFacts(key),
      buttons: [form('approve', { of: key, about }), form('turn-down', { of: key, about: key.name })],
    }
  }

const NoOrganization: FC<{ some: boolean }> = ({ some }) => (
  <section class="card close">
    <h2>{some ? say('Keys are created by owners and admins') : say('You are not in an organization yet')}</h2>
    <p class="muted">
      {some
        ? say(
            'Ask them for one: it carries your rights, and only you see it. An assistant that signs in through the browser needs none.',
          )
        : say('Create an organization first; then you can create keys for it here.')}
    </p>
    <p>
      <LinkButton to={some ? '/account/keys' : '/dashboard'}>
        {some ? say('Ask for a key') : say('Create one')}
      </LinkButton>
    </p>
  </section>
)
