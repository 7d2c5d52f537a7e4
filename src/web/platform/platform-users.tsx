import { bodyFields } from '../kit/fields.tsx'
import { calling, type ShowForm } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Answer, Item } from '../kit/operations.ts'
import { Badge, Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'

const reason = { reason: { label: 'Reason', wide: true, isNeeded: true } } as const
const change = bodyFields('PlatformUserChange', reason)

/** Everyone who has signed up, for operators. */
export default listPage({
  at: '/platform/users',
  of: 'listPlatformUsers',
  title: 'People',
  lead: 'Everyone who has signed up, to find by name or e-mail address. What they work on is not shown.',
  noun: ['person', 'people'],
  under: () => [[say('Operations'), '/platform']],
  size: 25,
  search: 'Find a person',
  states: ['active', 'locked'],
  keeps: ['q', 'status', 'offset'],
  said: {
    locked: 'Locked out. Sessions have ended, keys and connected applications are refused.',
    'factor-removed':
      'The second factor is removed. The password alone signs them in; they are notified by mail.',
    active: 'Unlocked. They can sign in again, and their keys work again.',
  },
  forms: {
    lock: calling('updatePlatformUser', {
      title: 'Lock',
      verb: 'Lock',
      warning: 'All sessions end at once; keys and connected applications are refused until it is unlocked.',
      fields: change,
      also: () => ({ status: 'locked' }),
      done: 'locked',
    }),
    unlock: calling('updatePlatformUser', {
      title: 'Unlock',
      verb: 'Unlock',
      fields: change,
      also: () => ({ status: 'active' }),
      done: 'active',
    }),
    'remove-factor': calling('removeSecondFactor', {
      title: 'Remove second factor',
      verb: 'Remove second factor',
      warning:
        'For somebody who lost the app, the passkeys and the recovery codes. Be certain who is asking: afterwards the password alone signs them in.',
      fields: bodyFields('SecondFactorRemoval', reason),
      mustExist: true,
      done: 'factor-removed',
    }),
    impersonate: calling('createImpersonation', {
      title: 'Impersonate',
      verb: 'Impersonate',
      fields: bodyFields('ImpersonationDraft', reason),
      also: ({ user_id }) => ({ user_id }),
      to: (_, link, again) => again(activation(link)),
    }),
  },
  line: (one, { form, person }) => {
    const { user_id: id, name } = one
    const isSelf = id === person.id
    return {
      id,
      title: (
        <>
          {name} {one.status === 'locked' ? <Badge kind="bad">{say('locked')}</Badge> : null}{' '}
          {one.is_operator ? <Badge kind="accent">{say('operator')}</Badge> : null}{' '}
          {isSelf ? <Badge>{say('you')}</Badge> : null}
        </>
      ),
      facts: [
        one.email,
        count(one.organizations, 'organization'),
        onDay('since', one.created_at),
        onDay('last seen', one.last_seen_at),
      ],
      marks: isSelf ? null : formsFor(one, form),
    }
  },
})

const formsFor = (one: Item<'listPlatformUsers'>, form: ShowForm) => {
  const { user_id: id, name } = one
  const options = { of: { id }, by: 'user_id', floats: true } as const
  return (
    <div class="buttons">
      {one.is_operator || one.status === 'locked'
        ? null
        : form('impersonate', {
            ...options,
            about: name,
            verb: say('Impersonate {name}', { name }),
            above: <p>{say(whatIsSeen)}</p>,
          })}
      {one.second_factor
        ? form('remove-factor', {
            ...options,
            about: say('of {name}', { name }),
            verb: say('Remove second factor of {name}', { name }),
          })
        : null}
      {one.status === 'locked'
        ? form('unlock', {
            ...options,
            about: name,
            verb: say('Unlock {name}', { name }),
            above: <p>{say(whatReturns)}</p>,
          })
        : form('lock', { ...options, about: name, verb: say('Lock {name}', { name }) })}
    </div>
  )
}

const whatIsSeen =
  'You see what this person sees, except what is private to them. It is read-only and recorded in the audit log.'
const whatReturns = 'They can sign in again; keys and connected applications work again.'

const activation = ({ activate_url: url, user: { name } }: Answer<'createImpersonation'>) =>
  url ? (
    <Notice kind="good" title={say('You can impersonate {name}', { name })}>
      <div class="close">
        <p>
          {say(
            'For half an hour, and without changing anything. The link works once and within five minutes; your own session waits until you stop impersonating.',
          )}
        </p>
        <p>
          <a class="button primary" href={url} rel="noreferrer">
            {say('See what {name} sees', { name })}
          </a>
        </p>
      </div>
    </Notice>
  ) : null
