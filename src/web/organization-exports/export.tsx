import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, objectPage } from '../kit/page.tsx'
import { find } from '../kit/organization-context.ts'
import { Facts, LinkButton, Notice, Section, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import { PageError, redirectTo, type PageRequest } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { atExport, stateOf } from './export-parts.tsx'

type Export = Answer<'getOrganizationExport'>

/** An export of an organization: how far it is, and its parts. */
export default objectPage<'getOrganizationExport', null>({
  at: '/exports/:id',
  of: 'getOrganizationExport',
  noun: 'export',
  under: (organization) => [[say('Export'), addressIn(organization, 'export')]],
  title: () => say('Everything of the organization'),
  marks: ({ state }) => stateOf(state),
  parts: async () => null,
  said: { '': 'It is being made. Load the page again to see how far it is.' },
  forms: {
    delete: calling('deleteOrganizationExport', {
      verb: 'Delete it',
      warning: 'Its parts are erased. Another one can be begun once a day.',
      to: backTo('export'),
    }),
  },
  file: (request) => download(request),
  Content: ({ object: one, organization: { slug }, form }) => (
    <>
      <Facts
        of={[
          [
            say('Begun'),
            say('by {name}, {at}', {
              name: one.created_by?.name ?? say('somebody'),
              at: <Moment at={one.created_at} />,
            }),
          ],
          [say('Rows'), count(one.line_count, 'row')],
          [say('Size'), sizeOf(one.size_bytes)],
          [say('Attachments'), one.files ? say('with their files') : say('without their files')],
          [say('Kept until'), one.expires_at && <Moment at={one.expires_at} />],
        ]}
      />
      <State of={one} slug={slug} />
      <Kinds of={one} slug={slug} />
      <section class="card stack" aria-label={say('More')}>
        {form('delete')}
      </section>
    </>
  ),
})

type Of = { of: Export; slug: string }

const State: FC<Of> = ({ of, slug }) => {
  if (of.state === 'ready') return <Downloads of={of} slug={slug} />
  return of.problem ? (
    <Notice kind="bad" title={say('It could not be made')}>
      <p>{of.problem}</p>
    </Notice>
  ) : (
    <section class="card stack" aria-label={say('Progress')}>
      <LinkButton kind="slim" to={atExport(of.id, slug)}>
        {say('See how far it is')}
      </LinkButton>
    </section>
  )
}

const Kinds: FC<Of> = ({ of, slug }) =>
  of.progress.length ? (
    <Section id="kinds" title={say('What is in it')}>
      <Rows
        of={of.progress}
        line={({ kind, line_count, size_bytes, part_count, first_part: first }) => ({
          ...(of.state === 'ready' && part_count === 1 && { to: fileAt(of, String(first), slug) }),
          title: inWords(kind),
          facts: [
            kind === 'file' ? count(line_count, 'file') : count(line_count, 'row'),
            sizeOf(size_bytes),
            part_count > 1
              ? say('parts {first} to {value}', { first, value: first + part_count - 1 })
              : say('part {first}', { first }),
          ],
        })}
      />
    </Section>
  ) : null

const fileAt = ({ id }: Pick<Export, 'id'>, file: string, slug: string) =>
  `/exports/${id}/files/${file}?org=${slug}`

const Downloads: FC<Of> = ({ of, slug }) => (
  <Section id="download" title={say('Download')}>
    <p>
      <a class="button" href={fileAt(of, 'all', slug)} download>
        {say('Download everything')}
      </a>
    </p>
    <p>
      {`${say('One tar file of {size}. The manifest in it lists each part with its hash, and is signed:', { size: sizeOf(of.size_bytes) })} `}
      <a href={fileAt(of, '0', slug)} download>
        manifest.json
      </a>
    </p>
    <p>
      {say(
        'To have it as a new organization, sign in to another deployment, or to this one, and {link} there.',
        { link: <a href="/organization-imports">{say('import the file')}</a> },
      )}
    </p>
  </Section>
)

/** Leads to the bytes: all of them, or a part. The visit renews the session that they ask for. */
async function download(request: PageRequest): Promise<Response> {
  const { id = '', file = '' } = request.c.req.param()
  const { object, organization } = await find<Export>(request, `/exports/${id}`, 'export')
  if (!object.archive_path) throw new PageError(404, say('No such file'), say('The export is not ready yet.'))
  if (file === 'all') return redirectTo(object.archive_path)
  return redirectTo(
    `/api/v1/organizations/${organization.id}/exports/${object.id}/parts/${encodeURIComponent(file)}`,
  )
}
