import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'

type Presets = Answer<'listLeaveTypePresets'>

/** A type as it is proposed: what is sent is read again, so that the page decides nothing. */
export const presetForm = calling('createLeaveType', {
  verb: 'Add it',
  also: async ({ preset }, { read }) => {
    const { items } = await read('listLeaveTypePresets')
    return items.find(({ draft }) => draft.name === preset)?.draft ?? { invalid: {} }
  },
})

const ways = {
  working: 'days of the work schedule',
  calendar: 'days of the calendar',
  six_day: 'days of Monday to Saturday',
}

/** What the law of the country suggests to begin with; each is added by hand, and nothing without. */
export const PresetList: FC<Pick<Shown<null, unknown>, 'form'> & { of: Presets | null }> = ({ of, form }) => {
  const open = of?.items.filter(({ is_there }) => !is_there) ?? []
  return open.length ? (
    <ListSection
      id="presets"
      title={say('To begin with')}
      of={open}
      line={({ draft, source }) => ({
        title: draft.name,
        facts: [
          draft.annual_allowance &&
            say('{number} {ways} a year at least', {
              number: Number(draft.annual_allowance),
              ways: say(ways[draft.count_by ?? 'working']),
            }),
          draft.overrides && say('gives back the days of leave that it lies over'),
          draft.paid === 'unpaid' && say('not paid'),
          source,
        ],
        buttons: [form('preset', { hidden: { preset: draft.name }, about: draft.name })],
      })}
    />
  ) : null
}
