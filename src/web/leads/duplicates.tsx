import type { Again } from '../kit/forms.tsx'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

type Created = {
  name: string
  possible_duplicates: { type?: string; id: string; name: string; same: string[] }[]
}
/** Where to go after creating a client or a lead: to it, or to a notice that others may be the same. */
export const duplicatesShown = (org: string, at: string, created: Created, again: Again) =>
  created.possible_duplicates.length
    ? again(
        <Notice kind="warn" title={say('Possible duplicate')}>
          <p>
            {say('{link} was created. It has this in common with:', {
              link: <a href={`${at}?org=${org}`}>{created.name}</a>,
            })}
          </p>
          <ul>
            {created.possible_duplicates.map(({ type = 'client', id, name, same }) => (
              <li>
                <a href={`/${type}s/${id}?org=${org}`}>{name}</a>
                {` (${type}): ${same.map(inWords).join(', ')}`}
              </li>
            ))}
          </ul>
        </Notice>,
      )
    : `${at}?org=${org}&done=saved`
