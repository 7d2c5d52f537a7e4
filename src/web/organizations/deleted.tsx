import { fileResponse } from '../kit/downloads.tsx'
import { calling } from '../kit/forms.tsx'
import { readerOf } from '../kit/operations.ts'
import { personPage } from '../kit/person-page.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { wholeLog } from '../working-hours/whole-log.ts'

/** Takes the deletion of an organization back, or what the law has kept of it out. Whether the person owned it is said only once they ask for it. */
export default personPage<string>({
  at: '/deleted-organizations/:id',
  title: 'Take an organization back',
  parts: async ({ request }) => request.c.req.param('id') ?? '',
  forms: {
    '': calling('restoreOrganization', {
      verb: 'Take it back',
      to: (_, { slug }) => `/organizations/${slug}`,
    }),
  },
  file: async (request) => {
    const read = readerOf(request, { org_id: request.c.req.param('id') ?? '' })
    return fileResponse(await wholeLog(read), 'application/json', 'working-hours.json')
  },
  Content: ({ parts: org_id }) => (
    <section class="card stack" aria-label={say('What happens')}>
      <p>
        {say(
          'Within 30 days of its deletion an owner can take an organization back. Everything is as it was, and its members can enter again.',
        )}
      </p>
      <form method="post" action={`/deleted-organizations/${org_id}`}>
        <input type="hidden" name="org_id" value={org_id} />
        <button>{say('Take it back')}</button>{' '}
        <LinkButton to="/dashboard">{say('Leave it deleted')}</LinkButton>
      </form>
      <p>
        {say(
          'Its log of working hours is kept sealed afterwards, as the law asks, and nobody can read it here then. Until it is erased an owner can {link}, with what the hashes cover.',
          { link: <a href={`/deleted-organizations/${org_id}/files/hours`}>{say('download all of it')}</a> },
        )}
      </p>
    </section>
  ),
})
