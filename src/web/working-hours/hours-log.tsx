import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { fileResponse } from '../kit/downloads.tsx'
import { calling, type Sent } from '../kit/forms.tsx'
import { send, withQuery } from '../kit/lists.tsx'
import { type Answer, type Item, mayCall, pathOf, readerOf } from '../kit/operations.ts'
import { organizationContext } from '../kit/organization-context.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { count, Notice, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { atMoment, Day } from '../kit/time.tsx'
import type { Visit } from '../kit/visit.ts'
import { inWords } from '../kit/words.ts'
import { clockOf, dayOf, eventNames } from './correction-facts.tsx'
import { perFile } from './whole-log.ts'

type Parts = Answer<'listWorkingHours'> & { part: Part }
type Verification = Answer<'verifyWorkingHours'>

const checking = calling('verifyWorkingHours', {
  verb: 'Check the log',
  fields: bodyFields(
    'WorkingHoursCorrection',
    {},
    {
      known_seq: { label: 'Place of a head that you kept', hint: 'Empty to check the log by itself.' },
      known_hash: { label: 'Its hash', wide: true },
    },
  ),
  also: ({ known_seq: seq, known_hash: hash }) =>
    !seq?.trim() === !hash?.trim()
      ? {}
      : {
          invalid: {
            [seq?.trim() ? 'known_hash' : 'known_seq']: 'Enter the place and the hash, or neither.',
          },
        },
  sends: async (visit, { home }): Promise<Sent> => {
    const { known_seq, known_hash } = visit.form
    const path = withQuery(pathOf('verifyWorkingHours', { org_id: home.id }), {
      known_seq: known_seq?.trim(),
      known_hash: known_hash?.trim().toUpperCase(),
    })
    const { result, rejected } = await send<Verification>(visit, {
      method: 'GET',
      path,
      fields: ['known_seq', 'known_hash'],
    })
    return rejected ? { refused: rejected } : { answer: result }
  },
  to: (_, answer, again) => again(<Verified of={answer} />),
})

/** The log of working hours of everybody, whether it holds, and its files for who keeps it elsewhere. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/hours-log',
  title: 'Log of working hours',
  lead: 'What was recorded, in order. Each record has the hash of the one before it, so that none can be changed or left out without a trace.',
  under: within(['Settings', 'settings'], ['Hours and weeks', 'workforce-settings']),
  parts: ({ visit, read, home }) =>
    readPart(read, 'listWorkingHours', partOf(visit, addressIn(home, 'hours-log'), 'offset', 50), {
      sort: '-seq',
    }),
  forms: { check: checking },
  file: files,
  Content: (shown) => (
    <>
      {mayCall(shown.home, 'verifyWorkingHours') ? (
        <Section id="check" title="Does it hold?">
          {shown.form('check')}
        </Section>
      ) : null}
      {shown.parts.total && mayCall(shown.home, 'exportWorkingHoursLog') ? <Files {...shown} /> : null}
      <ListSection
        id="records"
        title="Records"
        of={shown.parts.items}
        total={shown.parts.total}
        part={shown.parts.part}
        none="Nothing is recorded yet."
        line={lineOf}
      />
    </>
  ),
})

const lineOf = (one: Item<'listWorkingHours'>) => ({
  before: <span class="muted">{one.seq}</span>,
  title: `${one.employee.name}: ${eventNames[one.event]}`,
  facts: [
    <>
      <Day at={dayOf(one.occurred_at)} />, {clockOf(one.occurred_at)}
    </>,
    atMoment('recorded', one.recorded_at),
    <code>{one.hash.slice(0, 16)}</code>,
  ],
})

const Verified: FC<{ of: Verification }> = ({ of }) => (
  <Notice kind={of.valid ? 'good' : 'bad'} title={of.valid ? 'The log holds' : 'The log is broken'}>
    <p>
      {of.first_break
        ? `Record ${of.first_break.seq}: ${inWords(of.first_break.kind)}.`
        : `${count(of.checked, 'record')} computed again.`}
      {of.next_seq ? ' There are more; the API goes on with them.' : ''}
    </p>
    {of.known_head ? (
      <p>
        {of.known_head === 'consistent'
          ? 'The head that you kept is still in it.'
          : `Since the head that you kept, the log was ${of.known_head}.`}
      </p>
    ) : null}
    {of.head ? (
      <p>
        Head: {of.head.seq}, <code>{of.head.hash}</code>. Keep it: it shows later whether the log was
        rewritten.
      </p>
    ) : null}
  </Notice>
)

const Files: FC<Shown<null, Parts>> = ({ home, parts: { total } }) => (
  <Section id="files" title="Files of the whole log">
    <p class="muted">
      With all that the hashes cover, for who keeps it outside. Who downloads one is in the audit log.
    </p>
    <ul>
      {Array.from({ length: Math.ceil(total / perFile) }, (_, n) => (
        <li>
          <a href={withQuery(addressIn(home, 'hours-log/files/json'), { from: String(n * perFile + 1) })}>
            {`Records ${n * perFile + 1} to ${Math.min(total, (n + 1) * perFile)}`}
          </a>
        </li>
      ))}
    </ul>
  </Section>
)

async function files(visit: Visit) {
  const { home } = await organizationContext(visit)
  const from = Number(visit.query.from ?? 1)
  const log = await readerOf(visit, { org_id: home.id })('exportWorkingHoursLog', {
    from_seq: from,
    records: perFile,
  })
  return fileResponse(JSON.stringify(log, null, 1), 'application/json', `working-hours-from-${from}.json`)
}
