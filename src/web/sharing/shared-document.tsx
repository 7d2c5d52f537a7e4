import { isUuid } from '../../base/id.ts'
import { together } from '../kit/all-of.ts'
import { formatter } from '../kit/markdown.ts'
import type { Answer } from '../kit/operations.ts'
import { addressIn, organizationPage } from '../kit/page.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'
import { ReadOnly } from './card.tsx'
import { shareIn } from './shared-project.tsx'

type Parts = { document: Answer<'getSharedProjectDocument'>; card: Answer<'getSharedProject'> }

/** A document of another organization's project. */
export default organizationPage<Parts>({
  at: '/organizations/:slug/shared/:share/documents/:document',
  title: (_, { document }) => document.title,
  under: (organization, _, { card }) => [
    [say('Shared with us'), addressIn(organization, 'shared')],
    [card.project.name, addressIn(organization, `shared/${card.id}`)],
  ],
  parts: async ({ request, read }) => {
    const [share_id, document_id] = [shareIn(request), request.c.req.param('document') ?? '']
    if (!isUuid(document_id))
      throw new PageError(404, say('No such document'), say('The address is incomplete.'))
    return together({
      document: read('getSharedProjectDocument', {}, { share_id, document_id }),
      card: read('getSharedProject', {}, { share_id }),
    })
  },
  Content: ({ parts: { document, card } }) => (
    <>
      <ReadOnly of={card.organization_name} />
      <article class="card prose">{formatter()(document.content)}</article>
    </>
  ),
})
