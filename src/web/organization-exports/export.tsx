import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import { addressIn, backTo, objectPage } from '../kit/page.tsx'
import { find } from '../kit/organization-context.ts'
import { count, Facts, LinkButton, Notice, Section, sizeOf } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { atMoment } from '../kit/time.tsx'
import { PageError, redirectTo, type Visit } from '../kit/visit.ts'
import { atExport, stateOf } from './export-parts.tsx'

type Export = Answer<'getOrganizationExport'>

/** An export of an organization: how far it is, and its parts. */
export default objectPage<'getOrganizationExport', null>({
  at: '/exports/:id',
  of: 'getOrganizationExport',
  noun: 'export',
  under: (home) => [['Export', addressIn(home, 'export')]],
  title: () => 'Everything of the organization',
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
  file: (visit) => download(visit),
  Content: ({ object: one, home: { slug }, form }) => (
    <>
      <Facts
        of={[
          ['Begun', atMoment(`by ${one.created_by?.name ?? 'somebody'},`, one.created_at)],
          ['Rows', count(one.line_count, 'row')],
          ['Size', sizeOf(one.size_bytes)],
          ['Attachments', one.files ? 'with their files' : 'without their files'],
          ['Kept until', atMoment('', one.expires_at)],
        ]}
      />
      <State of={one} slug={slug} />
      <Kinds of={one} slug={slug} />
      <section class="card stack" aria-label="More">
        {form('delete')}
      </section>
    </>
  ),
})

type Of = { of: Export; slug: string }

const State: FC<Of> = ({ of, slug }) => {
  if (of.state === 'ready') return <Downloads of={of} slug={slug} />
  return of.problem ? (
    <Notice kind="bad" title="It could not be made">
      <p>{of.problem}</p>
    </Notice>
  ) : (
    <section class="card stack" aria-label="Progress">
      <LinkButton kind="slim" to={atExport(of.id, slug)}>
        See how far it is
      </LinkButton>
    </section>
  )
}

const Kinds: FC<Of> = ({ of, slug }) =>
  of.progress.length ? (
    <Section id="kinds" title="What is in it">
      <Rows
        of={of.progress}
        line={({ kind, line_count, size_bytes, part_count, first_part: first }) => ({
          ...(of.state === 'ready' && part_count === 1 && { to: fileAt(of, String(first), slug) }),
          title: kind.replaceAll('_', ' '),
          facts: [
            count(line_count, kind === 'file' ? 'file' : 'row'),
            sizeOf(size_bytes),
            part_count > 1 ? `parts ${first} to ${first + part_count - 1}` : `part ${first}`,
          ],
        })}
      />
    </Section>
  ) : null

const fileAt = ({ id }: Pick<Export, 'id'>, file: string, slug: string) =>
  `/exports/${id}/files/${file}?org=${slug}`

const Downloads: FC<Of> = ({ of, slug }) => (
  <Section id="download" title="Download">
    <p>
      <a class="button" href={fileAt(of, 'all', slug)} download>
        Download everything
      </a>
    </p>
    <p>
      {`One tar file of ${sizeOf(of.size_bytes)}. The manifest in it lists each part with its hash, and is signed: `}
      <a href={fileAt(of, '0', slug)} download>
        manifest.json
      </a>
    </p>
    <p>
      To have it as a new organization, sign in to another deployment, or to this one, and{' '}
      <a href="/organization-imports">import the file</a> there.
    </p>
  </Section>
)

/** Leads to the bytes: all of them, or a part. The visit renews the session that they ask for. */
async function download(visit: Visit): Promise<Response> {
  const { id = '', file = '' } = visit.c.req.param()
  const { object, home } = await find<Export>(visit, `/exports/${id}`, 'export')
  if (!object.archive_path) throw new PageError(404, 'No such file', 'The export is not ready yet.')
  if (file === 'all') return redirectTo(object.archive_path)
  return redirectTo(`/api/v1/organizations/${home.id}/exports/${object.id}/parts/${encodeURIComponent(file)}`)
}
