import type { Answer, Item } from '../kit/operations.ts'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

type App = Item<'listApps'>

const states = {
  active: ['good', 'installed'],
  needs_reapproval: ['warn', 'asks for more'],
  suspended: ['bad', 'stands still'],
  uninstalled: ['warn', 'uninstalled'],
} as const
export const stateOf = (status: App['status']) => {
  if (!status) return null
  const [kind, text] = states[status]
  return <Badge kind={kind}>{say(text)}</Badge>
}

const reasons = {
  installed: null,
  role: 'Admins and owners can install it.',
  entitlement: 'The plan does not include it.',
  needs_setting: 'This deployment cannot keep secrets: it has no SEALING_KEYS.',
} as const
/** Why it cannot be installed. */
export const whyNot = ({ reason }: Pick<App, 'reason'>) => (reason ? reasons[reason] : null)

/** The key of an app, which only this page shows. */
export const issued = ({ name, token }: Answer<'installApp'>) =>
  token ? (
    <Notice kind="good" title={say('{name} is installed', { name })}>
      <div class="close">
        <p>{say('Copy its key now, to where the app runs. It is shown this once.')}</p>
        <Copy id="token" what={say('Key')} text={token} fold />
      </div>
    </Notice>
  ) : (
    <Notice kind="good" title={say('{name} is installed', { name })}>
      <p>
        {say(
          'If it has a key, it was shown before. Where that is lost, uninstall the app and install it again.',
        )}
      </p>
    </Notice>
  )
