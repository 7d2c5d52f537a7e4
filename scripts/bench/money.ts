const org = `app.bench_id('org', 1)`
const user = `app.bench_id('user', 1)`
const buyer = `app.bench_id('client', 1 + (n / 1000 + n * 7) % 500)`

/**
 * So many invoices of the first organization over three years, a tenth of them unpaid, and a fifth as many drafts to be
 * issued.
 */
export const money = (invoices: number, drafts = invoices / 5) => [
  `insert into clients (id, org_id, name, tax_id, created_by) select app.bench_id('client', n), ${org}, 'Client ' || n,
    'B' || n, ${user} from generate_series(1, 500) n`,
  `insert into invoice_series (id, org_id, code, name, doc_kind, prefix) select app.bench_id('series', 1), ${org}, 'OLD',
    'Old invoices', 'invoice', 'OLD-'`,
  `insert into invoices (id, org_id, created_by, client_id, status, currency, exchange_rate, series_id, counter_period,
      series_seq, number, issue_date, due_date, net_minor, tax_minor, total_minor, payable_minor, paid_minor, base_net_minor,
      base_total_minor, base_currency)
    select app.bench_id('invoice', n), ${org}, ${user}, ${buyer}, case when n % 10 = 0 then 'issued' else 'paid' end,
      case when n % 7 = 0 then 'USD' else 'EUR' end, 1, app.bench_id('series', 1), '', n, 'OLD-' || n,
      date '2026-11-01' - n % 1000, date '2026-12-01' - n % 1000, 10000, 2100, 12100, 12100,
      case when n % 10 = 0 then 0 else 12100 end, 10000, 12100, 'EUR' from generate_series(1, ${invoices}) n`,
  `insert into invoice_taxes (org_id, invoice_id, category, rate, base_minor, tax_minor, exact, issued_on, currency, base_tax_minor)
    select org_id, id, 'standard', 21, 10000, 2100, '2100', issue_date, currency, 2100 from invoices where org_id = ${org}`,
  `insert into invoice_payments (org_id, created_by, invoice_id, amount_minor, currency, paid_on, method)
    select org_id, created_by, id, 12100, currency, due_date, 'card' from invoices where org_id = ${org} and paid_minor > 0`,
  `insert into invoices (id, org_id, created_by, client_id, currency, net_minor, tax_minor, total_minor, payable_minor)
    select app.bench_id('draft', n), ${org}, ${user}, ${buyer}, 'EUR', 10000, 2100, 12100, 12100 from generate_series(1, ${drafts}) n`,
  `insert into invoice_lines (org_id, invoice_id, position, description, quantity, unit_price, tax_rate, net_minor)
    select ${org}, app.bench_id('draft', n), 1, 'Work', 1, 100, 21, 10000 from generate_series(1, ${drafts}) n`,
  `insert into invoice_taxes (org_id, invoice_id, category, rate, base_minor, tax_minor, exact)
    select ${org}, app.bench_id('draft', n), 'standard', 21, 10000, 2100, '2100' from generate_series(1, ${drafts}) n`,
]
