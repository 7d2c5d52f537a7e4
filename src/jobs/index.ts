import { accountExportExpiry, accountExporting } from './account-exports.ts'
import { attachmentErasure, attachmentExpiry } from './attachments.ts'
import { appReview } from './apps.ts'
import { archivingTasks } from './archiving-tasks.ts'
import { archiving } from './audit-archive.ts'
import { exportExpiry, exporting } from './audit-exports.ts'
import { sealing } from './audit-seals.ts'
import { automating, automatingDays, automatingRecords } from './automating.ts'
import {
  billingClock,
  billingEnd,
  billingInvoice,
  billingPlan,
  billingSeats,
  billingSync,
} from './billing.ts'
import type { Consumer } from './consumer.ts'
import { credentialExpiry } from './credentials.ts'
import { contractDays } from './contracts.ts'
import { dailyWork } from './daily.ts'
import { digesting } from './digesting.ts'
import { dueDays, notifying } from './notifying.ts'
import { impersonationExpiry } from './impersonations.ts'
import { endingShares, holdingInvitations } from './links.ts'
import { importReading, importRunning, importUndoing } from './imports.ts'
import { lockedOut, meetingEnds, roomCalls } from './meetings.ts'
import { objectiveDays } from './objectives.ts'
import {
  organizationExportExpiry,
  organizationExporting,
  organizationExportWatch,
} from './organization-exports.ts'
import { organizationImportBinding } from './organization-import-binding.ts'
import {
  organizationImportExpiry,
  organizationImporting,
  organizationImportWatch,
} from './organization-imports.ts'
import { peopleDays, weekReminders } from './people.ts'
import { organizationLeftovers, organizationPurge, projectPurge } from './purge.ts'
import { recurrence } from './recurrence.ts'
import { hoursCheckpoints, registerCheckpoints } from './record-checkpoints.ts'
import { reminding } from './reminding.ts'
import { sideEffects } from './side-effects.ts'
import { clockNews, clockStamps, policyApplication } from './sla.ts'
import { ticketDays } from './tickets.ts'
import { longTimers } from './timers.ts'
import { makingMessages, sendingMessages } from './webhooks.ts'

/** The consumers of the outbox. */
export const consumers: Consumer[] = [
  dailyWork,
  organizationPurge,
  organizationLeftovers,
  organizationImporting,
  organizationImportWatch,
  organizationImportExpiry,
  organizationImportBinding,
  projectPurge,
  recurrence,
  notifying,
  dueDays,
  archivingTasks,
  contractDays,
  objectiveDays,
  holdingInvitations,
  endingShares,
  credentialExpiry,
  appReview,
  roomCalls,
  importReading,
  importRunning,
  importUndoing,
  meetingEnds,
  lockedOut,
  billingClock,
  billingSync,
  billingEnd,
  billingInvoice,
  billingSeats,
  billingPlan,
  peopleDays,
  weekReminders,
  ticketDays,
  longTimers,
  reminding,
  sideEffects,
  clockStamps,
  clockNews,
  policyApplication,
  digesting,
  attachmentErasure,
  attachmentExpiry,
  automating,
  automatingDays,
  automatingRecords,
  impersonationExpiry,
  makingMessages,
  sendingMessages,
  sealing,
  archiving,
  exporting,
  exportExpiry,
  registerCheckpoints,
  hoursCheckpoints,
  organizationExporting,
  organizationExportWatch,
  organizationExportExpiry,
  accountExporting,
  accountExportExpiry,
]
