import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { count, Pairs, Section } from '../kit/parts.tsx'

type Import = Answer<'getOrganizationImport'>
type Outcome = Import['kinds'][number]['outcome']
const outcomes: Record<Exclude<Outcome, 'imported'>, string> = {
  archived: 'Stays a closed archive to download',
  kept_aside: 'Is not known here, and kept aside to download',
  left_out: 'Does not come along; a list says what to do instead',
}
const words = (kind: string) => kind.replaceAll('_', ' ')

/** What comes in of each kind, and what does not, before any of it is written. */
export const Preview: FC<{ of: Import }> = ({ of: { kinds, row_count: rows } }) => {
  const of = (outcome: Outcome) => kinds.filter((one) => one.outcome === outcome)
  const comesIn = of('imported')
  return (
    <Section id="preview" title="What comes in">
      <p>{`${count(rows, 'row')} in all, of ${count(comesIn.length, 'kind')} that come in:`}</p>
      <Pairs of={comesIn.map(({ kind, count: n }) => [words(kind), <span>{n.toLocaleString('en')}</span>])} />
      <Pairs
        of={(['archived', 'kept_aside', 'left_out'] as const).map((outcome) => [
          outcomes[outcome],
          of(outcome)
            .map(({ kind, count: n }) => `${words(kind)}: ${n.toLocaleString('en')}`)
            .join(', '),
        ])}
      />
    </Section>
  )
}
