import type { FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import { type Contract, Status } from './contract-parts.tsx'
import { show } from '../kit/layout.tsx'
import { Pager } from '../kit/pager.tsx'
import { type Home, organizationContext } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import { bodyOf, type Page, PageError, type Visit } from '../kit/visit.ts'

type Listed = { items: Contract[]; total: number }

const size = 50
/** The lists on the page and the statuses in each. */
const lists: Record<string, [label: string, statuses: string, sort: string]> = {
  running: ['Running', 'sent,active', 'end_date,number'],
  drafts: ['Drafts', 'draft', '-created_at'],
  over: ['Ended', 'completed,expired,terminated,cancelled', '-end_date'],
  all: ['All', '', '-created_at'],
}

const offsetOf = ({ query }: Visit) => Math.max(0, Math.min(1_000_000, Math.floor(Number(query.offset) || 0)))

function listOf({ query }: Visit): string {
  const name = query.list ?? 'running'
  if (!Object.hasOwn(lists, name))
    throw new PageError(404, 'No such list', 'Choose one of the lists of the page.')
  return name
}

/** The contracts of an organization, by effective status. */
export const showContracts: Page = async (visit) => {
  const list = listOf(visit)
  const [, status, sort] = lists[list]!
  const params = { limit: String(size), offset: String(offsetOf(visit)), sort, ...(status ? { status } : {}) }
  const { person, home, parts } = await organizationContext(visit, async (at) =>
    bodyOf(await visit.api.call<Listed>('GET', `${at}/contracts?${new URLSearchParams(params)}`), visit.here),
  )
  return show(
    visit,
    { title: `Contracts of ${home.name}`, me: person, zone: home.timezone },
    <Content home={home} list={list} offset={offsetOf(visit)} contracts={parts} />,
  )
}

type Shown = { home: Home; list: string; offset: number; contracts: Listed }
const Content: FC<Shown> = ({ home, list, offset, contracts: { items, total } }) => {
  const here = `/organizations/${home.slug}/contracts`
  return (
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
        </p>
        <h1>Contracts</h1>
      </div>
      <nav aria-label="Lists">
        <ul class="tabs">
          {Object.entries(lists).map(([name, [label]]) => (
            <li>
              <a href={`${here}?list=${name}`} aria-current={name === list ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section class="card stack" aria-label={lists[list]![0]}>
        {items.length ? (
          <ul class="rows">
            {items.map((contract) => (
              <Row contract={contract} org={home.slug} />
            ))}
          </ul>
        ) : (
          <p class="muted">
            No contracts here. Assistants and the API create them from a text or a template.
          </p>
        )}
        <Pager at={here} query={{ list }} offset={offset} size={size} total={total} />
      </section>
    </>
  )
}

const Row: FC<{ contract: Contract; org: string }> = ({ contract, org }) => {
  const { id, number, title, party, end_date, notice_deadline, auto_renew, value_minor, currency } = contract
  return (
    <li class="row">
      <div class="grow">
        <p class="title">
          <a href={`/contracts/${id}?org=${org}`}>{`${number} ${title}`}</a>
        </p>
        <p class="facts">
          {party ? <span>{party.name}</span> : null}
          {end_date ? (
            <span>
              {auto_renew ? 'Renews after ' : 'Ends on '}
              <Day at={end_date} />
            </span>
          ) : (
            <span>No end</span>
          )}
          {notice_deadline ? (
            <span>
              {'Notice by '}
              <Day at={notice_deadline} />
            </span>
          ) : null}
        </p>
      </div>
      <div class="buttons">
        {value_minor === null ? null : <Money minor={value_minor} currency={currency} />}
        <Status is={contract.effective_status} />
      </div>
    </li>
  )
}
