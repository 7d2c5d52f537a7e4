import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import type { Organization } from '../dashboard/dashboard.tsx'
import { Hidden, Summary } from '../kit/parts.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import type { Form, Problems } from '../kit/visit.ts'

export type Project = { id: string; key: string; name: string }
type Props = { org: Organization; projects: Project[]; values: Form; problems: Problems }

export const at = '/settings/keys'
/** The request body of a key form, without its recipient. */
export const keyBody = ({ name = '', project_id, read_only, expires_at }: Form) => ({
  name,
  project_id: project_id || null,
  read_only: read_only === 'on',
  expires_at: expires_at ? `${expires_at}T23:59:59Z` : null,
})

export const labels = {
  name: 'Name',
  email: 'For',
  project_id: 'Reach',
  read_only: 'Read only',
  expires_at: 'Last day',
}

/** The form of a new key. Its hidden `once` makes submitting it twice idempotent. */
export const KeyForm: FC<Props> = ({ org, projects, values, problems }) => (
  <section class="card" aria-labelledby="new">
    <h2 id="new">{`New key for ${org.name}`}</h2>
    <form class="stack" method="post" action={at} novalidate>
      <Hidden fields={{ org: org.id, once: uuidv7() }} />
      <Summary problems={problems} labels={labels} />
      <KeyName values={values} problems={problems} />
      <Field
        name="email"
        type="email"
        label={labels.email}
        values={values}
        problems={problems}
        optional
        autocomplete="off"
        hint="Empty for yourself, or the e-mail address of a member: the key then acts with their role, and they get its token when they agree."
      />
      <KeyFields projects={projects} values={values} problems={problems} />
      <button class="primary">Create key</button>
    </form>
  </section>
)

export const KeyName: FC<{ values: Form; problems: Problems }> = (input) => (
  <Field
    name="name"
    label={labels.name}
    {...input}
    autocomplete="off"
    hint="Say where it will be used, such as “laptop” or “nightly report”."
  />
)

type Fields = Omit<Props, 'org'>

/** The scope of a key, for creating and for requesting one. */
export const KeyFields: FC<Fields> = ({ projects, values, problems }) => (
  <>
    <div class="columns">
      <Choice
        name="project_id"
        label={labels.project_id}
        hint="What the key can access."
        choices={reachOf(projects)}
        values={values}
        problems={problems}
      />
      <LastDay values={values} problems={problems} />
    </div>
    <ReadOnly values={values} />
  </>
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
