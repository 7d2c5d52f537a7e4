import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { Pairs, Section } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

type Import = Answer<'getOrganizationImport'>
type Outcome = Import['kinds'][number]['outcome']
const outcomes: Record<Exclude<Outcome, 'imported'>, string> = {
  archived: 'Stays a closed archive to download',
  kept_aside: 'Is not known here, and kept aside to download',
  left_out: 'Does not come along; a list says what to do instead',
}

/** What comes in of each kind, and what does not, before any of it is written. */
export const Preview: FC<{ of: Import }> = ({ of: { kinds, row_count: rows } }) => {
  const of = (outcome: Outcome) => kinds.filter((one) => one.outcome === outcome)
  const comesIn = of('imported')
  return (
    <Section id="preview" title={say('What comes in')}>
      <p>
        {say('{counted} in all, of {counted2} that come in:', {
          counted: count(rows, 'row'),
          counted2: count(comesIn.length, 'kind'),
        })}
      </p>
      <Pairs
        of={comesIn.map(({ kind, count: n }) => [inWords(kind), <span>{n.toLocaleString('en')}</span>])}
      />
      <Pairs
        of={(['archived', 'kept_aside', 'left_out'] as const).map((outcome) => [
          say(outcomes[outcome]),
          of(outcome)
            .map(({ kind, count: n }) => `${inWords(kind)}: ${n.toLocaleString('en')}`)
            .join(', '),
        ])}
      />
    </Section>
  )
}
