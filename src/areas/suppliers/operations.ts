import { area, read, write } from '../../kit/operation.ts'
import { Dropped } from '../../shared/parties.ts'
import * as queries from './queries.ts'
import { SupplierChange, SupplierDraft } from './schemas.ts'
import { spendDashboard, supplierSpend } from './spend.ts'
import { OneSpendFilter, OneSupplierSpend, SpendFilter, SupplierSpend } from './spend-schemas.ts'

const { supplier } = queries
const basis =
  'Approved and paid expenses by the day on the receipt, each currency by itself: net where the tax is deductible, else with tax.'

export default area('suppliers', 'Suppliers', { supplier_id: supplier.target }, [
  supplier.list('listSuppliers', 'List suppliers', {
    role: 'manager',
    tool: 'list_suppliers',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: 'name',
  }),
  read({
    id: 'getSupplierSpendDashboard',
    summary: 'Tell what is spent with suppliers: totals, shares, concentration and price increases',
    at: 'GET /suppliers/spend',
    role: 'manager',
    tool: 'get_supplier_spend_dashboard',
    details: basis,
    query: SpendFilter,
    returns: SupplierSpend,
    example: { query: 'from=2026-01-01&to=2026-03-31' },
    run: ({ query }) => spendDashboard(query),
  }),
  write({
    id: 'createSupplier',
    summary: 'Create a supplier',
    at: 'POST /suppliers',
    role: 'manager',
    tool: 'create_supplier',
    audit: 'supplier.created',
    body: SupplierDraft,
    returns: supplier.Detail,
    status: 201,
    example: { body: { name: 'Analytical Hosting', category: 'Hosting', country: 'ES' } },
    preflight: { authorize: queries.secrets.bindNew, perform: queries.secrets.seal },
    run: ({ body, id, preflightResult }) => queries.addSupplier(id(), body, preflightResult),
  }),
  supplier.find('getSupplier', 'Get a supplier; of its IBAN the end alone', {
    role: 'manager',
    tool: 'get_supplier',
  }),
  write({
    id: 'updateSupplier',
    summary: 'Change, block or archive a supplier',
    at: 'PATCH /suppliers/{supplier_id}',
    role: 'manager',
    tool: 'update_supplier',
    audit: 'supplier.updated',
    body: SupplierChange,
    returns: supplier.Detail,
    example: { body: { rating: 4 } },
    preflight: { authorize: queries.secrets.bindExisting, perform: queries.secrets.seal },
    run: ({ params: { supplier_id }, body: { version, ...change }, preflightResult }) =>
      queries.changeSupplier(supplier_id, version, change, preflightResult),
  }),
  write({
    id: 'deleteSupplier',
    summary: 'Delete a supplier, or archive one that other records refer to',
    at: 'DELETE /suppliers/{supplier_id}',
    role: 'admin',
    tool: 'delete_supplier',
    audit: 'supplier.deleted',
    returns: Dropped,
    example: {},
    run: ({ params: { supplier_id } }) => queries.dropSupplier(supplier_id),
  }),
  read({
    id: 'getSupplierSpend',
    summary: 'Tell what is spent with a supplier: by month, category and project',
    at: 'GET /suppliers/{supplier_id}/spend',
    role: 'manager',
    details: basis,
    query: OneSpendFilter,
    returns: OneSupplierSpend,
    example: { query: 'from=2026-01-01&to=2026-03-31' },
    run: ({ params: { supplier_id }, query }) => supplierSpend(supplier_id, query),
  }),
])
