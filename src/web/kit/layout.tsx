import { html } from 'hono/html'
import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { css, js } from './assets.ts'
import { brandIcon } from './brand.ts'
import { Brand, Foot, Frame } from './frame.tsx'
import { withDirections } from '../../shared/directions.ts'
import { Clock, Reader, readerOf } from './time.tsx'
import { language, languageOfReader, locale, say } from './say.ts'
import type { Me, PageRequest } from './page-request.ts'
import { LinkButton } from './parts.tsx'

export type Shape = {
  title: string
  me?: Me | null
  /** The time zone of the organization that the page is about. */
  zone?: string
  /** A single centered card instead of the full width. */
  centered?: 'slim' | 'broad'
  /** A page for customers of an organization: without the service's own name and links. */
  unbranded?: boolean
  status?: number
  headers?: Record<string, string>
}

/** Renders a page. */
export async function show(request: PageRequest, frame: Shape, body: Child): Promise<Response> {
  const impersonation = await impersonationOf(request, frame)
  return new Response(
    withDirections(
      String(
        await html`<!doctype html>${(
            <Reader.Provider value={readerIn(frame)}>
              <Document request={request} frame={frame} impersonation={impersonation}>
                {body}
              </Document>
            </Reader.Provider>
          )}`,
      ),
    ),
    {
      status: frame.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8', ...frame.headers },
    },
  )
}

/** Days and amounts are written as the page is, if it is written for its reader. */
const readerIn = ({ me, zone }: Shape) => ({
  ...readerOf(me, zone),
  ...(languageOfReader() && { locale: locale() }),
})

type Impersonation = { name: string; until: string }

/** The impersonated person, for the banner; fetched if the page has not done so. */
async function impersonationOf({ api }: PageRequest, frame: Shape): Promise<Impersonation | null> {
  if (!api.mayBeImpersonating()) return null
  const person = frame.me ?? (await api.call<Me>('GET', '/api/v1/auth/me')).body
  const until = api.impersonatedUntil()
  return until ? { name: person.name, until } : null
}

type DocumentProps = PropsWithChildren<{
  request: PageRequest
  frame: Shape
  impersonation: Impersonation | null
}>
const Document: FC<DocumentProps> = ({ request, frame, impersonation, children }) => (
  <html lang={language()}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{frame.unbranded ? frame.title : `${frame.title} · ${request.settings.appName}`}</title>
      <meta name="robots" content="noindex" />
      <link rel="icon" href={brandIcon(request.settings.appName)} />
      <link rel="stylesheet" href={css.address} />
      <script src={js.address} defer></script>
    </head>
    <body>
      <a class="skip" href="#main">
        {say('Skip to content')}
      </a>
      {impersonation ? <Banner impersonation={impersonation} /> : null}
      {frame.centered ? (
        <Centered request={request} frame={frame}>
          {children}
        </Centered>
      ) : (
        <Framed request={request} me={frame.me} impersonation={impersonation}>
          {children}
        </Framed>
      )}
      {frame.unbranded || (frame.me && !frame.centered) ? null : <Foot />}
    </body>
  </html>
)

const exit = '/api/v1/auth/impersonation/exit'

const Banner: FC<{ impersonation: Impersonation }> = ({ impersonation: { name, until } }) => (
  <aside class="impersonation" aria-label={say('Impersonation')}>
    <div class="wide">
      <p>
        {say('You see what {name} sees, and can change nothing. It ends at {at}.', {
          name: <strong>{name}</strong>,
          at: <Clock at={until} />,
        })}
      </p>
      <LinkButton to={exit} kind="slim">
        {say('Stop impersonating')}
      </LinkButton>
    </div>
  </aside>
)

type FramedProps = PropsWithChildren<{
  request: PageRequest
  me?: Me | null
  impersonation: Impersonation | null
}>
const Framed: FC<FramedProps> = ({ request, me, impersonation, children }) =>
  me ? (
    <Frame request={request} me={me} isImpersonated={impersonation !== null}>
      {children}
    </Frame>
  ) : (
    <>
      <header class="top">
        <Brand name={request.settings.appName} />
        <a href="/login">{say('Sign in')}</a>
      </header>
      <main id="main" class="wide stack" tabindex={-1}>
        {children}
      </main>
    </>
  )

const Centered: FC<PropsWithChildren<{ request: PageRequest; frame: Shape }>> = ({
  request,
  frame,
  children,
}) => (
  <main id="main" class={frame.centered === 'broad' ? 'centered broad' : 'centered'} tabindex={-1}>
    {frame.unbranded ? null : <Brand name={request.settings.appName} />}
    {children}
  </main>
)
