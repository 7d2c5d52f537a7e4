import type { Child, FC } from 'hono/jsx'
import type { Answer } from '../kit/operations.ts'
import { isAtLeast, type MemberOrganization } from '../kit/organization-context.ts'
import { Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { nameOf } from './amounts.ts'

type Provider = Answer<'getBillingOverview'>['provider']

/** Which limits are reached, and how they are raised; nothing while none is. */
export const UsedUp: FC<{
  organization: MemberOrganization
  of: Answer<'getEntitlements'>
  provider: Provider
}> = ({ organization, of, provider }) => {
  const reached = Object.entries(of).flatMap(([key, { remaining }]) => (remaining === 0 ? nameOf(key) : []))
  if (!reached.length) return null
  return (
    <Notice kind="warn" title={say('Used up: {reached}', { reached: reached.join(', ') })}>
      <p>
        {say('What is there stays and can be used; more is refused. {wayToMore}', {
          wayToMore: wayToMore(provider, organization),
        })}
      </p>
    </Notice>
  )
}

const wayToMore = (provider: Provider, organization: MemberOrganization): Child => {
  if (provider !== 'stripe') return say('Whoever runs this service can allow more: ask them.')
  if (!isAtLeast(organization, 'owner')) return say('An owner can choose another plan here.')
  return (
    <>
      {say('{link}: what it costs is shown before.', {
        link: <a href="#plans">{say('Choose another plan')}</a>,
      })}
    </>
  )
}
