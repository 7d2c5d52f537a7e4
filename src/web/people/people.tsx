import { calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { mayCall } from '../kit/operations.ts'
import { LinkButton } from '../kit/parts.tsx'
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
  },
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
  above: ({ home }) =>
    mayCall(home, 'createDepartment') ? (
      <p>
        <LinkButton to={`/organizations/${home.slug}/departments`}>Departments</LinkButton>
      </p>
    ) : null,
})
