import type { FC } from 'hono/jsx'
import { textOf } from '../../shared/csv-table.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type Sent } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { Notice, Section } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { roles } from './credential-parts.tsx'

type Imported = Answer<'importCredentials'>
type ImportedRow = Imported['rows'][number]

const refused = (status: number, why: string): Sent => ({
  refused: [{ fields: { file: why }, general: [] }, status],
})

/** The file of a password manager: read here, sent on as text, and kept nowhere. */
export const importForm = calling('importCredentials', {
  title: 'Import from a password manager',
  verb: 'Import the file',
  fields: bodyFields(
    'CredentialImport',
    { min_role: { label: 'Who sees them', choices: roles } },
    {
      file: {
        label: 'File',
        type: 'file',
        required: true,
        hint: 'A CSV file with the columns name, url, username, password, notes and totp, in any order; at most 500 rows and 1 MiB. Notes beside a password are not secret here; a note that stands alone is. Delete the file afterwards.',
        after: null,
      },
    },
  ),
  saidAt: { csv: 'file' },
  sends: async ({ file }, _, call) => {
    if (file === 'too large') return refused(413, say('It is larger than 1 MiB. Send it in parts.'))
    if (!file?.name) return refused(422, say('Choose a file.'))
    if (!file.size) return refused(422, say('It is empty.'))
    return call({ csv: textOf(new Uint8Array(await file.arrayBuffer())) })
  },
  to: ({ organization }, answer, again) => again(<Imported of={answer} slug={organization.slug} />),
})

const words: Record<ImportedRow['result'], string> = {
  created: 'created',
  skipped: 'there already, with the same secret',
  refused: 'left out',
}

/** What became of each row, without its secrets. */
const Imported: FC<{ of: Imported; slug: string }> = ({ of, slug }) => (
  <>
    <Notice kind={of.refused ? 'warn' : 'good'} title={say('The file was read')}>
      <p>
        {say('{counted} created, {skipped} there already, {counted2} left out.', {
          counted: count(of.created, 'credential'),
          skipped: of.skipped,
          counted2: count(of.refused, 'row'),
        })}
        {of.ignored_headers.length
          ? ` ${say('Not taken over: {ignored_headers}.', { ignored_headers: of.ignored_headers.join(', ') })}`
          : ''}
      </p>
    </Notice>
    <Section id="imported" title={say('Row by row')}>
      <ul>
        {of.rows.map(({ row, name, result, credential_id, problems }) => (
          <li>
            {`${say('Row {row}:', { row })} `}
            {credential_id ? <a href={`/credentials/${credential_id}?org=${slug}`}>{name}</a> : name}
            {` ${say(words[result])}${problems.length ? `: ${problems.join('; ')}` : ''}`}
          </li>
        ))}
      </ul>
    </Section>
  </>
)
