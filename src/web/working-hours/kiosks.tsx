import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'
import { Copy, Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { atMoment } from '../kit/time.tsx'

/** The page of a kiosk, which is shown only once. */
const pageShown = ({ url }: { url: string | null }, again: Again) =>
  url
    ? again(
        <Notice kind="good" title={say('The page of this kiosk')}>
          <p>{say('Open it on the device and leave it open. It is shown only now.')}</p>
          <Copy id="kiosk" what={say('Address')} text={url} fold />
        </Notice>,
      )
    : undefined

/** The shared devices at which people clock. */
export default listPage({
  at: '/organizations/:slug/kiosks',
  of: 'listKiosks',
  title: 'Kiosks',
  lead: 'Shared devices at which people clock in and out by their number and PIN.',
  noun: ['kiosk', 'kiosks'],
  under: within(['Settings', 'settings'], ['Hours and weeks', 'workforce-settings']),
  forms: {
    '': calling('createKiosk', {
      title: 'New kiosk',
      verb: 'Add kiosk',
      fields: bodyFields('KioskDraft', { name: { label: 'Name', hint: 'Where it stands.' } }),
      to: (_, made, again) => pageShown(made, again),
    }),
    delete: calling('deleteKiosk', { warning: 'Nobody clocks at it any more. What was recorded stays.' }),
  },
  line: (one, { form }) => ({
    title: one.name,
    facts: [one.last_used_at ? atMoment('last used', one.last_used_at) : say('not used yet')],
    forms: [form('delete', { of: one, about: one.name })],
  }),
})
