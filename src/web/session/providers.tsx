import type { FC } from 'hono/jsx'
import { getCookie } from 'hono/cookie'
import { outsideOf } from '../../shared/outside.ts'
import { readBeginning } from '../../shared/providers/beginning.ts'
import type { Provider } from '../../shared/providers/provider.ts'
import { isTimezone } from '../../shared/timezone.ts'
import { show } from '../kit/layout.tsx'
import { safeNext } from '../kit/next.ts'
import { pathOf } from '../kit/operations.ts'
import type { SecondStep } from './login.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import {
  type Failure,
  redirectTo,
  type Page,
  sentence,
  PageError,
  type PageRequest,
} from '../kit/page-request.ts'

const begin = pathOf('beginProviderSignIn', {})
const finish = pathOf('finishProviderSignIn', {})

function providerOf({ c }: PageRequest): Provider {
  const found = outsideOf(c.env).providers.find(({ name }) => name === c.req.param('provider'))
  if (!found) throw new PageError(404, say('Not found'), say('This way of signing in is not offered here.'))
  return found
}

/** Sends the browser to the provider. */
export const beginProvider: Page = async (request) => {
  const { name, title } = providerOf(request)
  const next = safeNext(request.query.next)
  const { ticket, zone = '' } = request.query
  const body = {
    provider: name,
    ...(next ? { next } : {}),
    ...(ticket ? { ticket } : {}),
    ...(isTimezone(zone) ? { timezone: zone } : {}),
  }
  const reply = await request.api.send<{ authorization_url: string } & Failure>('POST', begin, { body })
  if (reply.status === 200) return redirectTo(reply.body.authorization_url)
  return failurePage(request, { title, reply, next, linking: Boolean(ticket) })
}

/** Where the provider sends the browser back to. */
export const finishProvider: Page = async (request) => {
  const { name, title } = providerOf(request)
  const pending = await readBeginning(
    request.c.env.JWT_KEYS,
    getCookie(request.c, 'provider_sign_in'),
    new Date(),
  )
  const next = safeNext(pending?.next)
  const linking = Boolean(pending?.link)
  const { state = '', code, error } = request.query
  if (!code) return failurePage(request, { title, next, linking, message: providerErrorText(title, error) })
  const sent = { body: { provider: name, state, code } }
  type Finished = Failure & { second_factor?: SecondStep; timezone?: string | null }
  const reply = await (linking
    ? request.api.call<Finished>('POST', finish, sent)
    : request.api.send<Finished>('POST', finish, sent))
  if (reply.status === 200 && reply.body.timezone === null && pending?.timezone)
    await request.api.call('PATCH', pathOf('updateMe', {}), { body: { timezone: pending.timezone } })
  if (reply.status === 200)
    return redirectTo(linking ? '/account/sign-in?done=linked' : (next ?? '/dashboard'))
  const secondStep = reply.body?.second_factor
  return secondStep
    ? showSecondStep(request, secondStep, next ?? undefined)
    : failurePage(request, { title, reply, next, linking })
}

/** The page of signing in, at its second step. */
async function showSecondStep(request: PageRequest, step: SecondStep, next: string | undefined) {
  const { default: login, stepForm } = await import('./login.tsx')
  return login.show({ ...request, action: 'second-factor', form: stepForm(step, next) })
}

const providerErrorText = (title: string, error: string | undefined) =>
  error === 'access_denied'
    ? say('You did not allow it at {title}, so nothing has changed here.', { title })
    : say('{title} ended the sign-in. Try again, or sign in in another way.', { title })

type Failed = {
  title: string
  next: string | null
  linking: boolean
  reply?: { status: number; body: Failure | null; headers: Headers }
  message?: string
}

/** An error page with a link back. */
function failurePage(request: PageRequest, { title, reply, next, linking, message }: Failed) {
  const why = message ?? sentence(reply?.body?.error?.message ?? say('something went wrong on our side'))
  const back = linking ? '/account/sign-in' : next ? `/login?next=${encodeURIComponent(next)}` : '/login'
  const retryAfter = reply?.headers.get('retry-after')
  return show(
    request,
    {
      title: linking ? say('{title} is not linked', { title }) : say('You are not signed in'),
      centered: 'slim',
      status: reply?.status ?? 403,
      ...(retryAfter ? { headers: { 'retry-after': retryAfter } } : {}),
    },
    <div class="card stack">
      <h1>{linking ? say('{title} is not linked', { title }) : say('You are not signed in')}</h1>
      <p>{why}</p>
      <p>
        <LinkButton to={back}>{linking ? say('Back to your account') : say('Back to sign in')}</LinkButton>
      </p>
    </div>,
  )
}

/** Links to the configured providers. */
export const ProviderLinks: FC<{ request: PageRequest; next: string | null }> = ({ request, next }) => {
  const { providers } = outsideOf(request.c.env)
  if (!providers.length) return null
  return (
    <div class="close">
      <p class="muted small">{say('Or without a password:')}</p>
      {providers.map(({ name, title }) => (
        <a
          class="button full"
          data-zone
          href={`/login/${name}${next ? `?next=${encodeURIComponent(next)}` : ''}`}
        >
          {say('Continue with {title}', { title })}
        </a>
      ))}
    </div>
  )
}
