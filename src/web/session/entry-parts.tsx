import type { FC } from 'hono/jsx'
import { safeNext } from '../kit/next.ts'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'

/** Where people go once they are signed in: a path of this service. */
export const destination = (next: string | undefined) => safeNext(next) ?? '/dashboard'
export const nextIn = ({ form, query }: PageRequest) => safeNext(form.next ?? query.next) ?? undefined

export const email = { label: 'E-mail address', autocomplete: 'username', wide: true } as const

export const Other: FC<{ to: string; request: PageRequest; name: string }> = ({ to, request, name }) => {
  const next = nextIn(request)
  return <a href={next ? `${to}?next=${encodeURIComponent(next)}` : to}>{name}</a>
}

/** The waiting application. It chose its name itself; its redirect host is a registered one. */
export const WaitingApplication: FC<{ client_name: string; redirect_host: string | null }> = ({
  client_name,
  redirect_host,
}) => (
  <Notice kind="plain">
    <p>
      {say('An application that calls itself {client_name}', { client_name: <strong>{client_name}</strong> })}
      {redirect_host ? (
        <>
          {' '}
          {say('and sends you back to {redirect_host}', { redirect_host: <strong>{redirect_host}</strong> })}
        </>
      ) : null}{' '}
      {say('is waiting. You decide what it may do once you are signed in.')}
    </p>
  </Notice>
)
