import type { FC } from 'hono/jsx'
import { notificationReasons } from '../../../db/schema/notifications.ts'
import { readAll, together } from '../kit/all-of.ts'
import { calling } from '../kit/forms.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { OrganizationTabs, memberPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'

type Reason = (typeof notificationReasons)[number]
type Preferences = Answer<'getNotificationPreferences'>
type Parts = { preferences: Preferences; projects: Item<'listProjects'>[] }
type Named = { id: string; name: string }

const at = '/inbox/preferences'

/** The kinds of notifications in words, in the order of the page. */
const kinds: Record<Reason, string> = {
  mentioned: 'Somebody mentions me',
  assigned: 'A task is assigned to me',
  unassigned: 'A task is taken from me',
  replied: 'Somebody answers my comment',
  commented: 'Somebody comments on what I follow',
  status_changed: 'A task that I follow changes its status',
  due_soon: 'My task is due soon',
  overdue: 'My task is overdue',
  blocked: 'My task has to wait for another',
  unblocked: 'My task no longer has to wait',
  sprint_started: 'A sprint starts',
  sprint_completed: 'A sprint is completed',
  document_updated: 'A document that I follow changes',
  document_commented: 'Somebody comments on a document that I follow',
  invited: 'I am invited',
  share_request: 'Somebody asks me for access',
  approval: 'Something waits for my approval',
  automation: 'An automation notifies me',
  reminder: 'A reminder is due',
  security: 'As an owner: a new admin, a key that may write, an export, a connected provider',
  system: 'The service has news for me',
  leave_asked: 'Somebody asks me for leave',
  leave_decided: 'My leave is decided',
  leave_changed: 'Leave of mine, or that I decided, changes',
  timesheet_asked: 'Somebody submits a timesheet to me, or has not yet',
  timesheet_decided: 'My timesheet is decided, or to be submitted',
  hours_correction: 'Working hours of mine or of my team need an answer',
  payslip_ready: 'My payslip is ready',
  hr_task: 'People of my team come, go or move, or my data change',
  meeting: 'I am invited to a meeting, or it is moved or cancelled',
  objective: 'An objective is mine, falls behind or waits for a check-in, or one below mine ends',
}

/** What comes to a person's inbox and by mail from one of their organizations. */
export default memberPage<Parts | null>({
  at,
  title: 'Notifications',
  lead:
    'What comes to your inbox, and what comes by mail too: all that is still unread after ten minutes, in ' +
    'one mail; reminders come at once.',
  under: () => [[say('Inbox'), '/inbox']],
  chooses: (organization) => organization.status !== 'suspended' && !organization.second_factor_missing,
  parts: async ({ read, organization }) => {
    if (!organization.id) return null
    return together({
      preferences: read('getNotificationPreferences'),
      projects: readAll(read, 'listProjects'),
    })
  },
  forms: { '': calling('updateNotificationPreferences', { also: chosen }) },
  Content: (shown) =>
    shown.parts ? (
      <>
        <OrganizationTabs {...shown} at={at} />
        <section class="card stack">
          <h2>{shown.organization.name}</h2>
          {shown.form('', { above: <Switches {...shown.parts} /> })}
        </section>
      </>
    ) : (
      <p class="muted">{say('You are not in an organization yet.')}</p>
    ),
})

/** What is ticked is on, and the rest off. */
function chosen(form: Form) {
  const reasons = notificationReasons.map((reason) => [
    reason,
    { in_app: form[`app_${reason}`] === 'on', email: form[`mail_${reason}`] === 'on' },
  ])
  const muted = Object.keys(form).filter((name) => name.startsWith('mute_'))
  return {
    reasons: Object.fromEntries(reasons) as object,
    muted_project_ids: muted.map((name) => name.slice(5)),
  }
}

const Switches: FC<Parts> = ({ preferences, projects }) => (
  <>
    <table class="switches">
      <thead>
        <tr>
          <th scope="col">{say('When')}</th>
          <th scope="col">{say('Inbox')}</th>
          <th scope="col">{say('Mail')}</th>
        </tr>
      </thead>
      <tbody>
        {notificationReasons.map((reason) => (
          <tr>
            <th scope="row">{say(kinds[reason])}</th>
            <td>
              <Switch
                name={`app_${reason}`}
                label={say('{kinds}: inbox', { kinds: say(kinds[reason]) })}
                on={preferences.reasons[reason].in_app}
              />
            </td>
            <td>
              <Switch
                name={`mail_${reason}`}
                label={say('{kinds}: mail', { kinds: say(kinds[reason]) })}
                on={preferences.reasons[reason].email}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Muted projects={projects} muted={preferences.muted_projects} />
  </>
)

const Switch: FC<{ name: string; label: string; on: boolean }> = ({ name, label, on }) => (
  <label>
    <input type="checkbox" name={name} checked={on} />
    <span class="hidden">{label}</span>
  </label>
)

/** Projects that can be muted: the listed ones, and muted ones beyond that list. */
const Muted: FC<{ projects: Named[]; muted: Named[] }> = ({ projects, muted }) => {
  const ids = new Set(projects.map(({ id }) => id))
  const all = [...projects, ...muted.filter(({ id }) => !ids.has(id))]
  if (!all.length) return null
  return (
    <fieldset class="close">
      <legend>{say('Quiet projects')}</legend>
      <p class="hint">
        {say('You are notified about these only when somebody mentions you or assigns you a task.')}
      </p>
      {all.map(({ id, name }) => (
        <div class="check">
          <input
            type="checkbox"
            id={`mute_${id}`}
            name={`mute_${id}`}
            checked={muted.some((one) => one.id === id)}
          />
          <label for={`mute_${id}`}>{name}</label>
        </div>
      ))}
    </fieldset>
  )
}
