import type { FC } from 'hono/jsx'
import { isAtLeast } from '../kit/organization-context.ts'
import { Badge, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import type { Props } from './plan.tsx'

/** Who acts as a viewer as the plan has too few seats, and who could instead; owners choose. */
export const SeatsOver: FC<Props> = (shown) => {
  const { over } = shown.parts.overview.seats
  if (!over) return null
  return (
    <>
      <Notice
        kind="bad"
        title={say('The plan has {counted} too few', { counted: count(over.missing, 'seat') })}
      >
        <p>
          {say('Nobody is put out, and nothing is deleted.')}{' '}
          {over.viewers_from ? (
            <>
              {say(
                'From {at} {counted} may only view, until the plan has seats for all: choose another plan, remove members, or choose who it is.',
                { at: <Day at={over.viewers_from} />, counted: count(over.viewers.length, 'member') },
              )}
            </>
          ) : (
            say('Choose another plan, or give the role of owner to fewer people.')
          )}
        </p>
      </Notice>
      <ListSection
        id="viewers"
        title={say('Who may only view')}
        of={over.viewers}
        line={(one) => ({
          title: one.name,
          facts: [one.chosen ? say('chosen') : say('joined last')],
          marks: one.chosen ? <Unchosen {...shown} of={one} /> : <Badge kind="warn">{say('viewer')}</Badge>,
        })}
      />
      <Others {...shown} over={over} />
    </>
  )
}

type Over = NonNullable<Props['parts']['overview']['seats']['over']>
type Person = { user_id: string; name: string }
const chosenIn = ({ viewers }: Over) => viewers.filter(({ chosen }) => chosen).map(({ user_id }) => user_id)

const Unchosen: FC<Props & { of: Person }> = ({ of, parts, form, organization }) => {
  const { over } = parts.overview.seats
  if (!over || !isAtLeast(organization, 'owner')) return <Badge kind="warn">{say('viewer')}</Badge>
  const people = chosenIn(over).filter((id) => id !== of.user_id)
  return form('viewers', {
    hidden: { people: people.join(',') },
    verb: say('Take back the choice of {name}', { name: of.name }),
  })
}

/** All who use a seat; whom an owner chooses takes the place of who joined last, or was chosen first. */
const Others: FC<Props & { over: Over }> = ({ over, parts: { members }, form, organization }) => {
  if (!isAtLeast(organization, 'owner')) return null
  return (
    <ListSection
      id="members"
      title={say('Whom owners may choose')}
      of={members.items}
      total={members.total}
      part={members.part}
      line={({ user_id, name, role, viewer_from }) => ({
        title: name,
        facts: [role],
        marks: viewer_from ? (
          <Badge kind="warn">{say('viewer')}</Badge>
        ) : (
          form('viewers', {
            hidden: { people: [user_id, ...chosenIn(over)].slice(0, over.missing).join(',') },
            verb: say('Choose {name} instead', { name }),
          })
        ),
      })}
    />
  )
}
