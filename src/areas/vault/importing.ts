import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { invalid } from '../../kit/errors.ts'
import { count } from '../../kit/fields.ts'
import { uuidv7 } from '../../base/id.ts'
import { type PreflightResult, write } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { maxManyTextsBytes } from '../../shared/body.ts'
import { type CsvRecord, csvRecords, UnclosedQuote } from '../../shared/csv-table.ts'
import { credential } from './queries.ts'
import { CredentialDraft, MinRole } from './schemas.ts'
import { type SealedPart, sealParts } from './sealing.ts'

export const mostRows = 500
const mostCharacters = 1024 * 1024

const CredentialImport = z
  .strictObject({
    csv: z
      .string()
      .min(1, 'must not be empty')
      .max(mostCharacters, 'at most 1 MiB')
      .meta({
        description: `What a password manager exported: a table with the header name, url, username, password, notes, totp, in any order, and at most ${mostRows} rows`,
        example:
          'name,url,username,password,notes,totp\nMail,https://mail.example.com,ada,Xk7-quiet-harbour-41,,',
      }),
    min_role: MinRole.optional().describe(
      'From which role they are seen; your own, at most admin, if absent',
    ),
  })
  .meta({ id: 'CredentialImport' })
const CredentialsImported = z
  .object({
    created: count().describe('How many credentials are new'),
    skipped: count().describe('How many were there already, with the same secret'),
    refused: count().describe('How many rows were left out'),
    ignored_headers: z.array(z.string()).describe('Headers of which nothing was taken'),
    rows: z
      .array(
        z
          .object({
            row: count().describe('As a spreadsheet counts, the header as 1'),
            name: z.string().describe('What it is called'),
            result: z.enum(['created', 'skipped', 'refused']).describe('What became of it'),
            credential_id: z.uuid().nullable().describe('The credential; null where it was refused'),
            problems: z.array(z.string()).describe('Why it was refused, by field'),
          })
          .meta({ id: 'ImportedCredential' }),
      )
      .describe('Each row, without its secrets'),
  })
  .meta({ id: 'CredentialsImported' })

type Sent = z.output<typeof CredentialImport>
type Draft = Omit<z.output<typeof CredentialDraft>, 'min_role'>
type Read = { row: number; name: string } & ({ draft: Draft } | { problems: string[] })

const columns = ['name', 'url', 'username', 'password', 'notes', 'totp'] as const
type Column = (typeof columns)[number]
/** What other programs call them. */
const alias: Record<string, Column> = {
  title: 'name',
  login_uri: 'url',
  website: 'url',
  login_username: 'username',
  login_password: 'password',
  note: 'notes',
  extra: 'notes',
  login_totp: 'totp',
  otpauth: 'totp',
}

const columnOf = (header: string): Column | undefined => {
  const name = header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return columns.find((one) => one === name) ?? (Object.hasOwn(alias, name) ? alias[name] : undefined)
}

/** The rows of a table as credentials, or what is wrong with each. Throws 422 where it is no table of credentials. */
export function credentialsIn(csv: string): { rows: Read[]; ignored: string[] } {
  const [header, ...records] = recordsIn(csv)
  const titles = header?.cells ?? []
  const names = titles.map(columnOf)
  const twice = names.find((name, place) => name && names.indexOf(name) < place)
  if (twice) throw invalid(`body.csv: has two columns for ${twice}; leave one out`)
  if (!names.includes('password') && !names.includes('totp'))
    throw invalid(
      `body.csv: its first line must name the columns, such as ${columns.join(',')}; no column for password or totp was found`,
    )
  const filled = records.flatMap(({ cells }, place) =>
    cells.some((cell) => cell.trim()) ? [{ row: place + 2, cells }] : [],
  )
  if (filled.length > mostRows)
    throw invalid(`body.csv: at most ${mostRows} rows, but it has ${filled.length}; send it in parts`)
  const ignored = titles.filter((title, place) => title.trim() && !names[place])
  return { rows: filled.map(({ row, cells }) => readRow(row, cells, names)), ignored }
}

function recordsIn(csv: string): CsvRecord[] {
  try {
    return [...csvRecords(csv.replace(/^\uFEFF/, ''))]
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    throw invalid(`body.csv: a quotation mark in line ${error.line} is never closed`)
  }
}

function readRow(row: number, cells: string[], names: (Column | undefined)[]): Read {
  const raw = (column: Column) => cells[names.indexOf(column)] ?? ''
  const [url, notes] = [addressOf(raw('url').trim()), raw('notes').trim()]
  const name = raw('name').trim() || URL.parse(url)?.host || ''
  if (cells.length > names.length)
    return { row, name, problems: [`${cells.length} cells, but the header has ${names.length}`] }
  const [secret, totp] = [raw('password'), raw('totp').trim()]
  // A note that stands alone is what its row keeps secret.
  const isNote = !secret && !totp && notes !== ''
  const { data, error } = CredentialDraft.safeParse({
    name,
    kind: isNote ? 'note' : 'password',
    ...(url && { url }),
    ...(raw('username').trim() && { username: raw('username').trim() }),
    ...(isNote
      ? { secret: notes }
      : { ...(secret && { secret }), ...(totp && { totp }), ...(notes && { notes }) }),
  })
  if (data) return { row, name: data.name, draft: data }
  const problems = error.issues.map(({ path, message }) => `${nameOf(path, isNote)}: ${message}`)
  return { row, name, problems: [...new Set(problems)] }
}
const nameOf = ([field]: PropertyKey[], isNote: boolean) =>
  field === 'secret' ? (isNote ? 'notes' : 'password') : String(field ?? 'row')

/** Programs keep addresses without a scheme, too. */
const addressOf = (url: string) => (/^[\w-]+(\.[\w-]+)+(?:[/:?#]|$)/.test(url) ? `https://${url}` : url)

type Sealable = Omit<Draft, 'secret' | 'totp'> & {
  id: string
  row: number
  parts: { [part: string]: SealedPart }
}

/** Seals what is to be written, in memory alone. */
async function sealRows({ csv }: Sent, org: string, outside: Outside): Promise<PreflightResult> {
  const { rows, ignored } = credentialsIn(csv)
  const sealed: Sealable[] = []
  const refused = rows.flatMap((one) =>
    'problems' in one ? [{ ...one, result: 'refused', credential_id: null }] : [],
  )
  for (const one of rows) {
    if (!('draft' in one)) continue
    const { secret, totp, ...draft } = one.draft
    const id = uuidv7()
    const parts = await sealParts({ secret, totp }, org, outside, { id, marks: {} })
    sealed.push({ ...draft, id, row: one.row, parts })
  }
  return {
    values: {
      sealed: JSON.stringify(sealed),
      refused: JSON.stringify(refused),
      ignored: JSON.stringify(ignored),
    },
    compensate: async () => {},
  }
}

export const importOperation = write({
  id: 'importCredentials',
  summary: 'Create credentials from what a password manager exported',
  at: 'POST /vault/import',
  role: 'manager',
  details:
    'Each row by itself: one that is refused says why, and holds up no other; one that is there already, with the same secret, is skipped. A note without a password is kept as the secret. The table is read in memory and kept nowhere. For the page of the vault.',
  audit: 'credential.imported',
  body: CredentialImport,
  returns: CredentialsImported,
  heavy: true,
  maxBytes: maxManyTextsBytes,
  refuses: [403, 409],
  example: {
    body: {
      csv: 'name,url,username,password,notes,totp\nMail,https://mail.example.com,ada,Xk7-quiet-harbour-41,,',
    },
  },
  preflight: { authorize: () => [answer(sql`null::json`)], perform: sealRows },
  run: ({ body: { min_role }, preflightResult }) => {
    const { sealed, refused, ignored } = preflightResult!.values
    return [
      ...credential.references({ min_role }),
      answer(
        sql`app.import_credentials(${sealed}::jsonb, ${refused}::jsonb, ${ignored}::jsonb, ${min_role ?? null})`,
      ),
    ]
  },
})
