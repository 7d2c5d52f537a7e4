import beyond from './statements.json' with { type: 'json' }

/** Operations that need more than one database round trip, with how many. This file only shrinks. */
export const budgets: Record<string, number> = {
  // The service compiles the stored filter through its allowlist; SQL stored in a table could be injected.
  runSavedFilter: 2,
  // Nothing is stored for a caller who may not attach it, and no row is written before its bytes are stored.
  uploadAttachment: 2,
  uploadPortalAttachment: 2,
  takeInboundMail: 2,
  createImport: 2,
  // Rows of the file are read before what they mean here is worked out and written.
  updateImportMapping: 2,
  previewImport: 2,
  // An external service is called between the round trip that authorizes and the one that writes.
  setRepositoryIntegration: 2,
  verifyRepositoryIntegration: 2,
  createProjectRepository: 2,
  testAutomation: 2,
  createCheckoutSession: 2,
  confirmCheckout: 2,
  createBillingPortalSession: 2,
  changeSubscriptionPlan: 2,
  cancelSubscription: 2,
  resumeSubscription: 2,
  setPlatformBillingPlan: 2,
  // Secrets are sealed, or a receiver is called, between the round trip that authorizes and the one that writes.
  createWebhook: 2,
  rotateWebhookSecret: 2,
  testWebhook: 2,
  // The attempt is counted before the service checks the password; only then is anything written.
  changePassword: 2,
  changeEmail: 2,
  deleteMe: 2,
  requestAccountExport: 2,
  linkIdentity: 2,
  unlinkIdentity: 2,
  beginTotp: 2,
  turnOffTotp: 2,
  createRecoveryCodes: 2,
  beginPasskey: 2,
  deletePasskey: 2,
  // The keys of secrets are unwrapped and wrapped anew between the round trip that reads them and the one that writes.
  rewrapCredentials: 2,
  // Whoever may not import is refused before hundreds of secrets are sealed.
  importCredentials: 2,
  // The secret is decrypted, or the authenticator's response verified, between the round trip that reads and the one that writes.
  confirmTotp: 2,
  addPasskey: 2,
}

/**
 * How many statements an operation sends: a read enters and answers; a write tells what it wrote as well. Those that need
 * another number stand in `statements.json`, which only shrinks.
 */
export const statementsOf = ({ id, write }: { id: string; write: boolean }): number =>
  (beyond as Record<string, number>)[id] ?? (write ? 3 : 2)
