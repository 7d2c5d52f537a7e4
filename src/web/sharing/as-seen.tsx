import { isUuid } from '../../base/id.ts'
import type { Answer } from '../kit/operations.ts'
import { objectPage } from '../kit/page.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'
import { CardFacts, CardLists, ReadOnly } from './card.tsx'

/** A project as the other side of a share sees it. */
export default objectPage<'getProject', Answer<'previewProjectShare'>>({
  at: '/projects/:key/sharing/:share',
  of: 'getProject',
  noun: 'project',
  under: ({ slug }, { key, name }) => [
    [name, `/projects/${key}?org=${slug}`],
    [say('Sharing'), `/projects/${key}/sharing?org=${slug}`],
  ],
  title: ({ name }) => say('{name}, as they see it', { name }),
  parts: async ({ request, read }) => {
    const share_id = request.c.req.param('share') ?? ''
    if (!isUuid(share_id)) throw new PageError(404, say('No such share'), say('The address is incomplete.'))
    return read('previewProjectShare', {}, { share_id })
  },
  Content: ({ parts: card }) => (
    <>
      <ReadOnly of={card.organization_name} />
      <CardFacts of={card} />
      <CardLists of={card} />
    </>
  ),
})
