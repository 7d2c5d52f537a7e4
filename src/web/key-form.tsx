import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import type { Organization } from './dashboard.tsx'
import { Choice, Field, Hidden, Summary } from './parts.tsx'
import type { Form, Problems } from './visit.ts'

export type Project = { id: string; key: string; name: string }
type Props = { org: Organization; projects: Project[]; values: Form; problems: Problems }

export const at = '/settings/keys'
export const labels = { name: 'Name', project_id: 'Reach', read_only: 'Read only', expires_at: 'Last day' }

/** The form of a new key. Its hidden `once` makes submitting it twice idempotent. */
export const KeyForm: FC<Props> = ({ org, projects, values, problems }) => (
  <section class="card" aria-labelledby="new">
    <h2 id="new">{`New key for ${org.name}`}</h2>
    <form class="stack" method="post" action={at} novalidate>
      <Hidden fields={{ org: org.id, once: uuidv7() }} />
      <Summary problems={problems} labels={labels} />
      <Field
        name="name"
        label={labels.name}
        values={values}
        problems={problems}
        maxlength={80}
        autocomplete="off"
        hint="Say where it will be used, such as “laptop” or “nightly report”."
      />
      <div class="columns">
        <Choice
          name="project_id"
          label={labels.project_id}
          hint="What the key can get at."
          choices={reachOf(projects)}
          values={values}
          problems={problems}
        />
        <LastDay values={values} problems={problems} />
      </div>
      <ReadOnly values={values} />
      <button class="primary">Create key</button>
    </form>
  </section>
)

const reachOf = (projects: Project[]): [string, string][] => [
  ['', 'The whole organization'],
  ...projects.map(({ id, key, name }): [string, string] => [id, `Only ${name} (${key})`]),
]

const LastDay: FC<{ values: Form; problems: Problems }> = ({ values, problems }) => (
  <Field
    name="expires_at"
    type="date"
    label={labels.expires_at}
    values={{ expires_at: inDays(90), ...values }}
    problems={problems}
    optional
    hint="In UTC. Empty for a key that does not expire."
  />
)

const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

const ReadOnly: FC<{ values: Form }> = ({ values }) => (
  <div class="check">
    <input
      type="checkbox"
      id="read_only"
      name="read_only"
      checked={values.read_only === 'on'}
      aria-describedby="read_only-hint"
    />
    <div>
      <label for="read_only">{labels.read_only}</label>
      <p class="hint" id="read_only-hint">
        It may look at everything within its reach, and change nothing.
      </p>
    </div>
  </div>
)
