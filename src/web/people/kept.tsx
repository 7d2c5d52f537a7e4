import type { FC } from 'hono/jsx'
import type { Schemas } from '../kit/operations.ts'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { keptFor, keptKinds } from '../workforce/retained.ts'

type Records = Schemas['RetainedRecords']
const today = () => new Date().toISOString().slice(0, 10)

/** Whether something must still be kept, so that the person cannot be deleted. */
export const isKept = (items: Records[]) => items.some(({ until }) => !until || until >= today())

/** What is kept, until when, and why. */
export const lineOf = (one: Records) => ({
  title: say(keptKinds[one.kind]),
  facts: [
    count(one.records, 'record'),
    one.until ? (
      <>{say('until {at}', { at: <Day at={one.until} /> })}</>
    ) : (
      say('for {period}', { period: keptFor(one) })
    ),
    one.kind === 'working_hours' && say('what each record says is then erased by itself'),
    one.source,
  ],
})

/** What the law or a claim has the organization keep of a person, and why that person cannot be deleted. */
export const Kept: FC<{ of: Records[] }> = ({ of }) => (
  <ListSection id="kept" title={say('What is kept')} of={of} line={lineOf}>
    {isKept(of) ? (
      <p class="muted">
        {say('Nobody can be deleted before that. End the employment instead, which keeps these records.')}
      </p>
    ) : null}
  </ListSection>
)
