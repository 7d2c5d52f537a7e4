import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Choice } from '../kit/inputs.tsx'
import type { Answer, Body } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { type Form, noProblems, type PageRequest } from '../kit/page-request.ts'

type Columns = NonNullable<Body<'importEmployees'>['columns']>
type Column = NonNullable<Columns[string]>

/** What a column of a table of people can be. */
const columns: Record<Column, string> = {
  employee_number: 'Number',
  first_name: 'First name',
  last_name: 'Last name',
  work_email: 'Work e-mail address',
  work_phone: 'Work phone',
  job_title: 'Title',
  department: 'Department',
  manager: 'Reports to',
  employment_type: 'Employed',
  hire_date: 'First day',
  termination_date: 'Last day',
  probation_end: 'Probation until',
  work_schedule: 'Work schedule',
  holiday_country: 'Holidays of',
  holiday_region: 'Region of the holidays',
  time_zone: 'Time zone',
  birth_date: 'Born on',
  personal_email: 'Private e-mail address',
  phone: 'Private phone',
  notes: 'Notes',
  pay_from: 'Paid from',
  pay_basis: 'Paid by the',
  pay_amount: 'Pay',
  pay_currency: 'Currency of the pay',
  payments_per_year: 'Payments a year',
}
const choices: [string, string][] = [['', 'Leave it out'], ...Object.entries(columns)]

const prefix = 'column '
/** What was chosen for headers: they are named in the form, as nothing else knows them. */
const chosenIn = (form: Form): Columns =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), (value || null) as Column | null]),
  )

/** A table of people to send: what it would do is said again with what is wrong with it. */
export const importForm = calling('importEmployees', {
  title: 'Add and change people by a table',
  verb: 'Send the table',
  fields: bodyFields('EmployeeImport', {
    csv: {
      label: 'Table',
      hint: 'With a line of headings such as employee_number, first_name, last_name, work_email, job_title, hire_date, department and manager, and for pay pay_from, pay_basis and pay_amount. People are found by their number or address, so that the same table again changes nothing.',
      height: 8,
    },
    dry_run: { label: 'Only try it', type: 'check' },
    invite: {
      label: 'Invite them',
      hint: 'Whoever has a work e-mail address and no account gets a mail.',
      type: 'check',
    },
    role: { label: 'As', hint: 'A member unless you choose.' },
  }),
  also: (form) => {
    const said = chosenIn(form)
    return Object.keys(said).length ? { columns: said } : {}
  },
  sends: async ({ form }, _, call) => {
    const sent = await call()
    return sent.refused?.[1] === 422 && !form.dry_run ? call({ dry_run: true }) : sent
  },
  to: ({ request: { form } }, outcome, again) =>
    again(<Imported of={outcome} />, {
      action: 'import',
      status: outcome.problems.length ? 422 : 200,
      form: outcome.dry_run ? withUnknown(form, outcome) : {},
    }),
})

/** The form again, with a choice for each header that says nothing. */
const withUnknown = (form: Form, { unknown_headers: unknown }: Answer<'importEmployees'>): Form => ({
  ...Object.fromEntries(unknown.map((header) => [prefix + header, ''])),
  ...form,
})

/** What the form has in its fields when it is shown again. */
export const importedAgain = ({ action, form }: PageRequest) =>
  action === 'import' && form.csv ? { values: form, open: true } : {}

/** What headers mean that are no names of columns; it is kept for the next table. */
export const UnknownHeaders: FC<{ of: Form }> = ({ of }) => {
  const headers = Object.keys(chosenIn(of))
  return headers.length ? (
    <fieldset class="stack">
      <legend>{say('What these columns are')}</legend>
      {headers.map((header, place) => (
        <Choice
          id={`import-column-${place}`}
          name={prefix + header}
          label={header}
          choices={choices}
          values={of}
          problems={noProblems}
        />
      ))}
    </fieldset>
  ) : null
}

/** What a table did, or would do. */
const Imported: FC<{ of: Answer<'importEmployees'> }> = ({ of }) => (
  <Notice
    kind={of.problems.length ? 'bad' : 'good'}
    title={of.dry_run ? say('Nothing was changed yet') : say('The table is entered')}
  >
    <p>
      {say('{counted} added, {updated} changed, {unchanged} as before', {
        counted: count(of.created, 'person', 'people'),
        updated: of.updated,
        unchanged: of.unchanged,
      })}
      {of.invited ? say(', {invited} invited.', { invited: of.invited }) : '.'}
    </p>
    <ul>
      {of.problems.map(({ row, column, problem }) => (
        <li>{say('Row {row}, {column}: {problem}', { row, column, problem })}</li>
      ))}
    </ul>
  </Notice>
)
