-- Spend with suppliers: approved and paid expenses by expense date. Tax-deductible expenses count net, others
-- in full. Currencies are never added together.

call app.make_type('spent', 'supplier_id uuid, category_id uuid, project_id uuid, day date, amount bigint,
  contracted boolean, earlier boolean');

-- Spend between two days, with all suppliers or one, and whether a contract was in force on the expense date.
create or replace function app.spend_between(supplier uuid, first date, last date, earlier boolean)
returns table (currency text, item app.spent) language sql stable as $$
  with terms as materialized (select c.supplier_id, daterange(c.start_date, least(c.end_date, c.terminated_on), '[]') as days
    from contracts c where c.org_id = app.org_id() and c.supplier_id is not null and not earlier
      and c.status not in ('draft', 'sent', 'cancelled') and (supplier is null or c.supplier_id = supplier)
      and coalesce(least(c.end_date, c.terminated_on), c.start_date) >= c.start_date),
  covered as materialized (select t.supplier_id, range_agg(t.days) as days from terms t group by 1)
  select e.currency, row(e.supplier_id, e.category_id, e.project_id, e.expense_date,
      case when e.tax_deductible then e.net_minor else e.total_minor end,
      coalesce(c.days @> e.expense_date, false), earlier)::app.spent
    from expenses e left join covered c on c.supplier_id = e.supplier_id
    where e.org_id = app.org_id() and e.status in ('approved', 'paid')
      and e.expense_date between first and last and (supplier is null or e.supplier_id = supplier)
$$;

-- Totals of two periods by currency, with what awaits approval in the first, including currencies that only
-- have the latter.
create or replace function app.spend_by_currency(supplier uuid, first date, last date, earlier_first date, earlier_last date)
returns table (currency text, items app.spent[], pending numeric) language sql stable as $$
  with spent as (
    select s.currency, array_agg(s.item) as items from (
      select * from app.spend_between(supplier, first, last, false)
      union all select * from app.spend_between(supplier, earlier_first, earlier_last, true)) s group by 1),
  pending as (
    select e.currency, sum(case when e.tax_deductible then e.net_minor else e.total_minor end) as amount
      from expenses e where e.org_id = app.org_id() and e.status = 'submitted' and e.expense_date between first and last
        and (supplier is null or e.supplier_id = supplier) group by 1)
  select currency, coalesce(s.items, '{}'), coalesce(p.amount, 0) from spent s full join pending p using (currency)
$$;

-- The first and last day of the comparison period, or nulls.
create or replace function app.comparison_period(first date, last date, compare_to text) returns date[]
language sql immutable as $$
  select case compare_to when 'previous' then array[first - (last - first + 1), first - 1]
    when 'year' then array[(first - interval '1 year')::date, (last - interval '1 year')::date] else '{NULL,NULL}' end
$$;

-- A change in percent with one decimal; null if the earlier value is 0.
create or replace function app.change_percent(amount numeric, earlier numeric) returns text language sql immutable as $$
  select case when earlier > 0 then round((amount - earlier) * 100 / earlier, 1)::text end
$$;

-- Shares in percent with one decimal that add up to exactly 100.0 (largest remainder); all zero if the total
-- is 0.
create or replace function app.shares(amounts numeric[]) returns numeric[] language sql immutable as $$
  select array_agg(round(s / 10, 1) order by place) from unnest(app.split_minor(
    case when (select sum(a) from unnest(amounts) a) > 0 then 1000 else 0 end, amounts)) with ordinality u(s, place)
$$;

create or replace function app.spend_totals(items app.spent[]) returns table (total numeric, earlier numeric, count bigint)
language sql immutable as $$
  select coalesce(sum(i.amount) filter (where not i.earlier), 0), coalesce(sum(i.amount) filter (where i.earlier), 0),
    count(*) filter (where not i.earlier) from unnest(items) i
$$;

-- All months of the period, including those without spend.
create or replace function app.spend_by_month(items app.spent[], first date, last date) returns json
language sql stable as $$
  select array_to_json(array_agg(row_to_json(m) order by m.month)) from (
    select to_char(d, 'YYYY-MM') as month, coalesce(sum(i.amount), 0) as total_minor
      from generate_series(date_trunc('month', first::timestamp), last, interval '1 month') d
        left join unnest(items) i on not i.earlier and date_trunc('month', i.day::timestamp) = d group by d) m
$$;

-- The total per category or project (`kind`), the largest first. Projects that the caller may not open count
-- as none.
create or replace function app.spend_by(kind text, items app.spent[]) returns json language sql stable as $$
  with parts as (
    select case kind when 'category' then i.category_id when 'project' then p.id end as id,
        case kind when 'category' then c.name when 'project' then p.name end as name, sum(i.amount) as total_minor
      from unnest(items) i left join expense_categories c on c.org_id = app.org_id() and c.id = i.category_id
        left join projects p on p.org_id = app.org_id() and p.id = i.project_id and app.can_see_project(p.id)
      where not i.earlier group by 1, 2),
  ranked as (select p.*, row_number() over (order by p.total_minor desc, p.id) as place from parts p),
  shared as (select app.shares(array_agg(r.total_minor order by r.place)) as shares from ranked r)
  select coalesce(array_to_json(array_agg((select row_to_json(x) from (select r.id, r.name, r.total_minor,
      s.shares[r.place]::text as share) x) order by r.place)), '[]') from ranked r cross join shared s
$$;
