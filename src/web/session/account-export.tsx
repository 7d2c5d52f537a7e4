import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { sizeOf, Summary } from '../kit/parts.tsx'
import { personAndProof, ProofFields, proofLabels as labels, proofOf, proofProblems } from './proof.tsx'
import { Day } from '../kit/time.tsx'
import { bodyOf, redirectTo, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

/** A personal data export, as the API returns it. */
export type Export = {
  state: 'none' | 'preparing' | 'ready'
  expires_at: string | null
  size_bytes: number | null
  download_url: string | null
}

const at = '/account/export'
export const exportAt = '/api/v1/auth/export'

export const showExport: Page = (visit) => exportPage(visit, noProblems)

export const requestExport: Page = async (visit) => {
  const reply = await visit.api.call('POST', exportAt, { body: proofOf(visit.form) })
  if ([409, 422, 429].includes(reply.status))
    return exportPage(visit, proofProblems(reply, Object.keys(labels)), reply.status)
  bodyOf(reply, at)
  return redirectTo('/account?done=export')
}

async function exportPage(visit: Visit, problems: Problems, status?: number): Promise<Response> {
  const { person, proof } = await personAndProof(visit, at)
  return show(
    visit,
    { title: status ? 'Problem: Your data' : 'Your data', me: person, status },
    <>
      <h1>Your data</h1>
      <section class="card stack" aria-label="What you get">
        <p>
          A JSON file of the data stored about you: your account, and what you wrote, own or were assigned in
          your organizations, as far as you may see it. You get an e-mail when it is ready; it is kept for
          seven days.
        </p>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <ProofFields {...proof} problems={problems} />
          <button class="primary">Request the file</button>
        </form>
      </section>
    </>,
  )
}

/** The state of the export, for the account page. */
export const ExportSection: FC<{ file: Export }> = ({ file }) => (
  <section class="card close" aria-labelledby="export">
    <h2 id="export">Your data</h2>
    <State file={file} />
    {file.state === 'preparing' ? null : (
      <p>
        <a href={at}>Request a file of the data stored about you</a>
      </p>
    )}
  </section>
)

const State: FC<{ file: Export }> = ({ file: { state, download_url, expires_at, size_bytes } }) => {
  if (state === 'preparing') return <p>It is being prepared. You get an e-mail when it is ready.</p>
  if (state === 'none' || !download_url || !expires_at) return null
  return (
    <>
      <p>
        <a class="button" href={new URL(download_url).pathname} download>
          Download
        </a>
      </p>
      <p>
        {`${sizeOf(size_bytes ?? 0)}, JSON. The link works for five minutes; then load this page again. The file is erased on `}
        <Day at={expires_at} />.
      </p>
    </>
  )
}
