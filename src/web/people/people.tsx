import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { byteOrderMark, fileResponse } from '../kit/downloads.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { type Answer, mayCall, readerOf } from '../kit/operations.ts'
import { organizationContext } from '../kit/organization-context.ts'
import { count, LinkButton, Notice } from '../kit/parts.tsx'
import type { Visit } from '../kit/visit.ts'
import { personFields, placesOf, stateOfPerson } from './person-fields.tsx'

/** The directory of the people who work here. */
export default listPage({
  at: '/organizations/:slug/people',
  of: 'listEmployees',
  title: 'People',
  lead: 'Who works here, at what and for whom. An account is another thing: not everybody needs one.',
  noun: ['person', 'people'],
  search: 'Name, title or address',
  states: ['active', 'terminated'],
  stateWords: { terminated: 'left' },
  firstState: 'active',
  createsApart: true,
  parts: async ({ read, visit, home }) => (isCreating(visit) ? placesOf(read, home) : null),
  forms: {
    '': calling('createEmployee', {
      title: 'New person',
      verb: 'Add person',
      fields: personFields('EmployeeDraft'),
      to: ({ home }, { id }) => `/people/${id}?org=${home.slug}&done=saved`,
    }),
    import: calling('importEmployees', {
      title: 'Add and change people by a table',
      verb: 'Send the table',
      fields: bodyFields('EmployeeImport', {
        csv: {
          label: 'Table',
          hint: 'With a line of headings such as employee_number, first_name, last_name, work_email, job_title, hire_date, department and manager, and for pay pay_from, pay_basis and pay_amount. People are found by their number or address, so that the same table again changes nothing.',
          height: 8,
        },
        dry_run: { label: 'Only try it', type: 'check' },
      }),
      to: (_, outcome, again) => again(<Imported of={outcome} />),
    }),
  },
  below: ({ form, here, home }) => (
    <>
      {form('import')}
      {mayCall(home, 'exportEmployees') ? (
        <p>
          <a href={`${here}/files/csv`}>Download all people as a table</a>
        </p>
      ) : null}
    </>
  ),
  file,
  create: ({ parts: { more } }) => ({ values: { employment_type: 'full_time' }, choices: more ?? {} }),
  line: (one, { home: { slug } }) => ({
    to: `/people/${one.id}?org=${slug}`,
    title: one.name,
    facts: [
      one.job_title,
      one.department?.name,
      one.manager && `reports to ${one.manager.name}`,
      one.work_email,
    ],
    marks: stateOfPerson(one),
  }),
  above: ({ home }) => (
    <p class="buttons">
      <LinkButton to={`/organizations/${home.slug}/org-chart`}>Organization chart</LinkButton>
      {mayCall(home, 'createDepartment') ? (
        <LinkButton to={`/organizations/${home.slug}/departments`}>Departments</LinkButton>
      ) : null}
    </p>
  ),
})

/** Everybody, with whoever left, in the table that can be sent again. */
async function file(visit: Visit) {
  const { home } = await organizationContext(visit)
  const { filename, content } = await readerOf(visit, { org_id: home.id })('exportEmployees', {
    status: 'all',
  })
  return fileResponse(byteOrderMark + content, 'text/csv; charset=utf-8', filename)
}

/** What a table did, or would do. */
const Imported = ({ of }: { of: Answer<'importEmployees'> }) => (
  <Notice
    kind={of.problems.length ? 'bad' : 'good'}
    title={of.dry_run ? 'Nothing was changed yet' : 'The table is entered'}
  >
    <p>{`${count(of.created, 'person', 'people')} added, ${of.updated} changed, ${of.unchanged} as before.`}</p>
    <ul>
      {of.problems.map(({ row, column, problem }) => (
        <li>{`Row ${row}, ${column}: ${problem}`}</li>
      ))}
    </ul>
  </Notice>
)
