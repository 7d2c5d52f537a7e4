import type { FC } from 'hono/jsx'
import { addressFields } from '../kit/address.ts'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { safeNext } from '../kit/next.ts'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { LinkButton, Notice, Pairs, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'

const partsOf = async ({ read }: Fetching) =>
  together({
    settings: read(replaces),
    missing: read('getInvoiceIssuer').then(({ missing }) => missing),
    currency: read('getOrganization').then(({ currency }) => currency),
  })
type Parts = PartsOf<typeof partsOf>

const issuer = bodyFields('InvoiceRegisterSettingsChange', {
  issuer_name: 'Legal name',
  issuer_tax_id: { label: 'Tax number', hint: 'Such as a VAT number; most countries require it.' },
  ...addressFields,
  issuer_email: 'E-mail address',
  issuer_phone: 'Phone',
  issuer_website: { label: 'Web site', hint: 'Such as https://example.com.' },
  issuer_iban: { label: 'Bank account (IBAN)', hint: 'Where clients pay to; printed on invoices.' },
  issuer_contact: { label: 'Contact', hint: 'A person or department; XRechnung requires it.' },
  issuer_electronic_address: { label: 'Peppol ID', hint: 'Such as 9920:ESB12345674; Peppol requires it.' },
  footer: {
    label: 'Foot of the invoice',
    type: 'long',
    hint: 'Such as the entry in the register of companies.',
  },
})
const register = bodyFields('InvoiceRegisterSettingsChange', {
  mode: {
    label: 'Rules of the register',
    choices: [
      ['internal', 'none of a country'],
      ['verifactu', 'Spain, VERI*FACTU'],
    ],
    hint: 'By the Spanish rules a record names who made this system: you, unless the API is told another producer. Once there are records, a Spanish issuer keeps its tax number.',
  },
  require_client_tax_id: {
    label: 'Tax number of the client',
    hint: 'Whether no invoice is issued without it.',
  },
  simplified_limit_minor: {
    label: 'Most that a simplified invoice says',
    hint: 'In your currency, such as 400.00.',
  },
  time_zone: { label: 'Time zone', hint: 'Whose days invoices are issued on, such as Europe/Madrid.' },
})

const replaces = 'getInvoiceRegisterSettings'
/** Who issues the invoices of an organization, and by which rules they are registered. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/invoicing',
  title: 'Invoicing',
  lead: ({ slug }) => (
    <>
      {say(
        'What invoices name: who issues them and where to pay. Issued invoices keep what they were issued with. See to {link} and {link2} too, and look at the {link3}.',
        {
          link: <a href={`/organizations/${slug}/tax-rates`}>{say('tax rates')}</a>,
          link2: <a href={`/organizations/${slug}/invoice-series`}>{say('numbers')}</a>,
          link3: <a href={`/organizations/${slug}/invoice-register`}>{say('register')}</a>,
        },
      )}
    </>
  ),
  keeps: ['next'],
  under: (organization) => [[say('Invoices'), addressIn(organization, 'invoices')]],
  parts: partsOf,
  forms: {
    issuer: calling('updateInvoiceRegisterSettings', {
      verb: 'Save issuer',
      fields: issuer,
      replaces,
      also: ({ issuer_tax_id: id }) => (id === undefined ? {} : { issuer_tax_id: id.replaceAll(/\s/g, '') }),
    }),
    register: calling('updateInvoiceRegisterSettings', { verb: 'Save rules', fields: register, replaces }),
    successor: calling('replaceInvoiceIssuer', {
      title: 'Another issuer takes over',
      verb: 'Replace the issuer',
      warning:
        'Records of the issuer so far stay as they are; those of the new one begin a chain of their own.',
      fields: bodyFields('InvoiceIssuerReplacement', {
        issuer_tax_id: 'Tax number of the new issuer',
        issuer_name: 'Legal name of the new issuer',
        reason: { label: 'Reason', hint: 'Such as a change of the legal form.' },
      }),
    }),
  },
  Content: (shown) => {
    const { settings } = shown.parts
    const { form } = shown
    const asked = form('issuer', { of: settings })
    const rules = form('register', { of: settings, currency: shown.parts.currency })
    return (
      <>
        <Next {...shown} />
        <Section id="issuer" title={say('Issuer and bank account')}>
          {asked ?? (
            <>
              <p class="muted">{say('Only the owner changes the issuer.')}</p>
              <Pairs of={issuer.factsOf(settings)} />
            </>
          )}
        </Section>
        {rules ? (
          <Section id="register" title={say('Register')}>
            {rules}
            {settings.records ? form('successor') : null}
          </Section>
        ) : null}
      </>
    )
  },
})

/** The invoice to go back to, if one was to be issued. */
const nextOf = ({ query }: PageRequest) => {
  const next = safeNext(query.next)
  return next?.startsWith('/invoices/') ? next : undefined
}

/** What an invoice that was to be issued waits for, and the way back to it. */
const Next: FC<Shown<null, Parts>> = ({ request, parts: { missing } }) => {
  const next = nextOf(request)
  if (!next && !missing.length) return null
  const names = missing.map((name) => (issuer.labels[name] ?? name).toLowerCase()).join(', ')
  return (
    <Notice
      kind="warn"
      title={missing.length ? say('Before the first invoice is issued') : say('Ready for the invoice')}
    >
      <p>
        {missing.length
          ? say('Invoices name who issues them. Missing: {names}. See to tax rates and numbers too.', {
              names,
            })
          : say('Check tax rates and numbers, then issue it. Lines of drafts keep the tax that they have.')}
      </p>
      {next ? (
        <LinkButton to={next} kind="slim">
          {say('Back to the invoice')}
        </LinkButton>
      ) : null}
    </Notice>
  )
}
