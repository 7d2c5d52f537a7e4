import type { FC } from 'hono/jsx'
import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { isAtLeast } from '../kit/organization-context.ts'
import type { Shown } from '../kit/page.tsx'
import { partOf } from '../kit/pager.tsx'
import { Section } from '../kit/parts.tsx'
import { OrganizationTabs, memberPage } from '../kit/person-page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { described, issued, keyFacts, keyOptions, keyTitle, untilEnd } from './key-parts.tsx'

type Key = Item<'listMyApiKeys'>
type Parts = { keys: Answer<'listMyApiKeys'>; projects: Item<'listProjects'>[]; manages: boolean }

const at = '/account/keys'
const listOn = (request: PageRequest) => partOf(request, at, 'keys_from', 100, 'keys')

/** The keys that carry a person's rights, and requests for them where the person cannot create any. */
export default memberPage<Parts>({
  at,
  title: 'Your API keys',
  lead:
    'Keys that act as you: for scripts and assistants that cannot sign in through the browser. Each reaches ' +
    'one organization, with the role that you have there.',
  chooses: (organization) => !isAtLeast(organization, 'admin') && organization.status !== 'suspended',
  parts: async ({ read, request, organization, organizations }) => {
    const [keys, projects] = await Promise.all([
      read('listMyApiKeys', listOn(request).range),
      organization.id ? readAll(read, 'listProjects') : [],
    ])
    return { keys, projects, manages: organizations.some((one) => isAtLeast(one, 'admin')) }
  },
  said: {
    requested: 'Your owners and admins are notified. When one of them offers the key, it appears here.',
    declined: 'Declined. Nobody gets this key.',
    revoked: 'Done. That key, or request, has ended.',
  },
  forms: {
    request: calling('requestApiKey', {
      verb: 'Ask for the key',
      fields: bodyFields('ApiKeyRequest', described),
      ...untilEnd,
      done: 'requested',
    }),
    agree: calling('agreeToApiKey', { verb: 'Agree', to: (_, key, again) => again(issued(key)) }),
    decline: calling('declineApiKey', { verb: 'Decline', done: 'declined' }),
    revoke: calling('deleteMyApiKey', {
      verb: 'Remove',
      warning: 'If it is active, whatever uses it stops working at once. This cannot be undone.',
      mustExist: true,
      done: 'revoked',
    }),
  },
  Content: (shown) => {
    const { parts, request } = shown
    const { items, total } = parts.keys
    return (
      <>
        {parts.manages ? (
          <p>
            {say('Where you are an owner or admin, you create them under {link}.', {
              link: <a href="/settings/keys">{say('API keys')}</a>,
            })}
          </p>
        ) : null}
        <Offers {...shown} keys={items.filter(({ state }) => state === 'offered')} />
        <Others {...shown} keys={items.filter(({ state }) => state !== 'offered')} />
        {listOn(request).pager(total)}
        {shown.organization.id ? <Request {...shown} /> : null}
      </>
    )
  },
})

type Props = Shown<null, Parts>

const Offers: FC<Props & { keys: Key[] }> = ({ keys, ...shown }) => (
  <ListSection
    id="offers"
    title={say('Waiting for your answer')}
    of={keys}
    line={(key) => ({
      title: keyTitle({ ...key, state: 'active' }),
      facts: [offerOf(key), ...keyFacts(key)],
      buttons: [
        shown.form('agree', { of: key, about: say('to {name}', { name: key.name }) }),
        shown.form('decline', { of: key, about: key.name }),
      ],
    })}
    orNothing
  />
)

const offerOf = ({ read_only, project, organization, created_by }: Key) =>
  say(
    '{name} offers you this key. Whoever has it can {value} in {value2}. You get its token when you agree; nobody else sees it.',
    {
      name: created_by.name,
      value: read_only ? say('see what you see') : say('do what you can do'),
      value2: project
        ? say('the project {name} of {name2}', { name: project.name, name2: organization.name })
        : organization.name,
    },
  )

const Others: FC<Props & { keys: Key[] }> = ({ keys, ...shown }) => (
  <ListSection
    id="keys"
    title={say('Keys that carry your rights')}
    of={keys}
    line={(key) => ({
      title: keyTitle(key),
      facts: [key.organization.name, ...keyFacts(key)],
      marks: shown.form('revoke', {
        of: key,
        verb: key.state === 'requested' ? 'Withdraw' : key.state === 'active' ? 'Revoke' : 'Remove',
        about: key.name,
      }),
    })}
    none={say('There are none.')}
  />
)

const Request: FC<Props> = (shown) => (
  <Section id="ask" title={say('Ask for a key in {name}', { name: shown.organization.name })}>
    <OrganizationTabs {...shown} at={at} anchor="#ask" />
    <p>
      {say(
        'Keys are created by owners and admins. They are notified of your request and can offer you the key, which carries your rights and not theirs. You then get its token here.',
      )}
    </p>
    {shown.form('request', keyOptions(shown.parts.projects))}
  </Section>
)
