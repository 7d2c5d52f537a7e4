-- What counts as invoiced and as spent, for every report.

-- Issued invoices by the day of issue, with their contribution to sales: cancelled ones have none, and a
-- substitution only the difference that it makes.
create or replace function app.sales_between(since date, until date)
returns table (currency text, day date, client_id uuid, project_id uuid, net bigint, total bigint,
  base_net bigint,
  base_currency text) language sql stable as $$
  select i.currency::text, i.issue_date, i.client_id, i.project_id, i.sales_net_minor, i.sales_minor,
    i.base_net_minor,
      i.base_currency::text
    from invoices i where i.org_id = app.org_id() and i.issue_date between since and until
      and i.status in ('issued', 'partially_paid', 'paid')
$$;

-- Approved expenses by their day: net where the tax is deductible, gross where not.
create or replace function app.costs_between(since date, until date)
returns table (currency text, day date, client_id uuid, supplier_id uuid, cost bigint, base_cost numeric,
  base_currency text) language sql stable as $$
  select e.currency::text, e.expense_date, e.client_id, e.supplier_id, x.cost,
      app.convert_minor(x.cost, e.currency, e.exchange_rate, e.base_currency), e.base_currency::text
    from expenses e
      cross join lateral (select case when e.tax_deductible then e.net_minor else e.total_minor end as cost) x
    where e.org_id = app.org_id() and e.expense_date between since and until and e.status in ('approved',
      'paid')
$$;

-- Whether time can be billed, apart from what an invoice bills already.
create or replace function app.can_be_billed(e time_entries) returns boolean language sql immutable parallel
  safe as $$
  select e.billable and e.duration_seconds > 0 and e.hourly_rate_minor is not null and not e.needs_review
    and (e.kind = 'manual' or e.ended_at is not null)
$$;
