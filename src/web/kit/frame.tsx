import type { FC, PropsWithChildren } from 'hono/jsx'
import { initial } from './brand.ts'
import { Icon, type IconName } from './icons.tsx'
import { isFolded } from './menu.ts'
import { mayCall } from './operations.ts'
import type { MemberOrganization } from './organization-context.ts'
import { Hidden, Notice } from './parts.tsx'
import { creations, navigation, type NavigationItem } from './navigation.ts'
import { say } from './say.ts'
import type { Me, PageRequest } from './page-request.ts'

type Member = Me & { organizations?: MemberOrganization[] }
type FrameProps = PropsWithChildren<{ request: PageRequest; me: Member; isImpersonated: boolean }>

/** The frame of the pages of signed-in people: a bar with search and creation, and a side bar with all pages. */
export const Frame: FC<FrameProps> = ({ request, me, isImpersonated, children }) => {
  const organization = organizationOf(request, me)
  const folded = isFolded(request) ? ' folded' : ''
  return (
    <>
      <header class={`top${folded}`}>
        <a class="menu button slim" href="#menu">
          {say('Menu')}
        </a>
        <Brand name={request.settings.appName} />
        <form class="find" action="/search" role="search" aria-label={say('Everything')}>
          <label class="hidden" for="find">
            {say('Search everything')}
          </label>
          <input
            id="find"
            type="search"
            name="q"
            placeholder={say('Search')}
            aria-keyshortcuts="/"
            data-key="/"
          />
        </form>
        {organization && !isImpersonated ? <Create organization={organization} /> : null}
      </header>
      <div class={`house${folded}`}>
        <SideBar request={request} me={me} organization={organization} isImpersonated={isImpersonated} />
        <div class="content">
          <main id="main" class="wide stack" tabindex={-1}>
            {organization?.viewer_since ? <OnlyViewing /> : null}
            {children}
          </main>
          <Foot />
        </div>
      </div>
    </>
  )
}

const OnlyViewing: FC = () => (
  <Notice kind="warn" title={say('You act as a viewer')}>
    <p>
      {say(
        'The plan has fewer seats than members. An owner can change the plan, remove members or choose others, under Plan and usage; then your role counts again.',
      )}
    </p>
  </Notice>
)

export const Foot: FC = () => (
  <footer class="foot">
    <div class="wide">
      <a href="/connect">{say('Connect an assistant')}</a>
      <a href="/docs">{say('API reference')}</a>
    </div>
  </footer>
)

export const Brand: FC<{ name: string }> = ({ name }) => (
  <a class="brand" href="/">
    <span class="mark" aria-hidden="true">
      {initial(name)}
    </span>
    {name}
  </a>
)

/** The organization that a page is in; that of a person with a single one everywhere. */
function organizationOf(
  { c, query }: PageRequest,
  { organizations = [] }: Member,
): MemberOrganization | undefined {
  const slug = c.req.param('slug') ?? query.org
  const named = organizations.find((one) => one.slug === slug || one.id === slug)
  return named ?? (organizations.length === 1 ? organizations[0] : undefined)
}

const addressOf = ({ slug }: MemberOrganization, { path }: NavigationItem) => `/organizations/${slug}${path}`

const Create: FC<{ organization: MemberOrganization }> = ({ organization }) => {
  const items = creations.filter(({ reads }) => mayCall(organization, reads))
  return items.length ? (
    <details class="create">
      <summary class="button slim primary" aria-keyshortcuts="c" data-key="c">
        {say('Create')}
      </summary>
      <ul>
        {items.map((item) => (
          <li>
            <a href={addressOf(organization, item)}>
              <Icon name={item.icon} />
              {say(item.name)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  ) : null
}

type BarProps = {
  request: PageRequest
  me: Member
  organization: MemberOrganization | undefined
  isImpersonated: boolean
}
const SideBar: FC<BarProps> = ({ request, me, organization, isImpersonated }) => {
  const { here } = request
  return (
    <nav id="menu" class="side" aria-label={say('Main')} tabindex={-1}>
      <a class="close" href="#main">
        {say('Close')}
      </a>
      {here.startsWith('/platform') ? (
        <Operations here={here} />
      ) : (
        <Places here={here} me={me} organization={organization} />
      )}
      <Own here={here} me={me} isImpersonated={isImpersonated} />
      {request.c.req.method === 'GET' ? <Fold here={here} isFolded={isFolded(request)} /> : null}
    </nav>
  )
}

/** Folds the bar away on wide screens too, until it is asked for. */
const Fold: FC<{ here: string; isFolded: boolean }> = ({ here, isFolded: isAway }) => (
  <form class="fold" method="post" action="/menu">
    <Hidden fields={{ next: here, menu: isAway ? 'open' : 'folded' }} />
    <button class="plain small">{isAway ? say('Keep the menu open') : say('Fold the menu')}</button>
  </form>
)

type LinkProps = { to: string; here: string; icon: IconName; also?: string[] | undefined; children?: string }
/** A link that marks the present item. */
const Link: FC<LinkProps> = ({ to, here, icon, also = [], children }) => (
  <li>
    <a href={to} aria-current={isAt(here, to, also) ? 'page' : undefined}>
      <Icon name={icon} />
      {children}
    </a>
  </li>
)

function isAt(here: string, to: string, also: string[]) {
  const path = here.split('?')[0]!
  const [target, query] = to.split('#')[0]!.split('?')
  if (query) return here.includes(query) || also.some((one) => path.startsWith(one))
  return path === target || also.some((one) => path.startsWith(one))
}

const Places: FC<{ here: string; me: Member; organization: MemberOrganization | undefined }> = ({
  here,
  me,
  organization,
}) => (
  <>
    <Organizations organization={organization} all={me.organizations ?? []} />
    <ul>
      <Link to="/dashboard" here={here} icon="work">
        {say('My work')}
      </Link>
      <Link to="/inbox" here={here} icon="inbox" also={['/inbox/']}>
        {say('Inbox')}
      </Link>
    </ul>
    {organization
      ? navigation.map((group) => <Group here={here} organization={organization} {...group} />)
      : null}
    {me.is_operator ? (
      <ul>
        <Link to="/platform" here={here} icon="operations" also={['/platform/']}>
          {say('Operations')}
        </Link>
      </ul>
    ) : null}
  </>
)

/** The organization one is in, and the way to the others. */
const Organizations: FC<{ organization: MemberOrganization | undefined; all: MemberOrganization[] }> = ({
  organization,
  all,
}) =>
  all.length > 1 ? (
    <details class="homes" open={!organization}>
      <summary>{organization?.name ?? say('Organizations')}</summary>
      <ul>
        {all.map(({ slug, name }) => (
          <li>
            <a
              href={`/organizations/${slug}`}
              aria-current={slug === organization?.slug ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  ) : organization ? (
    <p class="home">{organization.name}</p>
  ) : null

type GroupProps = { here: string; organization: MemberOrganization; name: string; items: NavigationItem[] }
const Group: FC<GroupProps> = ({ here, organization, name, items }) => {
  const open = items.filter(({ reads }) => mayCall(organization, reads))
  if (!open.length) return null
  const links = (
    <ul>
      {open.map((item) => (
        <Link
          to={addressOf(organization, item)}
          here={here}
          icon={item.icon}
          also={item.also?.map((one) => one.replace(':slug', organization.slug))}
        >
          {say(item.name)}
        </Link>
      ))}
    </ul>
  )
  return (
    <details open={name !== 'Settings' || open.some((one) => isAt(here, addressOf(organization, one), []))}>
      <summary>{say(name)}</summary>
      {links}
    </details>
  )
}

const Operations: FC<{ here: string }> = ({ here }) => (
  <ul>
    <Link to="/dashboard" here={here} icon="work">
      {say('My work')}
    </Link>
    {operations.map(([to, name, icon]) => (
      <Link to={to} here={here} icon={icon}>
        {say(name)}
      </Link>
    ))}
  </ul>
)

const operations = [
  ['/platform', 'Operations', 'operations'],
  ['/platform/organizations', 'Organizations', 'clients'],
  ['/platform/users', 'People', 'people'],
  ['/platform/billing', 'Plans and payments', 'invoices'],
] as const

const ownPlaces = [
  ['/settings/keys', 'API keys', 'keys'],
  ['/settings/applications', 'Applications', 'applications'],
] as const

/** What belongs to the person, and the way out. */
const Own: FC<{ here: string; me: Me; isImpersonated: boolean }> = ({ here, me, isImpersonated }) => (
  <div class="own" data-person={isImpersonated ? undefined : me.id}>
    {isImpersonated ? (
      <p class="name" title={me.email}>
        {me.name}
      </p>
    ) : (
      <>
        <ul>
          <Link to="/account" here={here} icon="person" also={['/account/']}>
            {me.name}
          </Link>
          {ownPlaces.map(([to, name, icon]) => (
            <Link to={to} here={here} icon={icon}>
              {say(name)}
            </Link>
          ))}
        </ul>
        <form method="post" action="/logout">
          <button class="plain small">{say('Sign out')}</button>
        </form>
        <button
          type="button"
          class="plain small"
          title={say('/ goes to the search, c to what can be created')}
          data-keys
          hidden
        >
          {say('Turn off keys')}
        </button>
      </>
    )}
  </div>
)
