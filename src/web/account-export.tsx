import type { FC } from 'hono/jsx'
import { formFields } from './account-forms.tsx'
import type { Reply } from './client.ts'
import { Day, Field, Summary } from './parts.tsx'
import type { Problems, Visit } from './visit.ts'

/** The file of a person's own data, as the API tells of it. */
export type Export = {
  state: 'none' | 'preparing' | 'ready'
  expires_at: string | null
  size_bytes: number | null
  download_url: string | null
}

export const exportAt = '/api/v1/auth/export'

/** Asks for the file. Its fields have names of their own, as another form of the page has a password too. */
export const askExport = ({ api, form }: Visit): Promise<Reply> => {
  const { export_password: password = '', export_code: code } = form
  return api.call('POST', exportAt, { body: { password, ...(code?.trim() ? { code: code.trim() } : {}) } })
}

/** The problems of the answer, by the names of the form. */
export const asOfForm = ({ fields, above }: Problems): Problems => ({
  above,
  fields: Object.fromEntries(Object.entries(fields).map(([name, said]) => [`export_${name}`, said])),
})

type Shown = { file: Export; problems: Problems; secondFactor: boolean }

export const ExportSection: FC<Shown> = (shown) => (
  <section class="card stack" aria-labelledby="export">
    <h2 id="export">Your data</h2>
    <p>
      A file of what is kept about you: your account, and what you wrote, own or were given in your
      organizations, as far as you may see it.
    </p>
    <State file={shown.file} />
    {shown.file.state === 'preparing' ? null : <AskForm {...shown} />}
  </section>
)

const State: FC<{ file: Export }> = ({ file: { state, download_url, expires_at, size_bytes } }) => {
  if (state === 'preparing') return <p>It is being made. A mail tells you when it is ready.</p>
  if (state === 'none' || !download_url || !expires_at) return null
  return (
    <p>
      <a class="button" href={new URL(download_url).pathname} download>
        Download
      </a>{' '}
      {`${sizeOf(size_bytes ?? 0)}, JSON. The link works for five minutes; then load this page again. The file is erased on `}
      <Day at={expires_at} />.
    </p>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

const AskForm: FC<Shown> = ({ problems, secondFactor }) => {
  const labels = formFields.export
  return (
    <form class="stack" method="post" action="/account/export" novalidate>
      <Summary problems={problems} labels={labels} />
      <Field
        name="export_password"
        type="password"
        label={labels.export_password}
        problems={problems}
        autocomplete="current-password"
      />
      {secondFactor || problems.fields.export_code ? (
        <Field
          name="export_code"
          label={labels.export_code}
          problems={problems}
          autocomplete="one-time-code"
          hint="Of your authenticator app, or a recovery code."
        />
      ) : null}
      <button class="primary">Have the file made</button>
    </form>
  )
}
