import { withDirections } from '../../shared/directions.ts'
import { html } from 'hono/html'
import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { css, js } from '../kit/assets.ts'
import { brandIcon, initial } from '../kit/brand.ts'
import { themeOf } from './portal-theme.ts'
import { language, locales, say, wordsOf } from '../kit/say.ts'
import type { Answer } from '../kit/operations.ts'
import { Reader } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'

/** The contact of a client who is signed in to the portal of an organization. */
export type Me = Answer<'getPortalMe'>

type Frame = {
  title: string
  me?: Me | null
  name?: string
  status?: number
  headers?: Record<string, string>
}

/** Renders a page of the portal: branded for the organization if somebody is signed in, otherwise a single card. */
export async function showPortal(request: PageRequest, frame: Frame, body: Child): Promise<Response> {
  const zone = frame.me?.branding.timezone ?? 'UTC'
  return new Response(
    withDirections(
      String(
        await html`<!doctype html>${(
            <>
              <Reader.Provider value={{ locale: locales[language()], zone }}>
                <Document request={request} frame={frame}>
                  {body}
                </Document>
              </Reader.Provider>
            </>
          )}`,
      ),
    ),
    {
      status: frame.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8', ...frame.headers },
    },
  )
}

const Document: FC<PropsWithChildren<{ request: PageRequest; frame: Frame }>> = ({
  request,
  frame,
  children,
}) => {
  const { title, me } = frame
  const name = me?.organization ?? frame.name ?? request.settings.appName
  return (
    <html lang={language()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${name}`}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href={brandIcon(name)} />
        <link rel="stylesheet" href={css.address} />
        <link rel="stylesheet" href={themeOf(me?.branding.accent_color).address} />
        <script src={js.address} defer></script>
      </head>
      <body>
        <a class="skip" href="#main">
          {say('Skip to content')}
        </a>
        {me ? <Top me={me} here={request.here} /> : null}
        <main id="main" class={me ? 'wide stack' : 'centered'} tabindex={-1}>
          {me ? null : (
            <p class="brand">
              <span class="mark" aria-hidden="true">
                {initial(name)}
              </span>
              {name}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>
  )
}

type TopProps = { me: Me; here: string }
const Top: FC<TopProps> = ({ me, here }) => (
  <header class="banner">
    <div class="wide">
      <a class="brand" href="/portal">
        {me.branding.logo ? (
          <img class="logo" src={pictureOf(me.branding.logo)} alt="" />
        ) : (
          <span class="mark" aria-hidden="true">
            {initial(me.organization)}
          </span>
        )}
        {me.organization}
      </a>
      <Navigation me={me} here={here} />
      <div class="who">
        <span class="name" title={me.client.name}>
          {me.contact.name}
        </span>
        <form method="post" action="/portal/sign-out">
          <button class="plain">{say('Sign out')}</button>
        </form>
      </div>
    </div>
  </header>
)

const places = ['tickets', 'invoices', 'projects', 'contracts'] as const
const placeName = wordsOf({
  tickets: 'Tickets',
  invoices: 'Invoices',
  projects: 'Projects',
  contracts: 'Contracts',
})

/** Links to what the contact may see; a link to a single ticket gives access to nothing else. */
const Navigation: FC<TopProps> = ({ me, here }) => {
  const open = places.filter((ability) => !me.only_ticket_id && me.abilities.includes(ability))
  return open.length ? (
    <nav aria-label={say('Main')}>
      <ul>
        {open.map((place) => {
          const path = `/portal/${place}`
          return (
            <li>
              <a href={path} aria-current={here.split('?')[0]!.startsWith(path) ? 'page' : undefined}>
                {placeName(place)}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  ) : (
    <span class="spacer" />
  )
}

/** The data URL of a base64 image; PNG and JPEG start differently. */
const pictureOf = (base64: string) =>
  `data:image/${base64.startsWith('/9j/') ? 'jpeg' : 'png'};base64,${base64}`
