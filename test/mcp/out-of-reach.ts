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
}

/** What no tool reaches yet, though one should; the names of the catalogue are fixed. This list may only shrink. */
export const missing = [
  'listAuditActions',
  'getRunningTimer',
  'getReceivables',
  'getSupplierSpend',
  'getClientSummary',
  'listCannedResponses',
  'createCannedResponse',
  'updateCannedResponse',
  'deleteCannedResponse',
  'listAssignmentRules',
  'createAssignmentRule',
  'updateAssignmentRule',
  'deleteAssignmentRule',
  'listTicketMails',
  'getTicketMail',
  'rescueTicketMail',
  'listTicketEvents',
  'createClientContact',
  'deleteClientContact',
  'mergeClients',
  'renewContract',
  'listDealHistory',
  'mergeTag',
  'listBusinessCalendars',
  'updateDocumentComment',
  'resolveDocumentComment',
  'reopenDocumentComment',
  'reopenCommentThread',
  'setDocumentLock',
  'getDocumentVersion',
  'labelDocumentVersion',
  'listExpenseCategories',
  'createExpenseCategory',
  'updateExpenseCategory',
  'deleteExpenseCategory',
  'listInvoiceSeries',
  'createInvoiceSeries',
  'updateInvoiceSeries',
  'listTaxRates',
  'createTaxRate',
  'updateTaxRate',
  'archiveTaxRate',
  'duplicateInvoice',
  'listInvoiceLinks',
  'revokeInvoiceLink',
  'getNotificationPreferences',
  'updateNotificationPreferences',

  'createPipeline',
  'updatePipeline',
  'createPipelineStage',
  'updatePipelineStage',
  'deletePipelineStage',
]
export const mostMissing = 52
