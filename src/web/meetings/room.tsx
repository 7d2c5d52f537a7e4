import type { FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

/** The way into a room, for whoever was let in. */
export const Room: FC<{ of: Answer<'joinMeeting'> }> = ({ of: { url, token } }) => (
  <Notice kind="plain">
    {/^https?:/.test(url) ? (
      <a class="button primary" href={url} rel="noreferrer" target="_blank">
        {say('Open the room')}
      </a>
    ) : (
      <>
        <p>{say('Connect a client to this server with this token:')}</p>
        <p class="as-typed">{url}</p>
        {token ? (
          <textarea readonly rows={4} aria-label={say('Token')}>
            {token}
          </textarea>
        ) : null}
      </>
    )}
  </Notice>
)
