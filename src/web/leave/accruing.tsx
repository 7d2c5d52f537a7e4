import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'

/** Enters at once what is granted and carried over. */
export const accrueForm = calling('runVacationAccrual', {
  title: 'Enter what is granted and carried over',
  verb: 'Enter it',
  fields: bodyFields('AccrualRun', {
    period: {
      label: 'For the leave year or month',
      hint: 'Such as 2026 for what the year grants and what is carried over, or 2026-03 for what a month earns.',
    },
    leave_type_id: { label: 'Only of the kind', none: 'All kinds' },
    force: {
      label: 'Carried days end although the service told nobody',
      hint: 'Only if people were told in another way; you answer for it.',
    },
  }),
  to: (_, result, again) => again(<Entered of={result} />),
})

const Entered = ({ of }: { of: Answer<'runVacationAccrual'> }) => (
  <Notice
    kind="good"
    title={
      of.created
        ? say('{counted} made', { counted: count(of.created, 'entry', 'entries') })
        : say('Nothing was missing')
    }
  >
    <p>{say('{n, plural, one {# balance was} other {# balances were}} right already.', { n: of.skipped })}</p>
    {of.notice_missing ? (
      <p>
        {say(
          '{n, plural, one {# balance of carried days of the year before stays} other {# balances of carried days of the year before stay}}, as nobody was told that they end.',
          { n: of.notice_missing },
        )}
      </p>
    ) : null}
  </Notice>
)
