import type { FC } from 'hono/jsx'
import { deviceFrom } from '../../shared/device.ts'
import { isUuid } from '../../kit/id.ts'
import { show } from '../kit/layout.tsx'
import { ConfirmButton, Notice } from '../kit/parts.tsx'
import { bodyOf, redirectTo, me, type Page, PageError } from '../kit/visit.ts'
import { Day } from '../kit/time.tsx'

type Authorization = {
  id: string
  client_name: string | null
  client_url: string | null
  scope: string
  read_only: boolean
  organizations: { id: string; name: string }[] | null
  redirect_host: string | null
  user_agent: string | null
  authorized_at: string
  last_used_at: string | null
}

const at = '/settings/applications'

export const showApplications: Page = async (visit) => {
  const [person, reply] = await Promise.all([
    me(visit),
    visit.api.call<Authorization[]>('GET', '/api/v1/oauth/authorizations'),
  ])
  const connected = bodyOf(reply, visit.here)
  return show(
    visit,
    { title: 'Connected applications', me: person },
    <>
      <div>
        <h1>Connected applications</h1>
        <p class="lead">
          Assistants and other programs that may act for you. Disconnecting ends their access at once.
        </p>
      </div>
      {visit.query.done === 'disconnected' ? (
        <Notice kind="good">
          <p>Disconnected. Its access has ended.</p>
        </Notice>
      ) : null}
      {connected.length ? <List connected={connected} /> : <Empty />}
    </>,
  )
}

export const disconnect: Page = async (visit) => {
  const { id } = visit.form
  if (!id || !isUuid(id)) throw new PageError(404, 'Not found', 'This application is not connected.')
  bodyOf(await visit.api.call('DELETE', `/api/v1/oauth/authorizations/${id}`), at)
  return redirectTo(`${at}?done=disconnected`)
}

const List: FC<{ connected: Authorization[] }> = ({ connected }) => (
  <section class="card" aria-label="Applications">
    <ul class="rows">
      {connected.map((one) => (
        <Row one={one} />
      ))}
    </ul>
  </section>
)

const Row: FC<{ one: Authorization }> = ({ one }) => {
  const { id, client_name, client_url, redirect_host, authorized_at, last_used_at } = one
  const name = client_name ?? 'Application without a name'
  return (
    <li class="row">
      <div class="grow">
        <h2>{name}</h2>
        {(client_url ?? redirect_host) ? <p class="hint">{client_url ?? redirect_host}</p> : null}
        <p class="facts">
          <span>
            Connected <Day at={authorized_at} />
            {one.user_agent ? ` from ${deviceFrom(one.user_agent)}` : ''}
          </span>
          <span>
            {last_used_at ? (
              <>
                Last used <Day at={last_used_at} />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
          <span>{reachOf(one)}</span>
        </p>
      </div>
      <ConfirmButton
        verb="Disconnect"
        subject={name}
        action={`${at}/disconnect`}
        fields={{ id }}
        warning="All its tokens end at once. To use it again, you have to connect it again."
      />
    </li>
  )
}

const reachOf = ({ read_only, organizations }: Authorization) => {
  const where = organizations
    ? ` in ${organizations.map(({ name }) => name).join(', ') || 'no organization'}`
    : ''
  return `${read_only ? 'Only reads' : 'Acts with all your rights'}${where}`
}

const Empty: FC = () => (
  <section class="card close">
    <h2>No application is connected</h2>
    <p class="muted">Once you connect an assistant, it appears here, and here you can disconnect it again.</p>
    <p>
      <a class="button" href="/connect">
        Connect an assistant
      </a>
    </p>
  </section>
)
