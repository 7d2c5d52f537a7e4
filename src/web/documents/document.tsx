import type { FC } from 'hono/jsx'
import { CommentList, commentForms, type Comments, commentsOf } from '../comments/comments.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { formatter } from '../kit/markdown.ts'
import { type Answer, isOwnOr } from '../kit/operations.ts'
import { addressIn, backTo, objectPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, Beside, LinkButton } from '../kit/parts.tsx'
import { prefetch } from '../kit/prefetch.ts'
import { Moment } from '../kit/time.tsx'
import { type Form, PageError } from '../kit/page-request.ts'
import { isAtLeast } from '../kit/organization-context.ts'
import { count, say } from '../kit/say.ts'
import { Branch, placesFor } from './tree.tsx'
import { Old, Versions } from './versions.tsx'

type Document = Answer<'getDocument'>
type Parts = {
  comments: Comments
  versions: Answer<'listDocumentVersions'> & { part: Part }
  old: Answer<'getDocumentVersion'> | undefined
  project: Answer<'getProject'> | undefined
  below: Answer<'getDocumentTree'>
  /** Where it can be moved to, when that was asked for. */
  places: Answer<'getDocumentTree'> | undefined
}
export type ShownDocument = Shown<Document, Parts>

/** A longer text does not fit into a form; assistants and the API edit it in parts. */
const maxEditableLength = 60_000

/** The number of a version, which addresses and forms name. */
function numberOf(number: string | undefined): string | undefined {
  if (number !== undefined && !/^[1-9]\d{0,8}$/.test(number))
    throw new PageError(404, say('No such version'), say('Versions are numbered from 1.'))
  return number
}
const baseOf = ({ base_version }: Form) => (base_version ? { base_version: Number(base_version) } : {})

/** What the reader may do: nothing in an archived project, and no edits while others have locked it. */
function mayDo({
  organization,
  object,
  person,
  parts: { project },
}: Pick<ShownDocument, 'organization' | 'object' | 'person' | 'parts'>) {
  const isOpen = !project?.archived_at
  const onlyViews = project?.role === 'viewer' && !isAtLeast(organization, 'admin')
  const owns = isOwnOr(organization, 'setDocumentLock', object.owner?.user_id === person.id)
  return {
    comment: isOpen,
    edit: isOpen && !onlyViews && (!object.is_locked || owns) && !object.archived_at,
    own: isOpen && !onlyViews && owns,
  }
}
const own = new Set(['lock', 'archive', 'delete'])
const written = new Set(Object.keys(commentForms<Document>('document')))

/** A document to read, edit and comment on, with its versions and the documents under it. */
export default objectPage<'getDocument', Parts>({
  at: '/documents/:id',
  of: 'getDocument',
  noun: 'document',
  under: (organization, { breadcrumbs }, { project }) => [
    [say('Documents'), addressIn(organization, 'documents')],
    ...(project
      ? [[project.name, `/projects/${project.key}?org=${organization.slug}`] as [string, string]]
      : []),
    ...breadcrumbs.map(({ id, title }): [string, string] => [
      title,
      `/documents/${id}?org=${organization.slug}`,
    ]),
  ],
  title: ({ icon, title }) => [icon, title].filter(Boolean).join(' '),
  marks: ({ visibility, is_locked, locked_by, archived_at }) => (
    <>
      {visibility === 'private' ? <Badge>{say('private')}</Badge> : null}
      {is_locked ? (
        <Badge kind="warn">{say('locked by {name}', { name: locked_by?.name ?? say('somebody') })}</Badge>
      ) : null}
      {archived_at ? <Badge>{say('archived')}</Badge> : null}
    </>
  ),
  offers: (loaded, action) => {
    const may = mayDo(loaded)
    return own.has(action) ? may.own : written.has(action) ? may.comment : may.edit
  },
  parts: async ({ request, read, id, organization, object }) => {
    const page = `/documents/${id}`
    const number = numberOf(request.query.version)
    const part = partOf(request, page, 'versions_from', 50, 'versions')
    const isMoving = request.query.move === 'yes' || request.c.req.param('action') === 'move'
    const [comments, versions, old, project, below, places] = await Promise.all([
      commentsOf(request, read, 'document', page),
      read('listDocumentVersions', part.range),
      number ? read('getDocumentVersion', {}, { number }) : undefined,
      prefetch(
        organization.id + page,
        object.then(({ project_id }) => project_id ?? ''),
        async (project_id) => (project_id ? read('getProject', {}, { project_id }) : undefined),
      ),
      read('getDocumentTree', { root_id: id, depth: 10 }),
      isMoving ? read('getDocumentTree', { depth: 10 }) : undefined,
    ])
    return { comments, versions: { ...versions, part }, old, project, below, places }
  },
  forms: {
    '': calling('updateDocument', {
      title: 'Edit',
      fields: bodyFields('DocumentChange', {
        title: { label: 'Title', wide: true },
        content: { label: 'Text', height: 20 },
        summary: { label: 'What you changed', wide: true },
      }),
      also: (form, _, body) => ('content' in body ? baseOf(form) : {}),
    }),
    restore: calling('restoreDocumentVersion', {
      verb: 'Restore',
      warning: 'Its text becomes the current one, as a new version. The others are kept.',
      also: (form) => (numberOf(form.number ?? 'none') ? baseOf(form) : {}),
      to: ({ here }) => `${here}&done=saved`,
    }),
    label: calling('labelDocumentVersion', {
      title: 'Label',
      verb: 'Save label',
      fields: bodyFields('DocumentVersionLabel', { label: { label: 'Label', hint: 'Such as "As signed".' } }),
    }),
    child: calling('createDocument', {
      title: 'New document under it',
      verb: 'Create document',
      fields: bodyFields('DocumentDraft', { title: { label: 'Title', wide: true } }),
      also: (_, { object }) => ({ parent_id: object.id }),
      to: ({ organization }, { id }) => `/documents/${id}?org=${organization.slug}`,
    }),
    move: calling('moveDocument', {
      verb: 'Move',
      fields: bodyFields(
        'DocumentPlace',
        {},
        { parent_id: { label: 'Under', type: 'choice', choices: [], none: 'Nothing: at the top' } },
      ),
      also: ({ parent_id }) => ({ parent_id: parent_id || null }),
    }),
    lock: calling('setDocumentLock', { verb: 'Lock', also: ({ locked }) => ({ locked: locked === 'yes' }) }),
    archive: calling('updateDocument', {
      verb: 'Archive',
      also: ({ archived }) => ({ archived: archived === 'yes' }),
    }),
    delete: calling('deleteDocument', {
      warning: 'It goes to the trash with all that is under it.',
      to: backTo('documents'),
    }),
    ...commentForms<Document>('document'),
  },
  Content: (shown) => {
    const { object, parts } = shown
    const { old } = parts
    return (
      <Beside panel={<Panel {...shown} />} name={say('About the document')}>
        {old ? <Old {...shown} old={old} /> : null}
        <article class="card prose">
          <h2 class="hidden">{say('Text')}</h2>
          {(old ?? object).content ? (
            formatter()((old ?? object).content)
          ) : (
            <p class="muted">{say('Nothing has been written here yet.')}</p>
          )}
        </article>
        {old ? null : <Editing {...shown} />}
        <CommentList {...shown} of={parts.comments} kind="document" />
        <Versions {...shown} />
      </Beside>
    )
  },
})

const Panel: FC<ShownDocument> = (shown) => {
  const { organization, object, parts } = shown
  return (
    <>
      <p class="facts">
        <span>
          {`${say('Version {current_version},', { current_version: object.current_version })} `}
          <Moment at={object.updated_at} />
          {object.updated_by ? ` ${say('by {name}', { name: object.updated_by.name })}` : ''}
        </span>
        <span>{count(object.word_count, 'word')}</span>
      </p>
      {object.child_count ? (
        <>
          <h2>{say('Under it')}</h2>
          <Branch nodes={parts.below.nodes} under={object.id} org={organization.slug} />
        </>
      ) : null}
      <Links links={object.links} org={organization.slug} />
      <Changes {...shown} />
    </>
  )
}

const Changes: FC<ShownDocument> = ({ here, object, parts: { places }, form }) => {
  const { is_locked, archived_at, parent_id } = object
  const child = form('child')
  const moving =
    places &&
    form('move', {
      values: { parent_id: parent_id ?? '' },
      choices: { parent_id: placesFor(places.nodes, object.id) },
    })
  return (
    <>
      {child}
      {moving}
      <div class="buttons">
        {child && !moving ? (
          <LinkButton to={`${here}&move=yes`} kind="slim">
            {say('Move')}
          </LinkButton>
        ) : null}
        {form('lock', { verb: is_locked ? 'Unlock' : 'Lock', hidden: { locked: is_locked ? 'no' : 'yes' } })}
        {form('archive', {
          verb: archived_at ? 'Restore from the archive' : 'Archive',
          hidden: { archived: archived_at ? 'no' : 'yes' },
        })}
        {form('delete', { about: object.title })}
      </div>
    </>
  )
}

const Links: FC<{ links: Document['links']; org: string }> = ({ links, org }) =>
  links.length ? (
    <>
      <h2>{say('It mentions')}</h2>
      <ul>
        {links.map(({ type, id, key, title }) => (
          <li>
            <a href={`/${type}s/${key ?? id}?org=${org}`}>{[key, title].filter(Boolean).join(' ')}</a>
          </li>
        ))}
      </ul>
    </>
  ) : null

const Editing: FC<ShownDocument> = ({ object, form }) => {
  const editing = form('', { hidden: { base_version: String(object.current_version) } })
  if (!editing) return null
  return object.content.length > maxEditableLength ? (
    <p class="muted">
      {say('This text is too long to be edited here. Assistants and the API change it in parts.')}
    </p>
  ) : (
    <section class="card">{editing}</section>
  )
}
