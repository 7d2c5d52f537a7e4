import type { FC } from 'hono/jsx'
import { clockJs } from '../kit/assets.ts'
import { say } from '../kit/say.ts'

/** What can be pressed without network, and what the buttons say. */
export const clockVerbs = {
  'clock-in': 'Clock in',
  'break-start': 'Begin a break',
  'break-end': 'End the break',
  'clock-out': 'Clock out',
} as const

/** Shown by the script where there is no network, or something is kept; `at` is empty where the address of the page says it. */
export const Offline: FC<{ at: string }> = ({ at }) => (
  <section class="card stack clock" aria-labelledby="offline" data-offline={at} hidden>
    <h2 id="offline">{say('Without network')}</h2>
    <p class="muted">
      {say(
        'What you press is kept on this device with its time, and recorded once there is network, within 24 hours.',
      )}
    </p>
    <div class="punch">
      {Object.entries(clockVerbs).map(([event, verb]) => (
        <button type="button" data-event={event}>
          {say(verb)}
        </button>
      ))}
    </div>
    <p role="status" />
    <script src={clockJs.address} defer></script>
  </section>
)
