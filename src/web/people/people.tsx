import { together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import { byteOrderMark, fileResponse } from '../kit/downloads.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { mayCall, readerOf } from '../kit/operations.ts'
import { organizationContext } from '../kit/organization-context.ts'
import { LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { importedAgain, importForm, UnknownHeaders } from './import-form.tsx'
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
  parts: async ({ read, request, organization }) =>
    together({
      places: isCreating(request) ? placesOf(read, organization) : null,
      me: mayCall(organization, 'getWorkday') ? read('getWorkday') : null,
    }),
  forms: {
    '': calling('createEmployee', {
      title: 'New person',
      verb: 'Add person',
      fields: personFields('EmployeeDraft'),
      to: ({ organization }, { id }) => `/people/${id}?org=${organization.slug}&done=saved`,
    }),
    import: importForm,
  },
  below: ({ form, here, organization, request }) => (
    <>
      {form('import', { ...importedAgain(request), below: <UnknownHeaders of={request.form} /> })}
      {mayCall(organization, 'exportEmployees') ? (
        <p>
          <a href={`${here}/files/csv`}>{say('Download all people as a table')}</a>
        </p>
      ) : null}
    </>
  ),
  file,
  create: ({ parts: { more } }) => ({ values: { employment_type: 'full_time' }, choices: more.places ?? {} }),
  line: (one, { organization: { slug } }) => ({
    to: `/people/${one.id}?org=${slug}`,
    title: one.name,
    facts: [
      one.job_title,
      one.department?.name,
      one.manager && say('reports to {name}', { name: one.manager.name }),
      one.work_email,
    ],
    marks: stateOfPerson(one),
  }),
  above: ({ organization, parts: { more } }) => (
    <p class="buttons">
      {more.me?.employee ? (
        <LinkButton to={`/people/${more.me.employee.employee_id}?org=${organization.slug}`}>
          {say('My record')}
        </LinkButton>
      ) : null}
      <LinkButton to={`/organizations/${organization.slug}/org-chart`}>
        {say('Organization chart')}
      </LinkButton>
      {mayCall(organization, 'getPeopleReport') ? (
        <LinkButton to={`/organizations/${organization.slug}/people-report`}>{say('In figures')}</LinkButton>
      ) : null}
      {mayCall(organization, 'getWorkforceFirstSteps') ? (
        <LinkButton to={`/organizations/${organization.slug}/first-steps`}>{say('First steps')}</LinkButton>
      ) : null}
      {mayCall(organization, 'createDepartment') ? (
        <LinkButton to={`/organizations/${organization.slug}/departments`}>{say('Departments')}</LinkButton>
      ) : null}
    </p>
  ),
})

/** Everybody, with whoever left, in the table that can be sent again. */
async function file(request: PageRequest) {
  const { organization } = await organizationContext(request)
  const { filename, content } = await readerOf(request, { org_id: organization.id })('exportEmployees', {
    status: 'all',
  })
  return fileResponse(byteOrderMark + content, 'text/csv; charset=utf-8', filename)
}
