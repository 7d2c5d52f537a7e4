import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { fileResponse } from '../kit/downloads.tsx'
import { calling, type Sent } from '../kit/forms.tsx'
import { send, withQuery } from '../kit/lists.tsx'
import { type Answer, type Item, mayCall, pathOf, readerOf } from '../kit/operations.ts'
import { organizationContext } from '../kit/organization-context.ts'
import { addressIn, organizationPage, type Shown, within } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Notice, Section } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment, Day } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
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
            [seq?.trim() ? 'known_hash' : 'known_seq']: say('Enter the place and the hash, or neither.'),
          },
        },
  sends: async (request, { organization }): Promise<Sent> => {
    const { known_seq, known_hash } = request.form
    const path = withQuery(pathOf('verifyWorkingHours', { org_id: organization.id }), {
      known_seq: known_seq?.trim(),
      known_hash: known_hash?.trim().toUpperCase(),
    })
    const { result, rejected } = await send<Verification>(request, {
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
  parts: ({ request, read, organization }) =>
    readPart(read, 'listWorkingHours', partOf(request, addressIn(organization, 'hours-log'), 'offset', 50), {
      sort: '-seq',
    }),
  forms: { check: checking },
  file: files,
  Content: (shown) => (
    <>
      {mayCall(shown.organization, 'verifyWorkingHours') ? (
        <Section id="check" title={say('Does it hold?')}>
          {shown.form('check')}
        </Section>
      ) : null}
      {shown.parts.total && mayCall(shown.organization, 'exportWorkingHoursLog') ? (
        <Files {...shown} />
      ) : null}
      <ListSection
        id="records"
        title={say('Records')}
        of={shown.parts.items}
        total={shown.parts.total}
        part={shown.parts.part}
        none={say('Nothing is recorded yet.')}
        line={lineOf}
      />
    </>
  ),
})

const lineOf = (one: Item<'listWorkingHours'>) => ({
  before: <span class="muted">{one.seq}</span>,
  title: `${one.employee.name}: ${say(eventNames[one.event])}`,
  facts: [
    <>
      <Day at={dayOf(one.occurred_at)} />, {clockOf(one.occurred_at)}
    </>,
    atMoment('recorded', one.recorded_at),
    <code>{one.hash.slice(0, 16)}</code>,
  ],
})

const Verified: FC<{ of: Verification }> = ({ of }) => (
  <Notice kind={of.valid ? 'good' : 'bad'} title={of.valid ? say('The log holds') : say('The log is broken')}>
    <p>
      {of.first_break
        ? say('Record {seq}: {kind}.', { seq: of.first_break.seq, kind: inWords(of.first_break.kind) })
        : say('{counted} computed again.', { counted: count(of.checked, 'record') })}
      {of.next_seq ? ` ${say('There are more; the API goes on with them.')}` : ''}
    </p>
    {of.known_head ? (
      <p>
        {of.known_head === 'consistent'
          ? say('The head that you kept is still in it.')
          : say('Since the head that you kept, the log was {known_head}.', { known_head: of.known_head })}
      </p>
    ) : null}
    {of.head ? (
      <p>
        {say('Head: {seq}, {hash}. Keep it: it shows later whether the log was rewritten.', {
          seq: of.head.seq,
          hash: <code>{of.head.hash}</code>,
        })}
      </p>
    ) : null}
  </Notice>
)

const Files: FC<Shown<null, Parts>> = ({ organization, parts: { total } }) => (
  <Section id="files" title={say('Files of the whole log')}>
    <p class="muted">
      {say(
        'With all that the hashes cover, for who keeps it outside. Who downloads one is in the audit log.',
      )}
    </p>
    <ul>
      {Array.from({ length: Math.ceil(total / perFile) }, (_, n) => (
        <li>
          <a
            href={withQuery(addressIn(organization, 'hours-log/files/json'), {
              from: String(n * perFile + 1),
            })}
          >
            {say('Records {value} to {min}', {
              value: n * perFile + 1,
              min: Math.min(total, (n + 1) * perFile),
            })}
          </a>
        </li>
      ))}
    </ul>
  </Section>
)

async function files(request: PageRequest) {
  const { organization } = await organizationContext(request)
  const from = Number(request.query.from ?? 1)
  const log = await readerOf(request, { org_id: organization.id })('exportWorkingHoursLog', {
    from_seq: from,
    records: perFile,
  })
  return fileResponse(JSON.stringify(log, null, 1), 'application/json', `working-hours-from-${from}.json`)
}
