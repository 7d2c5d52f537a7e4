import type { FC } from 'hono/jsx'
import { listPage } from '../kit/list-page.tsx'
import { withQuery } from '../kit/lists.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { Badge, LinkButton, Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment, Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

const kinds: Record<string, string> = { alta: 'invoices', anulacion: 'cancellations' }

/** The records of issued and cancelled invoices, each chained to the one before it, and whether the chain holds. */
export default listPage({
  at: '/organizations/:slug/invoice-register',
  of: 'listInvoiceRegister',
  title: 'Register of invoices',
  lead: 'What was issued and cancelled, in order. Each record has the hash of the one before it, so that none can be changed or left out without a trace.',
  noun: ['record'],
  states: Object.keys(kinds),
  stateName: 'record_type',
  stateWords: kinds,
  query: { sort: '-seq' },
  under: (organization) => [[say('Invoicing'), addressIn(organization, 'invoicing')]],
  parts: async ({ request, read }) => (request.query.verify ? read('verifyInvoiceRegister') : null),
  above: ({ here, parts: { more } }) =>
    more ? (
      <Verified of={more} />
    ) : (
      <p>
        <LinkButton to={withQuery(here, { verify: 'yes' })}>{say('Verify the register')}</LinkButton>
      </p>
    ),
  line: (record, { organization: { slug } }) => ({
    to: `/invoices/${record.invoice_id}?org=${slug}`,
    before: <span class="muted">{record.seq}</span>,
    title: record.number,
    facts: [
      <Day at={record.issue_date} />,
      record.invoice_type,
      record.total && say('total {total}', { total: record.total }),
      record.issuer_tax_id,
      atMoment('Recorded', record.generated_at),
      <code>{record.hash.slice(0, 16)}</code>,
    ],
    marks: (
      <>
        {record.is_correction ? <Badge>{say('registered again')}</Badge> : null}
        {record.record_type === 'anulacion' ? <Badge kind="bad">{say('cancellation')}</Badge> : null}
      </>
    ),
  }),
})

const Verified: FC<{ of: Answer<'verifyInvoiceRegister'> }> = ({ of }) => (
  <Notice
    kind={of.valid ? 'good' : 'bad'}
    title={of.valid ? say('The register holds') : say('The register is broken')}
  >
    <p>
      {of.first_break
        ? say('Record {seq}: {kind}.', { seq: of.first_break.seq, kind: inWords(of.first_break.kind) })
        : say('{counted} computed again from their fields.', { counted: count(of.checked, 'record') })}
      {of.next_seq ? ` ${say('There are more; the API goes on with them.')}` : ''}
    </p>
    {of.head ? (
      <p>
        {say('Head: {seq}, {hash}. Keep it: it shows later whether the chain was rewritten.', {
          seq: of.head.seq,
          hash: <code>{of.head.hash}</code>,
        })}
      </p>
    ) : null}
  </Notice>
)
