import type { FC } from 'hono/jsx'
import { Money } from '../kit/money.tsx'
import { Badge } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { amountOf, nameOf } from './amounts.ts'
import type { Parts, Props } from './plan.tsx'

/** What the plan includes, and how much of it is used. */
export const Limits: FC<{ of: Parts['entitlements'] }> = ({ of }) => (
  <ListSection
    id="limits"
    title={say('What it includes')}
    of={Object.entries(of)}
    line={([key, one]) => ({
      title: nameOf(key),
      facts: [
        one.type === 'boolean'
          ? one.value
            ? say('included')
            : say('not included')
          : one.value === null
            ? say('not limited')
            : say('at most {amount}', { amount: amountOf(key, Number(one.value)) }),
        one.used === undefined ? null : say('{amount} used', { amount: amountOf(key, one.used) }),
        one.source === 'override' ? say('as agreed with the operator') : null,
      ],
      marks: one.remaining === 0 ? <Badge kind="warn">{say('used up')}</Badge> : null,
    })}
  />
)

/** The invoices of the provider. */
export const Invoices: FC<Props> = ({ parts: { invoices } }) => (
  <ListSection
    id="invoices"
    title={say('Invoices')}
    of={invoices.items}
    total={invoices.total}
    part={invoices.part}
    orNothing
    line={(one) => ({
      title: one.hosted_url ? (
        <a href={one.hosted_url} rel="noreferrer">
          {one.number ?? say('Invoice')}
        </a>
      ) : (
        (one.number ?? say('Invoice'))
      ),
      facts: [onDay('of', one.issued_at), <Money minor={one.total_minor} currency={one.currency} />],
      marks: <Badge kind={one.status === 'paid' ? 'good' : undefined}>{inWords(one.status)}</Badge>,
    })}
  />
)
