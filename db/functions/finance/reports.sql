-- Reports over invoices, payments and expenses. Currencies are never added together: each has its own
-- figures, beside the equivalent in the organization's currency at the rates frozen with each document.

-- Current outstanding amounts, per currency and client, by days overdue.
create or replace function app.outstanding_amounts(today date)
returns table (currency text, client_id uuid, credit numeric, owed numeric,
  current numeric, days_1_30 numeric, days_31_60 numeric, days_61_90 numeric, days_over_90 numeric, invoices bigint)
language sql stable as $$
  select o.currency, o.client_id, coalesce(-sum(o.rest) filter (where o.rest < 0), 0), coalesce(sum(o.rest) filter (where o.rest > 0), 0),
      coalesce(sum(o.rest) filter (where o.rest > 0 and o.late <= 0), 0), coalesce(sum(o.rest) filter (where o.rest > 0 and o.late between 1 and 30), 0),
      coalesce(sum(o.rest) filter (where o.rest > 0 and o.late between 31 and 60), 0),
      coalesce(sum(o.rest) filter (where o.rest > 0 and o.late between 61 and 90), 0),
      coalesce(sum(o.rest) filter (where o.rest > 0 and o.late > 90), 0), count(*) filter (where o.rest > 0)
    from (select i.currency::text, i.client_id, i.outstanding_minor as rest, today - i.due_date as late
      from invoices i where i.org_id = app.org_id() and i.outstanding_minor <> 0) o
    group by 1, 2
$$;

-- Amounts invoiced, collected and spent in a range, per month and currency, with the most billed clients. A
-- substitution counts with the difference it makes; an expense counts net if its tax is deductible, gross
-- otherwise.
create or replace function app.finance_summary(since date, until date, only_currency text) returns json language sql stable as $$
  with organization as materialized (select o.currency::text as base, app.org_today() as today
    from organizations o where o.id = app.org_id()),
  sales as materialized (
    select x.currency, x.day, x.client_id, sum(x.net) as net, sum(x.total) as total, sum(x.base_net) as base_net
      from app.sales_between(since, until) x where only_currency is null or x.currency = only_currency
      group by grouping sets ((x.currency, x.day), (x.currency, x.client_id))),
  days as (
    select s.currency, s.day, s.net, s.total, s.base_net, 0 as paid, 0 as cost, 0 as base_cost from sales s
      where s.day is not null
    union all select p.currency::text, p.paid_on, 0, 0, 0, sum(p.amount_minor), 0, 0 from invoice_payments p
      where p.org_id = app.org_id() and p.paid_on between since and until and p.voided_at is null
        and (only_currency is null or p.currency = only_currency)
      group by p.currency, p.paid_on
    union all select e.currency, e.day, 0, 0, 0, 0, e.cost, e.base_cost from app.costs_between(since, until) e
      where only_currency is null or e.currency = only_currency),
  months as materialized (
    select d.currency, date_trunc('month', d.day::timestamp)::date as month, sum(d.net) as net, sum(d.total) as total,
        sum(d.base_net) as base_net, sum(d.paid) as paid, sum(d.cost) as cost, sum(d.base_cost) as base_cost
      from days d group by 1, 2),
  sums as (select m.currency, sum(m.net) as net, sum(m.total) as total, sum(m.paid) as paid, sum(m.cost) as cost
    from months m group by m.currency),
  owed as (
    select i.currency::text, sum(i.outstanding_minor) filter (where i.outstanding_minor > 0) as owed,
        sum(i.outstanding_minor) filter (where i.outstanding_minor > 0 and i.due_date < organization.today) as overdue
      from organization cross join invoices i where i.org_id = app.org_id() and i.outstanding_minor <> 0
        and (only_currency is null or i.currency = only_currency)
      group by i.currency),
  ranked as (select s.*, row_number() over (partition by s.currency order by s.net desc, s.client_id) as place
    from sales s where s.client_id is not null)
  select row_to_json(r) from (select since as from, until as to, organization.base as base_currency, organization.today as as_of,
    (select coalesce(array_to_json(array_agg(row_to_json(c) order by c.currency)), '[]') from (
      select currency, coalesce(s.net, 0)::bigint as invoiced_net_minor, coalesce(s.total, 0)::bigint as invoiced_minor,
        coalesce(s.paid, 0)::bigint as collected_minor, coalesce(w.owed, 0)::bigint as outstanding_minor,
        coalesce(w.overdue, 0)::bigint as overdue_minor, coalesce(s.cost, 0)::bigint as expenses_minor,
        coalesce(s.net - s.cost, 0)::bigint as profit_minor,
        (select coalesce(array_to_json(array_agg(row_to_json(x) order by x.month)), '[]') from (
          select to_char(m.month, 'YYYY-MM') as month, m.net::bigint as invoiced_net_minor, m.paid::bigint as collected_minor,
            m.cost::bigint as expenses_minor, (m.net - m.cost)::bigint as profit_minor
          from months m where m.currency = coalesce(s.currency, w.currency)) x) as by_month,
        (select coalesce(array_to_json(array_agg(row_to_json(t) order by t.invoiced_net_minor desc, t.client->>'id')), '[]') from (
          select (select row_to_json(n) from (select c.id, c.name) n) as client, x.net::bigint as invoiced_net_minor
          from ranked x join clients c on c.org_id = app.org_id() and c.id = x.client_id
          where x.currency = coalesce(s.currency, w.currency) and x.place <= 10) t) as top_clients
      from sums s full join owed w using (currency)) c) as currencies,
    (select row_to_json(t) from (select coalesce(sum(m.base_net), 0)::bigint as invoiced_net_minor,
      coalesce(sum(m.base_cost), 0)::bigint as expenses_minor, coalesce(sum(m.base_net - m.base_cost), 0)::bigint as profit_minor
      from months m) t) as converted
    from organization) r
$$;

create or replace function app.receivables(client uuid, only_currency text, max_rows int, rows_to_skip int) returns json
language sql stable as $$
  with today as materialized (select app.org_today() as day),
  owed as materialized (select w.* from today t cross join lateral app.outstanding_amounts(t.day) w
    where (client is null or w.client_id = client) and (only_currency is null or w.currency = only_currency)
      and (w.owed > 0 or w.credit > 0)),
  page as (select w.*, c.name from owed w join clients c on c.org_id = app.org_id() and c.id = w.client_id
    order by w.owed desc, w.client_id, w.currency limit max_rows offset rows_to_skip)
  select row_to_json(r) from (select (select t.day from today t) as as_of,
    (select coalesce(array_to_json(array_agg(row_to_json(c) order by c.currency)), '[]') from (select w.currency,
      sum(w.owed)::bigint as outstanding_minor, sum(w.credit)::bigint as credit_minor, sum(w.current)::bigint as current_minor,
      sum(w.days_1_30)::bigint as days_1_30_minor, sum(w.days_31_60)::bigint as days_31_60_minor,
      sum(w.days_61_90)::bigint as days_61_90_minor, sum(w.days_over_90)::bigint as days_over_90_minor, sum(w.invoices)::bigint as invoices
      from owed w group by w.currency) c) as totals,
    (select coalesce(array_to_json(array_agg(row_to_json(i))), '[]') from (select
      (select row_to_json(n) from (select s.client_id as id, s.name) n) as client, s.currency, s.owed::bigint as outstanding_minor,
      s.credit::bigint as credit_minor, s.current::bigint as current_minor, s.days_1_30::bigint as days_1_30_minor,
      s.days_31_60::bigint as days_31_60_minor, s.days_61_90::bigint as days_61_90_minor, s.days_over_90::bigint as days_over_90_minor,
      s.invoices from page s) i) as items,
    (select count(*) from owed) as total, max_rows as limit, rows_to_skip as offset) r
$$;

-- Tax on sales and purchases, by document date. A substitution reverses the tax of what it replaces.
create or replace function app.tax_summary(since date, until date, step text) returns json language sql stable as $$
  with organization as (select o.currency::text as base
    from organizations o where o.id = app.org_id()),
  replacing as materialized (select i.issue_date, i.currency::text, i.exchange_rate, i.corrects_invoice_id from invoices i
    where i.org_id = app.org_id() and i.issue_date between since and until and i.correction_method = 'substitution'
      and i.status in ('issued', 'partially_paid', 'paid')),
  output as materialized (
    select date_trunc(step, x.day::timestamp)::date as period, x.currency, x.category, x.rate, x.surcharge_rate, sum(x.base) as base,
        sum(x.tax) as tax, sum(x.surcharge) as surcharge, sum(x.converted) as converted
      from (select t.issued_on as day, t.currency::text, t.category, t.rate, t.surcharge_rate, t.base_minor as base, t.tax_minor as tax,
          t.surcharge_minor as surcharge, t.base_tax_minor as converted from invoice_taxes t
          where t.org_id = app.org_id() and t.issued_on between since and until
        union all select r.issue_date, r.currency, t.category, t.rate, t.surcharge_rate, -t.base_minor, -t.tax_minor, -t.surcharge_minor,
          -app.convert_minor(t.tax_minor + t.surcharge_minor, r.currency, r.exchange_rate, organization.base)
          from replacing r cross join organization join invoice_taxes t on t.org_id = app.org_id()
            and t.invoice_id = r.corrects_invoice_id) x
      group by 1, 2, 3, 4, 5),
  input as materialized (
    select date_trunc(step, e.expense_date::timestamp)::date as period, e.currency::text, e.tax_rate as rate, sum(e.net_minor) as base, sum(e.tax_minor) as tax,
        sum(app.convert_minor(e.tax_minor, e.currency, e.exchange_rate, e.base_currency)) as converted
      from expenses e where e.org_id = app.org_id() and e.expense_date between since and until and e.status in ('approved', 'paid')
        and e.tax_deductible group by 1, 2, 3),
  withheld as materialized (
    select date_trunc(step, x.day::timestamp)::date as period, x.currency, sum(x.amount) as amount,
        sum(app.convert_minor(x.amount, x.currency, x.exchange_rate, organization.base)) as converted
      from organization cross join (select i.issue_date as day, i.currency::text, i.exchange_rate, i.withholding_minor as amount
        from invoices i
          where i.org_id = app.org_id() and i.issue_date between since and until and i.withholding_minor <> 0
            and i.status in ('issued', 'partially_paid', 'paid')
        union all select r.issue_date, r.currency, r.exchange_rate, -c.withholding_minor from replacing r
          join invoices c on c.org_id = app.org_id() and c.id = r.corrects_invoice_id) x
      group by 1, 2),
  periods as (select period, currency from output union select period, currency from input union select period, currency from withheld)
  select row_to_json(r) from (select since as
    from, until as to, step as group_by, (select base from organization) as base_currency,
    (select coalesce(array_to_json(array_agg(row_to_json(p) order by p.period, p.currency)), '[]') from (select
        case step when 'month' then to_char(k.period, 'YYYY-MM') else to_char(k.period, 'YYYY"-Q"Q') end as period, k.currency,
        (select coalesce(array_to_json(array_agg(row_to_json(x) order by x.rate::numeric desc, x.category,
            x.surcharge_rate::numeric)), '[]') from (select t.category,
          trim_scale(t.rate)::text as rate, trim_scale(t.surcharge_rate)::text as surcharge_rate, t.base::bigint as base_minor,
          t.tax::bigint as tax_minor, t.surcharge::bigint as surcharge_minor
          from output t where t.period = k.period and t.currency = k.currency) x) as output,
        (select coalesce(array_to_json(array_agg(row_to_json(x) order by x.rate::numeric desc nulls last)), '[]') from (select
          trim_scale(t.rate)::text as rate, t.base::bigint as base_minor, t.tax::bigint as tax_minor
          from input t where t.period = k.period and t.currency = k.currency) x) as input,
        s.output_tax::bigint as output_tax_minor, s.input_tax::bigint as input_tax_minor,
        (select coalesce(sum(w.amount), 0)::bigint from withheld w where w.period = k.period and w.currency = k.currency) as withholding_minor,
        (s.output_tax - s.input_tax)::bigint as net_minor
      from periods k cross join lateral (select
        (select coalesce(sum(t.tax + t.surcharge), 0) from output t where t.period = k.period and t.currency = k.currency) as output_tax,
        (select coalesce(sum(t.tax), 0) from input t where t.period = k.period and t.currency = k.currency) as input_tax) s) p) as periods,
    (select row_to_json(t) from (select x.output::bigint as output_tax_minor, x.input::bigint as input_tax_minor,
        (select coalesce(sum(w.converted), 0)::bigint from withheld w) as withholding_minor,
        (x.output - x.input)::bigint as net_minor
      from (select (select coalesce(sum(t.converted), 0) from output t) as output,
        (select coalesce(sum(t.converted), 0) from input t) as input) x) t) as converted) r
$$;

-- Issued invoices as rows for bookkeeping: one per tax rate, with the invoice's totals in its first row only.
create or replace function app.invoice_rows(since date, until date) returns table (number text, kind text, status text, issue_date date,
  due_date date, client text, client_tax_id text, client_country text, corrects text, category text, tax_rate text, base bigint,
  tax bigint, surcharge_rate text, surcharge bigint, currency text, total bigint, withheld bigint, payable bigint, paid bigint,
  credited bigint, exchange_rate text, base_currency text, base_total bigint) language sql stable as $$
  select i.number, i.kind, i.status, i.issue_date, i.due_date, i.client_snapshot->>'name', i.client_snapshot->>'tax_id',
      i.client_snapshot->>'country', (select o.number from invoices o where o.org_id = i.org_id and o.id = i.corrects_invoice_id),
      t.category, trim_scale(t.rate)::text, t.base_minor, t.tax_minor, trim_scale(nullif(t.surcharge_rate, 0))::text, t.surcharge_minor,
      i.currency, x.total, x.withheld, x.payable, x.paid, x.credited, trim_scale(i.exchange_rate)::text, i.base_currency, x.base
    from invoices i
      left join lateral (select t.*, row_number() over (order by t.rate desc, t.category, t.surcharge_rate) as place from invoice_taxes t
        where t.org_id = i.org_id and t.invoice_id = i.id) t on true
      cross join lateral (select case when coalesce(t.place, 1) = 1 then i.total_minor end as total,
        case when coalesce(t.place, 1) = 1 then i.withholding_minor end as withheld,
        case when coalesce(t.place, 1) = 1 then i.payable_minor end as payable,
        case when coalesce(t.place, 1) = 1 then i.paid_minor end as paid,
        case when coalesce(t.place, 1) = 1 then i.credited_minor end as credited,
        case when coalesce(t.place, 1) = 1 then i.base_total_minor end as base) x
    where i.org_id = app.org_id() and i.issue_date between since and until
    order by i.issue_date, i.number, t.place
$$;
