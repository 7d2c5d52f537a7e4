import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import type { Organization } from './dashboard.tsx'
import { describedBy, Field, Hidden, Summary } from './parts.tsx'
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
        <Reach projects={projects} values={values} problem={problems.fields.project_id} />
        <LastDay values={values} problems={problems} />
      </div>
      <ReadOnly values={values} />
      <button class="primary">Create key</button>
    </form>
  </section>
)

const hint = 'What the key can get at.'

const Reach: FC<{ projects: Project[]; values: Form; problem: string | undefined }> = ({
  projects,
  values,
  problem,
}) => (
  <div class="field">
    <label for="project_id">{labels.project_id}</label>
    <p class="hint" id="project_id-hint">
      {hint}
    </p>
    {problem ? (
      <p class="problem" id="project_id-problem">
        {problem}
      </p>
    ) : null}
    <select
      id="project_id"
      name="project_id"
      aria-invalid={problem ? 'true' : undefined}
      aria-describedby={describedBy('project_id', hint, problem)}
    >
      <option value="">The whole organization</option>
      {projects.map(({ id, key, name }) => (
        <option value={id} selected={values.project_id === id}>{`Only ${name} (${key})`}</option>
      ))}
    </select>
  </div>
)

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
