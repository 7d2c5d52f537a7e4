/** Why assistants are not to do what these operations do: they prove who somebody is, or give lasting access. */
export const never: Record<string, RegExp> = {
  'for customers, operators of the platform and visitors, who have no assistant here':
    /^(portal|platform|public) /,
  'how a person signs in, and what is stored about them': /^\w+ (session|identities|second-factor) /,
  'keys and consents, which would give an assistant more than it was given':
    /^\w+ (my-api-keys|api-keys|oauth|portal-accesses) /,
  'an invitation is answered by the person, and nobody leaves by mistake':
    /^\w+ organizations (accept|resend)Invitation$|^\w+ organizations leaveOrganization$/,
  'settings of the register of invoices, which the law holds the owner to': /^\w+ invoice-register /,
  'settings of mailboxes, with secrets': /^\w+ support \w*(Mailbox|MailboxWebhook|Mailboxes)$/,
  'files for another program, not for a model to read':
    /^\w+ (expenses|invoices) (export\w+|createExpensePaymentFile|getInvoiceFile)$/,
}

/** What a tool reads or does in another way: the operation, and the tool. */
export const otherwise: Record<string, string> = {
  getComment: 'list_comments',
  getDocumentComment: 'list_document_comments',
  completeCrmActivity: 'update_crm_activity',
  getRunningTimer: 'list_time_entries',
  getReceivables: 'list_invoices',
  getSupplierSpend: 'get_supplier_spend_dashboard',
  listExpenseCategories: 'get_context',
  listTaxRates: 'get_context',
  listInvoiceSeries: 'get_context',
  listBusinessCalendars: 'get_context',
}

/** What no tool reaches, though a page offers it, and why not. */
export const unreachable: Record<string, string> = {
  listAuditActions: 'the words of the filter are in the entries that list_audit_log shows',
  listCannedResponses: 'an assistant writes its own answer, and a person chooses a prepared one',
  createCannedResponse: 'prepared answers speak for the whole desk, so an agent words them',
  updateCannedResponse: 'a change would alter what every agent sends from then on',
  deleteCannedResponse: 'others may rely on the answer, and nothing shows who does',
  listAssignmentRules: 'the rules are read in their order, with what each has matched, on their page',
  createAssignmentRule: 'who gets new tickets is decided by whoever answers for the people of the desk',
  updateAssignmentRule: 'the order of the rules decides, which only the whole list shows',
  deleteAssignmentRule: 'without it new tickets may go to nobody, unnoticed',
  listTicketMails: 'held mail may be forged or hostile, so it stays away from models',
  getTicketMail: 'the raw text of a held mail is what an attacker would have a model read',
  rescueTicketMail: 'that a held mail is genuine is judged by a person',
  deleteClientContact:
    'a person who has left is archived by a change; erasing needs a look at who refers to them',
  mergeClients: 'it cannot be undone and moves invoices, so a person compares both clients first',
  updateDocumentComment:
    'only its author may edit a comment, and an answer says as much without rewriting the thread',
  resolveDocumentComment: 'whoever asked for a change judges, before the text, whether it was made',
  reopenDocumentComment: 'it takes back what a person judged about the text',
  setDocumentLock: 'a lock protects a text from assistants too',
  getDocumentVersion:
    'two versions are compared side by side on their page; a text of 1.5 MB twice fits no answer',
  labelDocumentVersion: 'a label marks what people agreed on',
  createExpenseCategory:
    'categories carry the accounts of the bookkeeping, which the bookkeeper sets up once',
  updateExpenseCategory: 'another account would move what is booked from then on',
  deleteExpenseCategory: 'reports lose a row that others compare by',
  createInvoiceSeries: 'the numbers of a series are bound by law from its first invoice on',
  updateInvoiceSeries: 'its pattern and next number are answered for to the tax office',
  deleteEmployee: 'the record of a person goes for good, where ending the employment keeps it',
  createLeaveType: 'how much leave people have is agreed with them, and by law',
  updateLeaveType: 'what everybody may take of it changes at once',
  deleteLeaveType: 'people would ask for leave that is not offered any more',
  listWorkSchedules: 'get_employee tells the hours of a week, and a schedule is named as it is called',
  createWorkSchedule: 'the hours of people are agreed with them in writing',
  updateWorkSchedule: 'leave, balances and pay of all who work by it follow',
  deleteWorkSchedule: 'only one that nobody ever had can go, which happens once',
  createTaxRate: 'whether a rate applies is a judgement of tax law',
  updateTaxRate: 'every draft that names the rate would be taxed otherwise',
  archiveTaxRate: 'drafts that name the rate could not be issued',
  duplicateInvoice: 'create_invoice drafts the same from what get_invoice shows, with the days of now',
  listInvoiceLinks: 'the list is of use only to revoke a link, which a person does',
  revokeInvoiceLink: 'the client would stand before a closed door; the person who sent it decides that',
  getNotificationPreferences: 'they matter only where they are changed',
  updateNotificationPreferences: 'a model could silence the news about what it does itself',
  createPipeline: 'how an organization sells is agreed once, by its people',
  updatePipeline: 'forecasts of all deals in it change with it',
  createPipelineStage: 'its probability weighs every forecast, so it is set beside those of the other stages',
  updatePipelineStage: 'the history of the funnel is read by the names of stages',
  deletePipelineStage: 'its deals move to another stage, which is decided before the board',
}
