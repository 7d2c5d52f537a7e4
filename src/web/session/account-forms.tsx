import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { Person } from './account.tsx'
import { including, languages, zonesAfter } from '../kit/choices.ts'
import { Badge, Summary } from '../kit/parts.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import { type ProofRequirements, ProofFields, proofLabels } from './proof.tsx'
import type { Form, Problems } from '../kit/visit.ts'

type Props = { values: Form; problems: Problems }

/** The forms of the page with the labels of their fields. */
export const formFields = {
  profile: { name: 'Your name', locale: 'Language', timezone: 'Time zone' },
  password: { current_password: 'Current password', new_password: 'New password' },
  email: { email: 'New e-mail address', ...proofLabels },
}

type SectionProps = PropsWithChildren<{
  id: keyof typeof formFields
  title: string
  button: Child
  problems: Problems
}>
const Section: FC<SectionProps> = ({ id, title, button, problems, children }) => (
  <section class="card" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <form class="stack" method="post" action={`/account/${id}`} novalidate>
      <Summary problems={problems} labels={formFields[id]} />
      {children}
      <button class="primary">{button}</button>
    </form>
  </section>
)

const organizationDefault: [string, string][] = [['', 'As in each organization']]

export const ProfileForm: FC<Props> = ({ values, problems }) => {
  const labels = formFields.profile
  return (
    <Section id="profile" title="Profile" button="Save profile" problems={problems}>
      <Field name="name" label={labels.name} values={values} problems={problems} autocomplete="name" />
      <div class="columns">
        <Choice
          name="locale"
          label={labels.locale}
          hint="For mail to you."
          choices={including([...organizationDefault, ...languages], values.locale)}
          values={values}
          problems={problems}
        />
        <Choice
          name="timezone"
          label={labels.timezone}
          hint="For the times in it."
          choices={including(zonesAfter(organizationDefault), values.timezone)}
          values={values}
          problems={problems}
        />
      </div>
    </Section>
  )
}

export const PasswordForm: FC<Props> = ({ problems }) => {
  const labels = formFields.password
  return (
    <Section id="password" title="Password" button="Change password" problems={problems}>
      <Field
        name="current_password"
        type="password"
        label={labels.current_password}
        problems={problems}
        autocomplete="current-password"
      />
      <p class="small">
        <a href="/forgot">Forgot your password?</a>
      </p>
      <Field
        name="new_password"
        type="password"
        label={labels.new_password}
        problems={problems}
        autocomplete="new-password"
        hint="At least 8 characters. You will be signed out everywhere but here."
      />
    </Section>
  )
}

export const EmailForm: FC<Props & { person: Person; proof: ProofRequirements }> = ({
  values,
  problems,
  person,
  proof,
}) => {
  const labels = formFields.email
  return (
    <Section id="email" title="E-mail address" button="Send a confirmation e-mail" problems={problems}>
      <p>
        {person.email} {person.email_verified ? null : <Badge kind="warn">not confirmed</Badge>}{' '}
        {person.email_verified ? null : <a href="/verify">Confirm it</a>}
      </p>
      <Field
        name="email"
        type="email"
        label={labels.email}
        values={values}
        problems={problems}
        autocomplete="email"
        hint="Your current address is notified too, and can undo the change for seven days."
      />
      <ProofFields {...proof} problems={problems} />
    </Section>
  )
}
