import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { notificationReasons } from '../../../db/schema/notifications.ts'
import { show } from '../kit/layout.tsx'
import { Hidden, Saved, Summary } from '../kit/parts.tsx'
import { type Home, organizationContext, organizationContextOrNull } from '../kit/organization-context.ts'
import {
  bodyOf,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  type Visit,
} from '../kit/visit.ts'

type Reason = (typeof notificationReasons)[number]
type Switches = { in_app: boolean; email: boolean }
type Project = { id: string; key: string; name: string }
type Preferences = { reasons: Record<Reason, Switches>; muted_projects: Project[] }
type Parts = { preferences: Preferences; projects: Project[] }

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
}

export const showPreferences: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, homes, place } = await organizationContextOrNull(visit, (at) => partsOf(visit, at))
  return show(
    visit,
    { title: 'Notifications', me: person, zone: place?.home.timezone, status },
    <>
      <div>
        <p class="facts">
          <a href="/inbox">Inbox</a>
        </p>
        <h1>Notifications</h1>
        <p class="lead">
          What comes to your inbox, and what comes by mail too: all that is still unread after ten minutes, in
          one mail; reminders come at once.
        </p>
      </div>
      <Saved visit={visit} />
      <Summary problems={problems} labels={{}} />
      {homes.length > 1 ? <OrganizationTabs homes={homes} chosen={place?.home} /> : null}
      {place ? (
        <PreferencesForm home={place.home} {...place.parts} />
      ) : (
        <p class="muted">You are not in an organization yet.</p>
      )}
    </>,
  )
}

async function partsOf(visit: Visit, home: string): Promise<Parts> {
  const [preferences, projects] = await Promise.all([
    visit.api.call<Preferences>('GET', `${home}/notification-preferences`),
    allOf<Project>(visit, `${home}/projects`),
  ])
  return { preferences: bodyOf(preferences, visit.here), projects }
}

export const savePreferences: Page = async (visit) => {
  const { form } = visit
  visit.query = { org: form.org ?? 'none' }
  const { home, at: api } = await organizationContext(visit)
  const reasons = Object.fromEntries(
    notificationReasons.map((reason) => [
      reason,
      { in_app: form[`app_${reason}`] === 'on', email: form[`mail_${reason}`] === 'on' },
    ]),
  )
  const muted_project_ids = Object.keys(form).flatMap((name) =>
    name.startsWith('mute_') ? [name.slice(5)] : [],
  )
  const reply = await visit.api.call('PUT', `${api}/notification-preferences`, {
    body: { reasons, muted_project_ids },
  })
  if ([403, 409, 422].includes(reply.status)) return page(visit, problemsOf(reply, []), reply.status)
  bodyOf(reply, at)
  return redirectTo(`${at}?org=${home.slug}&done=saved`)
}

const OrganizationTabs: FC<{ homes: Home[]; chosen: Home | undefined }> = ({ homes, chosen }) => (
  <nav aria-label="Organizations">
    <ul class="tabs">
      {homes.map(({ slug, name }) => (
        <li>
          <a href={`${at}?org=${slug}`} aria-current={slug === chosen?.slug ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const PreferencesForm: FC<Parts & { home: Home }> = ({ home, preferences, projects }) => (
  <form class="card stack" method="post" action={at}>
    <h2>{home.name}</h2>
    <Hidden fields={{ org: home.slug }} />
    <table class="switches">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Inbox</th>
          <th scope="col">Mail</th>
        </tr>
      </thead>
      <tbody>
        {notificationReasons.map((reason) => (
          <tr>
            <th scope="row">{kinds[reason]}</th>
            <td>
              <Switch
                name={`app_${reason}`}
                label={`${kinds[reason]}: inbox`}
                on={preferences.reasons[reason].in_app}
              />
            </td>
            <td>
              <Switch
                name={`mail_${reason}`}
                label={`${kinds[reason]}: mail`}
                on={preferences.reasons[reason].email}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Muted projects={projects} muted={preferences.muted_projects} />
    <button class="primary">Save</button>
  </form>
)

const Switch: FC<{ name: string; label: string; on: boolean }> = ({ name, label, on }) => (
  <label>
    <input type="checkbox" name={name} checked={on} />
    <span class="hidden">{label}</span>
  </label>
)

/** Projects that can be muted: the listed ones, and muted ones beyond that list. */
const Muted: FC<{ projects: Project[]; muted: Project[] }> = ({ projects, muted }) => {
  const ids = new Set(projects.map(({ id }) => id))
  const all = [...projects, ...muted.filter(({ id }) => !ids.has(id))]
  if (!all.length) return null
  return (
    <fieldset class="close">
      <legend>Quiet projects</legend>
      <p class="hint">You are notified about these only when somebody mentions you or assigns you a task.</p>
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
