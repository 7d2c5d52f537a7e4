import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { type Answer, mayCall, type Read } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import type { Shown } from '../kit/page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'

type Found = Answer<'listBirthdays'>

const fields = bodyFields('ShownBirthdayChange', {
  shown: { label: 'Colleagues may see my birthday', hint: 'The day and the month, never the year.' },
})

/** Whether colleagues see the birthday of the reader. */
export const showBirthday = calling('setMyBirthday', { title: 'My birthday', fields })

/** The birthdays between two days, and whether the reader's own is among them. */
export const birthdaysIn = (
  read: Read,
  organization: MemberOrganization,
  from: string,
  to: string,
): Promise<Found> | Found =>
  mayCall(organization, 'listBirthdays') ? read('listBirthdays', { from, to }) : { items: [], mine: null }

/** Nothing where the organization shows no birthdays. */
export const Birthdays: FC<Shown<null, unknown> & { of: Found }> = ({
  form,
  organization,
  of: { items: all, mine: own },
}) =>
  all.length || own?.allowed || own?.shown ? (
    <ListSection
      id="birthdays"
      title={say('Birthdays')}
      of={all}
      none={say('Nobody has told of a birthday in this month.')}
      line={({ name, date, employee_id }) => ({
        title: name,
        to: `/people/${employee_id}?org=${organization.slug}`,
        facts: [<Day at={date} />],
      })}
    >
      {own?.has_birth_date ? form('birthday', { values: { shown: own.shown ? 'yes' : '' } }) : null}
    </ListSection>
  ) : null
