import type { Child, FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { withQuery } from '../kit/lists.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf } from '../kit/page.tsx'
import { Facts, LinkButton, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { BalanceFigures } from '../leave/balance-figures.tsx'
import { leaveFields, unneeded, usualKind } from '../leave/draft-fields.ts'
import { adjustForm, adjusting } from '../leave/adjusting.tsx'
import { contactIn, contactOf, ownFields } from './contact-fields.ts'
import { Ended, EndMoved } from './ended.tsx'
import { isKept, Kept } from './kept.tsx'
import { Pay, payForm } from './pay.tsx'
import { personFields, placesOf, stateOfPerson } from './person-fields.tsx'

const fields = personFields('EmployeeChange')

const partsOf = async ({ read, organization, object }: ObjectFetching<'getEmployee'>) => {
  const places = await placesOf(read, organization)
  const { view } = await object
  return together({
    places,
    balances: view === 'directory' ? null : read('getVacationBalance'),
    pay: view === 'full' ? read('listEmployeeCompensations') : null,
    kept: mayCall(organization, 'getEmployeeRetention') ? read('getEmployeeRetention') : null,
    kinds: mayCall(organization, 'adjustVacationBalance') ? readAll(read, 'listLeaveTypes') : null,
  })
}

/** An employee, as much of it as the reader may see. */
export default objectPage<'getEmployee', PartsOf<typeof partsOf>>({
  at: '/people/:id',
  of: 'getEmployee',
  noun: 'person',
  under: (organization) => [[say('People'), addressIn(organization, 'people')]],
  title: ({ name }) => name,
  marks: stateOfPerson,
  parts: partsOf,
  forms: {
    change: calling('updateEmployee', { title: 'Edit', fields }),
    own: calling('updateEmployee', { title: 'My contact', fields: ownFields, also: contactIn }),
    leave: calling('createLeaveRequest', {
      title: 'Enter leave',
      verb: 'Enter it',
      fields: leaveFields,
      also: (_, { ids }) => ({ employee_id: ids.employee_id }),
    }),
    adjust: adjustForm,
    pay: payForm,
    end: calling('terminateEmployee', {
      title: 'End the employment',
      verb: 'End it',
      fields: bodyFields('Termination', { termination_date: 'Last day', reason: 'Why' }),
      warning: 'Leave after that day is cancelled. The account stays a member until you remove it.',
      to: ({ organization }, ended, again) => again(<Ended of={ended} organization={organization} />),
    }),
    'last-day': calling('updateEmployee', {
      title: 'Change the last day, or take the end back',
      fields: bodyFields('EmployeeChange', {
        termination_date: {
          label: 'Last day',
          hint: 'Empty to take the end back. Leave stays cancelled, and who reports to whom stays too.',
        },
      }),
      to: ({ organization }, changed, again) =>
        changed.end_effects ? again(<EndMoved of={changed} organization={organization} />) : undefined,
    }),
    rehire: calling('rehireEmployee', {
      title: 'Hire again',
      verb: 'Hire again',
      fields: bodyFields('Rehiring', {
        hire_date: 'First day',
        job_title: 'Title',
        keep_seniority: 'The years before count',
        leave_paid_out: 'The leave that was left was paid out',
      }),
    }),
    pin: calling('setKioskPin', {
      title: 'PIN at kiosks',
      fields: bodyFields('KioskPin', {
        pin: { label: 'PIN', type: 'password', hint: 'Four to eight digits; empty to remove it.' },
      }),
    }),
    delete: calling('deleteEmployee', {
      warning: 'Only somebody whom nothing refers to can be deleted; otherwise end the employment.',
      to: backTo('people'),
    }),
  },
  Content: ({ object: one, parts: { places, balances, pay, kept, kinds }, organization, form }) => (
    <>
      <Facts of={factsOf(one, organization.slug)} />
      {balances ? (
        <Section id="leave" title={say('Leave')}>
          <BalanceFigures of={balances.items} />
          <Records of={one} organization={organization} />
          {kinds && one.status !== 'terminated'
            ? form('leave', {
                choices: { leave_type_id: kinds },
                values: { leave_type_id: usualKind(kinds) ?? '' },
                except: unneeded(kinds),
              })
            : null}
          {kinds ? form('adjust', adjusting(kinds, balances.items)) : null}
        </Section>
      ) : null}
      {pay ? <Pay of={pay} form={form} /> : null}
      {kept?.items.length ? <Kept of={kept.items} /> : null}
      {places ? (
        <section class="card stack" aria-label={say('Change')}>
          {form('change', { choices: places })}
          {one.termination_date ? form('last-day') : form('end')}
          {one.status === 'terminated' ? form('rehire') : null}
          {form('pin')}
          {kept && isKept(kept.items) ? null : form('delete', { about: one.name })}
        </section>
      ) : null}
      {!places && one.view === 'full' ? (
        <section class="card stack" aria-label={say('Change')}>
          {form('own', { values: contactOf(one) })}
          {form('pin')}
        </section>
      ) : null}
    </>
  ),
})

type Employee = Answer<'getEmployee'>

/** Where the person's leave, hours and weeks stand. */
const Records: FC<{ of: Employee; organization: MemberOrganization }> = ({ of: { id }, organization }) => (
  <p class="buttons">
    {[
      [say('Requests'), withQuery(addressIn(organization, 'absences'), { employee: id })],
      [say('How it adds up'), addressIn(organization, `leave-ledger/${id}`)],
      [say('Hours'), addressIn(organization, `hours/${id}`)],
      [say('Weeks'), addressIn(organization, `weeks/${id}/current`)],
    ].map(([name, to]) => (
      <LinkButton to={to!} kind="slim">
        {name}
      </LinkButton>
    ))}
  </p>
)

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
const addressText = (one: Employee['address']) =>
  one &&
  lines(one.address_line1, one.address_line2, lines(one.postal_code, one.city), one.region, one.country)
const contactText = (one: Employee['emergency_contact']) => one && lines(one.name, one.relation, one.phone)

const factsOf = (one: Employee, slug: string): [string, Child][] => [
  [say('Title'), one.job_title],
  [say('Department'), one.department?.name],
  [
    say('Reports to'),
    one.manager && <a href={`/people/${one.manager.employee_id}?org=${slug}`}>{one.manager.name}</a>,
  ],
  [say('Work e-mail address'), one.work_email],
  [say('Work phone'), one.work_phone],
  [say('Number'), one.employee_number],
  [say('First day'), one.hire_date && <Day at={one.hire_date} />],
  [say('Last day'), one.termination_date && <Day at={one.termination_date} />],
  [say('Week'), one.weekly_minutes && say('{value} hours', { value: one.weekly_minutes / 60 })],
  [say('Born on'), one.birth_date && <Day at={one.birth_date} />],
  [say('Private phone'), one.phone],
  [say('Private e-mail address'), one.personal_email],
  [say('Address'), addressText(one.address)],
  [say('In an emergency'), contactText(one.emergency_contact)],
  [say('National id'), one.national_id_last4 && `… ${one.national_id_last4}`],
  [say('Bank account'), one.iban_last4 && `… ${one.iban_last4}`],
  [say('Notes'), one.notes],
]
