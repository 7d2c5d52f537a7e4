import { organizationPage } from '../kit/page.tsx'
import { Roadmap, roadmapOf, type RoadmapParts } from './roadmap-parts.tsx'

/** What is planned in all projects of an organization that are not over. */
export default organizationPage<RoadmapParts>({
  at: '/organizations/:slug/roadmap',
  title: 'Roadmap',
  parts: async ({ request, read }) => roadmapOf(request, read),
  Content: Roadmap,
})
