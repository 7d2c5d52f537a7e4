import type { FC } from 'hono/jsx'
import { mayCall } from './operations.ts'
import type { MemberOrganization } from './organization-context.ts'
import { addressIn } from './page.tsx'
import { Notice } from './parts.tsx'
import { say } from './say.ts'
import { PageError } from './page-request.ts'

/** What is read of the caller's own record as an employee; null where their account has none. */
export const ofOwnRecord = <T,>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof PageError && error.status === 404 && error.reply) return null
    throw error
  })

/** Said instead of what is an employee's own. */
export const NoOwnRecord: FC<{ organization: MemberOrganization }> = ({ organization }) => (
  <Notice kind="plain" title={say('You have no record as an employee here')}>
    <p>
      {mayCall(organization, 'createEmployee') ? (
        <>
          {say('Add one that is linked to your account among the {link}.', {
            link: <a href={addressIn(organization, 'people')}>{say('people')}</a>,
          })}
        </>
      ) : (
        say('Ask an administrator to link your account to your record.')
      )}
    </p>
  </Notice>
)
