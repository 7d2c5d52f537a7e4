import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling } from '../kit/forms.tsx'
import type { Schemas } from '../kit/operations.ts'
import { LinkButton } from '../kit/parts.tsx'
import { namedAt, publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { clockOf } from './correction-facts.tsx'

const at = '/kiosk/:token'
const done = {
  clock_in: 'is clocked in since',
  break_start: 'is on a break since',
  break_end: 'is back at work since',
  clock_out: 'is clocked out since',
} satisfies Record<Schemas['ClockEvent'], string>

/** A shared device: whoever has a number and a PIN clocks, and the next one does. */
export default publicPage({
  at,
  title: 'Clock in or out',
  centered: 'slim',
  unbranded: true,
  parts: async () => null,
  forms: {
    '': calling('recordAtKiosk', {
      verb: 'Record it',
      fields: bodyFields('KioskEvent', {
        employee_number: { label: 'Number', autocomplete: 'off' },
        pin: { label: 'PIN', type: 'password', autocomplete: 'off' },
        event: {
          label: 'What',
          isNeeded: true,
          choices: [
            ['clock_in', 'I begin to work'],
            ['clock_out', 'I go home'],
            ['break_start', 'I take a break'],
            ['break_end', 'I am back from a break'],
          ],
        },
      }),
      to: ({ request }, { name, event, occurred_at: moment }, again) =>
        recorded(`${name} ${say(done[event])} ${clockOf(moment)}`, namedAt({ at }, request), again),
    }),
  },
  Content: ({ form }) => <>{form('', { values: { event: 'clock_in' }, primary: true })}</>,
})

const recorded = (title: string, next: string, again: Again) =>
  again(
    <p>
      <LinkButton to={next}>{say('Next person')}</LinkButton>
    </p>,
    { title },
  )
