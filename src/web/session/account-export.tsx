import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { Section, sizeOf } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { asking, type Proof, proofFields, proofOf, proven } from './proof.tsx'

const at = '/account/export'

export default personPage<Proof>({
  at,
  title: 'Your data',
  parts: ({ read }) => proofOf(read),
  forms: {
    '': calling('requestAccountExport', {
      verb: 'Request the file',
      fields: bodyFields('AccountExportRequest', proofFields),
      ...proven,
      to: () => '/account?done=export',
    }),
  },
  Content: ({ parts, form }) => (
    <section class="card stack" aria-label={say('What you get')}>
      <p>
        {say(
          'A JSON file of the data stored about you: your account, and what you wrote, own or were assigned in your organizations, as far as you may see it. You get an e-mail when it is ready; it is kept for seven days.',
        )}
      </p>
      {form('', asking(parts))}
    </section>
  ),
})

type Export = Answer<'getAccountExport'>
/** The state of the export, for the account page. */
export const ExportSection: FC<{ file: Export }> = ({ file }) => (
  <Section id="export" title={say('Your data')} close>
    <State file={file} />
    {file.state === 'preparing' ? null : (
      <p>
        <a href={at}>{say('Request a file of the data stored about you')}</a>
      </p>
    )}
  </Section>
)

const State: FC<{ file: Export }> = ({ file: { state, download_url, expires_at, size_bytes } }) => {
  if (state === 'preparing') return <p>{say('It is being prepared. You get an e-mail when it is ready.')}</p>
  if (state === 'none' || !download_url || !expires_at) return null
  return (
    <>
      <p>
        <a class="button" href={new URL(download_url).pathname} download>
          {say('Download')}
        </a>
      </p>
      <p>
        {`${say('{size}, JSON. The link works for five minutes; then load this page again. The file is erased on', { size: sizeOf(size_bytes ?? 0) })} `}
        <Day at={expires_at} />.
      </p>
    </>
  )
}
