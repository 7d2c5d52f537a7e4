import { addressIn, objectPage } from '../kit/page.tsx'
import { prefetch } from '../kit/prefetch.ts'
import { say } from '../kit/say.ts'
import { Roadmap, roadmapOf, type RoadmapParts } from './roadmap-parts.tsx'

const status = 'planning,active,on_hold,completed,cancelled'

/** What is planned in one project. */
export default objectPage<'getProject', RoadmapParts>({
  at: '/projects/:key/roadmap',
  of: 'getProject',
  noun: 'project',
  under: (organization, { key, name }) => [
    [name, `/projects/${key}?org=${organization.slug}`],
    [say('All projects'), addressIn(organization, 'roadmap')],
  ],
  title: ({ name }) => say('Roadmap of {name}', { name }),
  parts: async ({ request, read, id, organization, object }) =>
    prefetch(
      `${organization.id}/projects/${id}`,
      object.then((project) => project.id),
      (project_id) => roadmapOf(request, read, { project_id, status }),
    ),
  Content: Roadmap,
})
