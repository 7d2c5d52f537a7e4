import { readAll } from '../kit/all-of.ts'
import { PeriodDownload, periodFile } from '../kit/downloads.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { MoneyFigures, Money } from '../kit/money.tsx'
import { mayCall } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day, onDay } from '../kit/time.tsx'
import { newInvoiceFields, taxChoices } from './invoice-fields.ts'
import { InvoiceState, nameOf } from './invoice-parts.tsx'

const opened = ({ organization }: { organization: { slug: string } }, { id }: { id: string }) =>
  `/invoices/${id}?org=${organization.slug}`

/** The invoices of an organization and what is outstanding. */
export default listPage({
  at: '/organizations/:slug/invoices',
  of: 'listInvoices',
  title: 'Invoices',
  lead: (organization) => (
    <>
      {say('An invoice gets its number when it is issued. From then on it is corrected, not changed.')}{' '}
      {mayCall(organization, 'getInvoiceRegisterSettings') ? (
        <a href={addressIn(organization, 'invoicing')}>{say('Issuer, taxes and numbers')}</a>
      ) : null}
    </>
  ),
  noun: ['invoice'],
  search: 'Number or client',
  states: ['draft', 'issued', 'partially_paid', 'overdue', 'paid', 'cancelled'],
  createsApart: true,
  parts: async ({ read, request }) => {
    const [{ totals }, offered] = await Promise.all([
      read('getReceivables', { limit: 1 }),
      isCreating(request)
        ? Promise.all([
            readAll(read, 'listClients'),
            readAll(read, 'listProjects'),
            readAll(read, 'listTaxRates', { archived: false }),
          ])
        : null,
    ])
    const [clients, projects, rates] = offered ?? [[], [], []]
    return {
      totals,
      clients,
      choices: { client_id: clients, project_id: projects, tax_rate_id: taxChoices(rates) },
    }
  },
  forms: {
    '': calling('createInvoice', {
      title: 'New invoice',
      verb: 'Create draft',
      fields: newInvoiceFields,
      to: opened,
    }),
    time: calling('createInvoiceFromTime', {
      title: 'New invoice from logged time',
      verb: 'Create draft from time',
      fields: bodyFields('InvoiceTimeBilling', {
        client_id: { label: 'Client', none: 'Choose a client' },
        project_id: { label: 'Project', none: 'All projects of the client' },
        from: 'First day',
        to: 'Last day',
        group_by: 'One line for each',
      }),
      to: opened,
    }),
  },
  below: ({ here }) => <PeriodDownload here={here} />,
  file: periodFile('exportInvoices'),
  create: ({ parts }) => ({ choices: parts.more.choices }),
  line: (invoice, { organization }) => ({
    to: opened({ organization }, invoice),
    title: nameOf(invoice),
    facts: [
      invoice.client.name,
      invoice.issue_date && <Day at={invoice.issue_date} />,
      invoice.outstanding_minor > 0 && onDay('due', invoice.due_date),
    ],
    amount: <Money minor={invoice.total_minor} currency={invoice.currency} />,
    marks: <InvoiceState invoice={invoice} />,
  }),
  above: ({ parts: { more }, request, organization, form }) => (
    <>
      <MoneyFigures
        of={more.totals.flatMap(({ outstanding_minor: owed, current_minor, currency, invoices }) => [
          [say('Outstanding'), owed, currency, count(invoices, 'invoice')],
          [say('Overdue'), owed - current_minor, currency],
        ])}
      />
      {!isCreating(request) ? null : more.clients.length ? (
        <div class="card">{form('time', { choices: more.choices })}</div>
      ) : (
        <Notice kind="plain">
          <p>
            {say('There are no clients yet. {link} first.', {
              link: <a href={addressIn(organization, 'clients?new=yes')}>{say('Create one')}</a>,
            })}
          </p>
        </Notice>
      )}
    </>
  ),
})
