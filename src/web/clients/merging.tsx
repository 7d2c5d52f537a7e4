import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { mayCall } from '../kit/operations.ts'
import { Hidden, LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { Client, ShownClient } from './client.tsx'

type Hit = Pick<Client, 'id' | 'name'>

/** Finds another client to merge into this one, and asks for confirmation. */
export const Merging: FC<ShownClient> = ({
  request: { query },
  parts: { others },
  organization,
  object: client,
}) => {
  if (!mayCall(organization, 'mergeClients')) return null
  const at = `/clients/${client.id}`
  const hits = others?.items.filter(({ id }) => id !== client.id) ?? []
  const chosen = isUuid(query.merge ?? '') ? hits.find(({ id }) => id === query.merge) : undefined
  const toOther = (id: string) =>
    `${at}?${new URLSearchParams({ org: organization.slug, other: query.other ?? '', merge: id })}#merge`
  return (
    <details class="more card" open={others !== null} id="merge">
      <summary>{say('Merge another client into this one')}</summary>
      {chosen ? <MergeConfirmation into={client} other={chosen} org={organization.slug} /> : null}
      <form class="search" method="get" action={`${at}#merge`}>
        <Hidden fields={{ org: organization.slug }} />
        <div class="field">
          <label for="other">{say('The other client')}</label>
          <input type="search" id="other" name="other" value={query.other} />
        </div>
        <button>{say('Find')}</button>
      </form>
      {others && !hits.length ? <p class="muted">{say('No other client of this name.')}</p> : null}
      <ul class="rows">
        {hits.map(({ id, name, city, email }) => (
          <li class="head">
            <a href={toOther(id)}>{name}</a>
            <span class="muted small">{[city, email].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const MergeConfirmation: FC<{ into: Client; other: Hit; org: string }> = ({ into, other, org }) => (
  <form class="notice warn close" method="post" action={`/clients/${into.id}/merge?org=${org}`}>
    <h2>{say('Merge {name} into {name2}?', { name: other.name, name2: into.name })}</h2>
    <p>
      {say(
        'Its contacts, deals, invoices, contracts and all else become those of {name}. It cannot be undone.',
        { name: into.name },
      )}
    </p>
    <Hidden fields={{ source: other.id }} />
    <div class="buttons">
      <button class="danger">{say('Merge {name}', { name: other.name })}</button>
      <LinkButton to={`/clients/${into.id}?org=${org}`}>{say('Cancel')}</LinkButton>
    </div>
  </form>
)
