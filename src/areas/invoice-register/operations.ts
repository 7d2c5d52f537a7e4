import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { inFormat } from './exporting.ts'
import * as queries from './queries.ts'
import {
  ExportRange,
  RecordFilter,
  RegisterCorrection,
  RegisterExport,
  RegisterFilter,
  RegisterRecord,
  RegisterRecordWhole,
  RegisterVerification,
  VerifyRange,
} from './schemas.ts'
import {
  InvoiceIssuer,
  IssuerReplacement,
  RegisterSettings,
  RegisterSettingsChange,
} from './settings-schemas.ts'
import { withRegisterCheckpoint } from './verifying.ts'

export default area('invoice-register', 'Invoice register', {}, [
  read({
    id: 'listInvoiceRegister',
    summary: 'List the records of issued and cancelled invoices',
    at: 'GET /invoice-register',
    role: 'admin',
    tool: 'list_invoice_register',
    query: RegisterFilter,
    returns: pageOf(RegisterRecord),
    run: ({ query }) => queries.listRecords(query),
  }),
  read({
    id: 'verifyInvoiceRegister',
    summary: 'Check that no record of an invoice was changed, removed or slipped in',
    details:
      'Computes every hash again from the fields of its record, 10,000 records a call (`next_seq` goes on), and holds the chain ' +
      'against the newest signed checkpoint outside of the database. Keep the head of an answer: sent as known_seq and known_hash ' +
      'another time, it shows whether the chain was rewritten or cut off since.',
    at: 'GET /invoice-register/verify',
    role: 'admin',
    heavy: true,
    tool: 'verify_invoice_register',
    query: VerifyRange,
    returns: RegisterVerification,
    transform: withRegisterCheckpoint,
    run: ({ query }) => queries.verify(query),
  }),
  read({
    id: 'exportInvoiceRegister',
    summary: 'Export the register in the names of the Spanish regulation',
    details:
      'In parts: `next_seq` of an answer is the `from_seq` of the next. Names and order are those of the tax agency in its ' +
      'SuministroInformacion.xsd; what records of earlier versions did not store is left out. `format=xml` returns that document.',
    at: 'GET /invoice-register/export',
    role: 'admin',
    exports: true,
    audit: 'invoice_register.exported',
    heavy: true,
    query: ExportRange,
    returns: RegisterExport,
    computes: true,
    transform: inFormat,
    run: ({ query }) => queries.exportRecords(query),
  }),
  read({
    id: 'getInvoiceIssuer',
    summary: 'Get who issues the invoices, and what is missing for the first one',
    at: 'GET /invoice-register/issuer',
    role: 'manager',
    returns: InvoiceIssuer,
    run: () => queries.getIssuer,
  }),
  read({
    id: 'getInvoiceRegisterSettings',
    summary: 'Get who issues the invoices, and by which rules they are registered',
    at: 'GET /invoice-register/settings',
    role: 'admin',
    returns: RegisterSettings,
    run: () => queries.getSettings,
  }),
  write({
    id: 'updateInvoiceRegisterSettings',
    summary: 'Set who issues the invoices, and by which rules they are registered',
    details:
      'What is not sent takes its default. issuer_tax_id can be corrected until the first record of a Spanish register; ' +
      'replaceInvoiceIssuer does it afterwards. Invoices that were issued keep the issuer that they were issued with.',
    at: 'PUT /invoice-register/settings',
    role: 'owner',
    audit: 'invoice_register.settings_changed',
    body: RegisterSettingsChange,
    returns: RegisterSettings,
    example: { body: { issuer_name: 'Ada & Co SL', country: 'ES', footer: 'Thank you for your business.' } },
    run: ({ body }) => queries.putSettings(body),
  }),
  write({
    id: 'replaceInvoiceIssuer',
    summary: 'Let another tax number issue from now on: its chain begins, the old one is closed and linked',
    details:
      'Nothing that was issued changes. The first record of the new chain names the head of the old one; what the old number ' +
      'issued is still cancelled and corrected in its own chain. To go back, name the old number before the new one issues.',
    at: 'POST /invoice-register/issuer',
    role: 'owner',
    audit: 'invoice_register.issuer_replaced',
    body: IssuerReplacement,
    returns: RegisterSettings,
    refuses: [409],
    example: { body: { issuer_tax_id: '{next_tax_number}', reason: 'The company was merged into another' } },
    run: ({ body }) => queries.replaceIssuer(body),
  }),
  write({
    id: 'createInvoiceRegisterCorrection',
    summary: 'Register an invoice again to mend what needs no corrective invoice',
    details: 'A new record with Subsanacion=S and the data of the client as they are now; amounts stay.',
    at: 'POST /invoice-register/corrections',
    role: 'admin',
    audit: 'invoice_register.corrected',
    body: RegisterCorrection,
    returns: RegisterRecordWhole,
    status: 201,
    example: { body: { invoice_id: '{issued_invoice_id}', reason: 'The name of the client was misspelt' } },
    run: ({ body: { invoice_id, reason } }) => queries.correctRecord(invoice_id, reason),
  }),
  read({
    id: 'getInvoiceRegisterRecord',
    summary: 'Get a record with what was hashed',
    at: 'GET /invoice-register/{seq}',
    role: 'admin',
    tool: 'get_invoice_register_record',
    noun: 'record',
    pathFormats: {
      seq: { format: /^[1-9]\d{0,8}$/, problem: 'must be a whole number from 1', example: '1' },
    },
    query: RecordFilter,
    returns: RegisterRecordWhole,
    run: ({ params: { seq }, query }) => queries.getRecord(seq, query),
  }),
])
