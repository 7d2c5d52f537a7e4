import { organizationDeleted } from './deletion.ts'
import { guestInvitation, meetingNews } from './meetings.ts'
import { paymentMissing } from './payments.ts'
import { projectShare } from './sharing.ts'
import { usageLimit } from './usage.ts'

/** The messages that have files of their own, in a language. */
export const apart = (language: 'en' | 'es' | 'de' | 'fr') => ({
  project_share: projectShare[language],
  meeting: meetingNews[language],
  meeting_guest: guestInvitation[language],
  usage_limit: usageLimit[language],
  payment_missing: paymentMissing[language],
  organization_deleted: organizationDeleted[language],
})
