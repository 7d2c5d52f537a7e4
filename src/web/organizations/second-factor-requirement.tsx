import type { FC } from 'hono/jsx'
import { Badge, Hidden } from '../kit/parts.tsx'

/** Shows whether an organization requires a second factor, with a switch. */
export const SecondFactorRequirement: FC<{ on: boolean; slug: string }> = ({ on, slug }) => (
  <div class="stack">
    <h3>Second factor {on ? <Badge kind="good">required</Badge> : <Badge>not required</Badge>}</h3>
    <p>
      {on
        ? 'Only members whose account has a second factor can enter; keys and applications of the others are refused too.'
        : 'Once it is required, members without one are shut out at once, with their keys and applications, until they turn one on in their account.'}
    </p>
    <form method="post" action={`/organizations/${slug}/second-factor`}>
      <Hidden fields={{ on: on ? 'no' : 'yes' }} />
      <button>{on ? 'Stop requiring it' : 'Require a second factor'}</button>
    </form>
  </div>
)
