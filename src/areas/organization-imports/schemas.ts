import * as z from 'zod'
import {
  organizationImportSignatures,
  organizationImportStates,
} from '../../../db/schema/organization-imports.ts'
import { count, moment, paging } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

/** The newest format of exports that is known here. */
const newestFormat = 1
const maxParts = 10_000
const maxPartBytes = 64 * 2 ** 20
const maxRows = 1_000_000

const [, , , , ...none] = organizationImportStates
const State = z
  .enum(organizationImportStates)
  .exclude(['deleted', ...none])
  .meta({ id: 'OrganizationImportState' })

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
const lines = /^([a-z_]{1,60})\.jsonl$/
/** Kinds of parts that are no lines. */
const filed = new Set(['file', 'audit_archive'])
const file = /^files\/([0-9a-f]{64})$/
const archive = /^audit_archive\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120}$/

const Part = z
  .object({
    n: z.int().min(1).max(maxParts).describe('Its number, from 1'),
    name: z.string().max(200, 'at most 200 characters').describe('What it is called'),
    bytes: z.int().min(1).max(maxPartBytes, 'at most 64 MiB').describe('How many bytes it has'),
    sha256: sha256.describe('Its SHA-256'),
  })
  .meta({ id: 'OrganizationImportManifestPart' })
type Part = z.output<typeof Part>

/** What a part is, by its name; null if no export has such a part. */
export function kindOf({ name, sha256: hash }: Pick<Part, 'name' | 'sha256'>): string | null {
  const [, kind] = lines.exec(name) ?? []
  if (kind) return filed.has(kind) ? null : kind
  if (file.exec(name)?.[1] === hash) return 'file'
  return archive.test(name) && !name.includes('..') ? 'audit_archive' : null
}

/** Parts are numbered in their order; those of one name, which only lines may share, follow each other. */
const Parts = z
  .array(Part)
  .min(1, 'at least one')
  .max(maxParts, `at most ${maxParts}`)
  .superRefine((parts, context) => {
    const done = new Set<string>()
    for (const [at, part] of parts.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [at, field], message })
      const isNext = parts[at - 1]?.name === part.name && lines.test(part.name)
      if (part.n !== at + 1) refuse('n', 'parts are numbered from 1 in their order')
      if (kindOf(part) === null) refuse('name', 'no part of an export is called that')
      else if (done.has(part.name) && !isNext) refuse('name', 'another part has this name')
      done.add(part.name)
    }
  })

const Home = z
  .object({
    id: z.uuid('must be an id').describe('Its id there'),
    name: z.string().trim().min(1, 'must not be empty').max(80, 'at most 80 characters').describe('Its name'),
    slug: z.string().max(64, 'at most 64 characters').describe('Its slug there'),
  })
  .meta({ id: 'OrganizationImportOrigin' })

export const Manifest = z
  .object({
    format: z
      .int()
      .min(1)
      .max(newestFormat, 'made by a newer version; import it there, or have this deployment updated')
      .describe('The version of its format'),
    origin: z
      .url('must be an address')
      .max(300, 'at most 300 characters')
      .describe('The service that made it'),
    organization: Home.describe('What was exported'),
    started_at: moment().describe('When it was exported'),
    kinds: z.null('only an export of everything can be imported').describe('Null: everything was exported'),
    files: z.boolean().describe('Whether it has the bytes of attachments'),
    counts: z
      .record(z.string().max(60, 'at most 60 characters'), z.int().min(0))
      .refine((counts) => rowsIn(counts) <= maxRows, `at most ${maxRows} rows`)
      .describe('How many rows it has of each kind'),
    parts: Parts.describe('Its parts, in their order'),
  })
  .meta({ id: 'OrganizationImportManifest' })

/** How many rows an export has. */
export const rowsIn = ({ file: _files = 0, ...kinds }: Record<string, number>) =>
  Object.values(kinds).reduce((sum, n) => sum + n, 0)

export const OrganizationImportDraft = z
  .strictObject({
    manifest: Manifest.describe('What `manifest.json` of the export says'),
    signature: z
      .string()
      .max(2_500_000, 'at most 2500000 characters')
      .nullish()
      .describe('The one beside it'),
  })
  .meta({ id: 'OrganizationImportDraft' })

export const OrganizationImportStart = z
  .strictObject({
    continue_numbering: z
      .boolean()
      .default(false)
      .describe('Whether invoices are numbered on; otherwise their series get a new prefix'),
    origin_is_closed: z
      .boolean()
      .default(false)
      .describe('That the organization that was exported issues no invoices any more'),
  })
  .refine((body) => !body.continue_numbering || body.origin_is_closed, {
    path: ['origin_is_closed'],
    message: 'required to number on: two living copies must never issue the same number',
  })
  .meta({ id: 'OrganizationImportStart' })

const ImportPart = z
  .object({
    n: count().describe('Its number'),
    name: z.string().describe('What it is called in the export'),
    size_bytes: count().describe('How many bytes it has'),
  })
  .meta({ id: 'OrganizationImportPart' })

/** Which of my imports. */
export const ImportFilter = z.strictObject(paging)

export const OrganizationImport = z
  .object({
    id: ownId,
    state: State.describe('How far it is'),
    problem: z.string().nullable().describe('Why it failed'),
    name: z.string().describe('What the organization is called'),
    origin: z.string().describe('The address of the service that exported it'),
    exported_at: z.string().describe('When it was exported'),
    part_count: count().describe('How many parts it has'),
    missing_parts: z.array(ImportPart).describe('Which of them are still to be sent'),
    row_count: count().describe('How many rows it has'),
    written_count: count().describe('How many of them are written'),
    kinds: z
      .array(
        z
          .object({
            kind: z.string().describe('A kind of objects, as the export calls it'),
            count: count().describe('How many there are'),
            outcome: z
              .enum(['imported', 'archived', 'kept_aside', 'left_out'])
              .meta({ id: 'OrganizationImportOutcome' })
              .describe(
                'Whether they come in, stay a closed archive, are kept aside as they are unknown here, or do not come along',
              ),
          })
          .meta({ id: 'OrganizationImportKind' }),
      )
      .describe('What the manifest says that there is, and what becomes of it'),
    signature: z
      .enum(organizationImportSignatures)
      .meta({ id: 'OrganizationImportSignature' })
      .describe(
        'Whether this deployment has signed the manifest; another one signs with keys that are not known here',
      ),
    step: z.enum(['read', 'write', 'finish']).nullable().describe('What is being done, while it runs'),
    unknown_kinds: z.array(z.string()).describe('Kinds that are not known here; their parts are kept aside'),
    checklist: z
      .array(
        z
          .object({
            key: z.string().describe('What it is about'),
            count: count().describe('How many there are'),
            what: z.string().describe('What to do, or what to know'),
          })
          .meta({ id: 'OrganizationImportTask' }),
      )
      .describe('What is off or was left out, once it is done'),
    people: z
      .array(
        z
          .object({
            name: z.string().describe('Their name'),
            email: z.string().nullable().describe('Their address, until they are bound'),
            role: z.string().describe('The role that they had'),
            state: z
              .enum(['absent', 'binding', 'bound'])
              .meta({ id: 'OrganizationImportPersonState' })
              .describe(
                'Whether a member with their verified address has been given what is under their name, or is being given it',
              ),
          })
          .meta({ id: 'OrganizationImportPerson' }),
      )
      .describe('Members there, whom an owner may invite, once it is done'),
    kept_count: count().describe(
      'How many rows stayed with a name, as the member has one already of which there may be only one',
    ),
    archives: z
      .array(ImportPart)
      .describe('Chains that came as closed archives, and kinds that are kept aside, once it is done'),
    slug: z.string().nullable().describe('That of the new organization, once it is done'),
    page: z.string().describe('The path of its page'),
    created_at: createdAt,
    finished_at: moment().nullable().describe('When it was done, or failed'),
    expires_at: moment().nullable().describe('When it is thrown away'),
  })
  .meta({ id: 'OrganizationImport' })

/** An import in the list of mine. */
export const OrganizationImportSummary = OrganizationImport.pick({
  id: true,
  state: true,
  problem: true,
  name: true,
  origin: true,
  exported_at: true,
  part_count: true,
})
  .extend({
    missing_count: count().describe('How many of its parts are still to be sent'),
    slug: z.string().nullable().describe('That of the new organization, once it is done'),
  })
  .extend(
    OrganizationImport.pick({
      row_count: true,
      written_count: true,
      page: true,
      created_at: true,
      finished_at: true,
      expires_at: true,
    }).shape,
  )
  .meta({ id: 'OrganizationImportSummary' })
