/** Operations that need more than one database trip, with how many. This file only shrinks. */
export const budgets: Record<string, number> = {
  // The stored filter is compiled by the service through its whitelist; SQL kept in a table would be a way in.
  runSavedFilter: 2,
  // Nothing is stored for somebody who may not attach it, and no row is written before its bytes are stored.
  uploadAttachment: 2,
  uploadPortalAttachment: 2,
  // What somebody outside must say first is asked between the trip that judges and the one that writes.
  setRepositoryIntegration: 2,
  verifyRepositoryIntegration: 2,
  createProjectRepository: 2,
  testAutomation: 2,
  // The attempt is counted before the password is judged, which the service does; only then is anything written.
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
  // The secret is opened, and the answer of an authenticator is verified, between the trip that reads and the one that writes.
  confirmTotp: 2,
  addPasskey: 2,
}
