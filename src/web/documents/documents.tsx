import type { FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import { show } from '../kit/layout.tsx'
import { withMentions } from '../comments/mentions.ts'
import { readerAt } from '../kit/all-of.ts'
import { prefetch } from '../kit/prefetch.ts'
import { formatter } from '../kit/markdown.ts'
import { partOf } from '../kit/pager.tsx'
import { Badge, Hidden, Saved, Summary } from '../kit/parts.tsx'
import { Field, Text } from '../kit/inputs.tsx'
import { type OldVersion, Old, type Version, Versions } from './document-versions.tsx'
import { find, type Found, isAtLeast, withConflictHint } from '../kit/organization-context.ts'
import { type Thread, Threads, threadsOf } from '../comments/threads.tsx'
import {
  bodyOf,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'
import { Moment } from '../kit/time.tsx'

type Link = { type: 'document' | 'task' | 'project'; id: string; key: string | null; title: string }
type Document = {
  id: string
  title: string
  icon: string | null
  content: string
  visibility: string
  project_id: string | null
  owner: { user_id: string } | null
  updated_at: string
  updated_by: { name: string } | null
  current_version: number
  is_locked: boolean
  locked_by: { name: string } | null
  archived_at: string | null
  breadcrumbs: { id: string; title: string }[]
  links: Link[]
}
type Listed<T> = { items: T[]; total: number }
/** What is needed of a document's project to decide what the reader may do. */
type Project = { key: string; name: string; role: string | null; archived_at: string | null }
type Parts = {
  threads: Listed<Thread>
  versions: Listed<Version>
  old: OldVersion | undefined
  project: Project | undefined
}
type Shown = Found<Document> & { visit: Visit; parts: Parts; problems: Problems }

const labels = { title: 'Title', content: 'Text', summary: 'What you changed', body: 'Comment' }
/** A longer text does not fit into a form; assistants and the API edit it in parts. */
const maxEditableLength = 60_000

function pathOf(visit: Visit): string {
  const id = visit.c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, 'No such document', 'The address is incomplete.')
  return `/documents/${id}`
}
const theDocument = (visit: Visit) => find<Document>(visit, pathOf(visit), 'document')

/** The parts of long lists that the page shows. */
const listsOn = (visit: Visit) => ({
  comments: partOf(visit, pathOf(visit), 'comments_from', 30, 'comments'),
  versions: partOf(visit, pathOf(visit), 'versions_from', 50, 'versions'),
})

export const showDocument: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const path = pathOf(visit)
  const wanted = numberOf(visit.query.version)
  const lists = listsOn(visit)
  const found = await find<Document, Parts>(visit, path, 'document', async (at, object) => {
    const get = async <T,>(of: string) => bodyOf(await visit.api.call<T>('GET', at + path + of), visit.here)
    const projectOf = async (id: string) =>
      id ? bodyOf(await visit.api.call<Project>('GET', `${at}/projects/${id}`), visit.here) : undefined
    const [threads, versions, old, project] = await Promise.all([
      threadsOf(visit, get, '/comments', lists.comments),
      get<Listed<Version>>(`/versions?${lists.versions.query}`),
      wanted ? get<OldVersion>(`/versions/${wanted}`) : undefined,
      prefetch(
        at + path,
        object.then(({ project_id }) => project_id ?? ''),
        projectOf,
      ),
    ])
    return { threads, versions, old, project }
  })
  const { person, home } = found
  return show(
    visit,
    { title: titleOf(found), me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

const titleOf = ({ object, parts: { old } }: { object: Document; parts: Parts }) =>
  old ? `${object.title}, version ${old.number}` : object.title

/** The version number in the query. */
function numberOf(number: string | undefined): string | undefined {
  if (number !== undefined && !/^[1-9]\d{0,8}$/.test(number))
    throw new PageError(404, 'No such version', 'Versions are numbered from 1.')
  return number
}

/** Makes an old version the current one, unless somebody has saved another since the page was opened. */
export const restoreVersion: Page = async (visit) => {
  const found = await theDocument(visit)
  const number = numberOf(visit.form.number ?? 'none')
  const body = { base_version: Number(visit.form.base_version) || 0 }
  const at = `${found.at}/documents/${found.object.id}/versions/${number}/restore`
  const reply = await visit.api.call('POST', at, { body })
  if ([403, 404, 409, 422].includes(reply.status)) {
    visit.form = {}
    return page(visit, problemsOf(reply, []), reply.status)
  }
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved`)
}

/** Replaces the text unless somebody else has changed it since the form was opened. */
export const changeDocument: Page = async (visit) => {
  const found = await theDocument(visit)
  const { title, content = '', summary, base_version } = visit.form
  const body = {
    title,
    content: content.replaceAll('\r\n', '\n'),
    base_version: Number(base_version) || 0,
    ...(summary ? { summary } : {}),
  }
  const reply = await visit.api.call('PATCH', `${found.at}/documents/${found.object.id}`, { body })
  if (reply.status === 409) visit.form = { ...visit.form, base_version: String(found.object.current_version) }
  if ([403, 409, 422].includes(reply.status))
    return page(visit, withConflictHint(problemsOf(reply, Object.keys(labels)), reply.status), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}&done=saved`)
}

export const commentOnDocument: Page = async (visit) => {
  const found = await theDocument(visit)
  const { body = '', parent_id } = visit.form
  const reply = await visit.api.call('POST', `${found.at}/documents/${found.object.id}/comments`, {
    body: { body: await withMentions(readerAt(visit, found.at), body), ...(parent_id ? { parent_id } : {}) },
  })
  if ([403, 409, 422].includes(reply.status)) return page(visit, problemsOf(reply, ['body']), reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(found)}#comments`)
}

const hrefOf = ({ object, home }: Found<Document>) => `/documents/${object.id}?org=${home.slug}`

/** What the reader may do: nothing as a viewer or in an archived project, and no edits while others have locked it. */
function mayDo({ home, object, person }: Found<Document>, project: Project | undefined) {
  const member = isAtLeast(home, 'member') && !project?.archived_at
  const onlyViews = project?.role === 'viewer' && !isAtLeast(home, 'admin')
  const lockedForReader =
    object.is_locked && !isAtLeast(home, 'manager') && object.owner?.user_id !== person.id
  return { comment: member, edit: member && !onlyViews && !lockedForReader && !object.archived_at }
}

const Content: FC<Shown> = ({ visit, parts, problems, ...found }) => {
  const { home, object } = found
  const { old } = parts
  const lists = listsOn(visit)
  const may = mayDo(found, parts.project)
  const failed = visit.form.base_version !== undefined && problems !== noProblems
  return (
    <>
      <Head {...found} project={parts.project} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={labels} />
      {old ? <Old old={old} current={object.current_version} at={hrefOf(found)} may={may.edit} /> : null}
      <DocumentText content={(old ?? object).content} />
      <Links links={object.links} org={home.slug} />
      {may.edit && !old ? (
        <Editing {...{ object, problems }} values={visit.form} open={failed} action={hrefOf(found)} />
      ) : null}
      <Threads
        {...parts.threads}
        part={lists.comments}
        page={hrefOf(found)}
        one={'thread' in visit.query}
        items={parts.threads.items.toReversed()}
        format={formatter()}
        action={may.comment ? `/documents/${object.id}/comments?org=${home.slug}` : undefined}
        values={visit.form}
        problems={problems}
      />
      <Versions
        versions={parts.versions}
        part={lists.versions}
        current={object.current_version}
        at={hrefOf(found)}
        open={old !== undefined || 'versions_from' in visit.query}
      />
    </>
  )
}

const DocumentText: FC<{ content: string }> = ({ content }) => (
  <article class="card prose">
    <h2 class="hidden">Text</h2>
    {content ? formatter()(content) : <p class="muted">Nothing has been written here yet.</p>}
  </article>
)

const Head: FC<Found<Document> & { project: Project | undefined }> = ({ home, object, project }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      {project ? <a href={`/projects/${project.key}?org=${home.slug}`}>{project.name}</a> : null}
      {object.breadcrumbs.map(({ id, title }) => (
        <a href={`/documents/${id}?org=${home.slug}`}>{title}</a>
      ))}
    </p>
    <h1>{[object.icon, object.title].filter(Boolean).join(' ')}</h1>
    <p class="facts">
      <span>
        {`Version ${object.current_version}, `}
        <Moment at={object.updated_at} />
        {object.updated_by ? ` by ${object.updated_by.name}` : ''}
      </span>
      {object.visibility === 'private' ? <Badge>private</Badge> : null}
      {object.is_locked ? (
        <Badge kind="warn">{`locked by ${object.locked_by?.name ?? 'somebody'}`}</Badge>
      ) : null}
      {object.archived_at ? <Badge>archived</Badge> : null}
    </p>
  </div>
)

const Links: FC<{ links: Link[]; org: string }> = ({ links, org }) =>
  links.length ? (
    <section class="card" aria-labelledby="links">
      <h2 id="links">It mentions</h2>
      <ul class="rows">
        {links.map(({ type, id, key, title }) => (
          <li>
            <a href={`/${type}s/${key ?? id}?org=${org}`}>{[key, title].filter(Boolean).join(' ')}</a>
          </li>
        ))}
      </ul>
    </section>
  ) : null

type EditingProps = { object: Document; values: Form; problems: Problems; open: boolean; action: string }
type Form = Record<string, string>
const Editing: FC<EditingProps> = ({ object, values: entered, problems, open, action }) => {
  if (object.content.length > maxEditableLength)
    return (
      <p class="muted">This text is too long to be edited here. Assistants and the API change it in parts.</p>
    )
  const { title, content } = object
  const values: Form = { title, content, base_version: String(object.current_version), ...entered }
  return (
    <details class="more card" open={open}>
      <summary>Edit</summary>
      <form class="stack" method="post" action={action} novalidate>
        <Hidden fields={{ base_version: values.base_version }} />
        <Field name="title" label={labels.title} values={values} problems={problems} />
        <Text name="content" label={labels.content} value={values.content} problems={problems} rows={20} />
        <Field name="summary" label={labels.summary} values={values} problems={problems} optional />
        <button class="primary">Save</button>
      </form>
    </details>
  )
}
