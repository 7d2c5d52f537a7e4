import type { FC } from 'hono/jsx'
import type { Home } from '../kit/organization-context.ts'
import { offsetIn, Pager } from '../kit/pager.tsx'
import { count, Hidden } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { Day } from '../kit/time.tsx'
import type { Form, Problems, Visit } from '../kit/visit.ts'

export type Project = { key: string; name: string; progress: { done: number; total: number } }
export type Document = { id: string; title: string; updated_at: string }
type Node = { id: string; title: string; parent_id: string | null }
export type Tree = { nodes: Node[]; truncated: boolean }
type Listed<T> = { items: T[]; total: number }
type NewForm = { at: string; once: string; open: boolean; values: Form; problems: Problems }
/** `form` is undefined for readers who may create nothing. */
type Props = { visit: Visit; home: Home; form: NewForm | undefined }

export const projectsPerPage = 50
export const documentsPerPage = 10
export const listLabels = { name: 'Name', key: 'Key', title: 'Title' }
const hrefOf = (home: Home) => `/organizations/${home.slug}`

export const Projects: FC<Props & { projects: Listed<Project> }> = ({ visit, home, projects, form }) => (
  <section class="card stack" aria-labelledby="projects">
    <h2 id="projects">{projects.total ? count(projects.total, 'project') : 'No project yet'}</h2>
    <ul class="rows">
      {projects.items.map(({ key, name, progress }) => (
        <li class="task">
          <span class="key mono">{key}</span>
          <a class="title grow" href={`/projects/${key}?org=${home.slug}`}>
            {name}
          </a>
          <span class="muted small">{`${progress.done} of ${progress.total} done`}</span>
        </li>
      ))}
    </ul>
    <Pager
      at={hrefOf(home)}
      query={{}}
      name="projects_from"
      offset={offsetIn(visit, 'projects_from')}
      size={projectsPerPage}
      total={projects.total}
    />
    {form ? <NewProject {...form} /> : null}
  </section>
)

const NewProject: FC<NewForm> = ({ at, once, open, ...shared }) => (
  <details class="more" open={open}>
    <summary>New project</summary>
    <form class="stack" method="post" action={`${at}/projects`} novalidate>
      <Hidden fields={{ once }} />
      <Field {...shared} name="name" label={listLabels.name} />
      <Field
        {...shared}
        name="key"
        label={listLabels.key}
        optional
        hint="Two to ten letters that the keys of its tasks begin with, such as WEB."
      />
      <button class="primary">Create project</button>
    </form>
  </details>
)

type DocumentsProps = Props & { documents: Listed<Document>; tree: Tree | undefined }
/** The latest documents, or all of them as a tree. */
export const Documents: FC<DocumentsProps> = ({ visit, home, documents, tree, form }) => {
  if (!documents.total && !form) return null
  const at = hrefOf(home)
  const title = tree ? 'Documents' : 'Latest documents'
  return (
    <section class="card stack" aria-labelledby="documents">
      <h2 id="documents">{documents.total ? title : 'No document yet'}</h2>
      {tree ? <Branch nodes={tree.nodes} under={null} home={home} /> : <Latest {...{ home, documents }} />}
      {tree?.truncated ? <p class="hint">Only the first 2,000 are shown.</p> : null}
      {tree ? null : (
        <Pager
          at={at}
          query={{}}
          name="documents_from"
          offset={offsetIn(visit, 'documents_from')}
          size={documentsPerPage}
          total={documents.total}
        />
      )}
      {documents.total ? (
        <p class="small">
          <a href={tree ? `${at}#documents` : `${at}?documents=tree#documents`}>
            {tree ? 'Show the latest' : 'Show all as a tree'}
          </a>
        </p>
      ) : null}
      {form ? <NewDocument {...form} /> : null}
    </section>
  )
}

const Latest: FC<{ home: Home; documents: Listed<Document> }> = ({ home, documents }) => (
  <ul class="rows">
    {documents.items.map(({ id, title, updated_at }) => (
      <li class="head">
        <a href={`/documents/${id}?org=${home.slug}`}>{title}</a>
        <span class="muted small">
          <Day at={updated_at} />
        </span>
      </li>
    ))}
  </ul>
)

/** The documents under a parent, each with those under it. */
const Branch: FC<{ nodes: Node[]; under: string | null; home: Home }> = ({ nodes, under, home }) => {
  const children = Map.groupBy(nodes, (node) => node.parent_id)
  const branch = (parent: string | null) => {
    const own = children.get(parent)
    return own ? (
      <ul>
        {own.map(({ id, title }) => (
          <li>
            <a href={`/documents/${id}?org=${home.slug}`}>{title}</a>
            {branch(id)}
          </li>
        ))}
      </ul>
    ) : null
  }
  return branch(under)
}

const NewDocument: FC<NewForm> = ({ at, once, open, ...shared }) => (
  <details class="more" open={open}>
    <summary>New document</summary>
    <form class="stack" method="post" action={`${at}/documents`} novalidate>
      <Hidden fields={{ once }} />
      <Field {...shared} name="title" label={listLabels.title} />
      <button class="primary">Create document</button>
    </form>
  </details>
)
