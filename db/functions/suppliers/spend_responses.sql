-- Spend as the API returns it: totals per currency, and the suppliers.

-- The suppliers of one currency by spend, with spend without a supplier last; the shares add up to 100.0.
create or replace function app.spend_by_supplier(items app.spent[])
returns table (place bigint, supplier_id uuid, name text, total numeric, earlier numeric, count bigint, share numeric)
language sql stable as $$
  with s as (
    select i.supplier_id, sum(i.amount) filter (where not i.earlier) as total,
        coalesce(sum(i.amount) filter (where i.earlier), 0) as earlier, count(*) filter (where not i.earlier) as count
      from unnest(items) i group by 1),
  ranked as (select s.*, row_number() over (order by s.supplier_id is null, s.total desc, s.supplier_id) as place
    from s where s.count > 0),
  shared as (select app.shares(array_agg(r.total order by r.place)) as shares from ranked r)
  select r.place, r.supplier_id, u.name, r.total, r.earlier, r.count, h.shares[r.place] from ranked r cross join shared h
    left join suppliers u on u.org_id = app.org_id() and u.id = r.supplier_id
$$;

-- The first `max_rows` suppliers individually, the others combined, and spend without a supplier.
create or replace function app.spend_ranking(items app.spent[], max_rows int, out top json, out others json, out unassigned json)
language sql stable as $$
  with s as materialized (select * from app.spend_by_supplier(items))
  select coalesce((select array_to_json(array_agg((select row_to_json(x) from (select s.supplier_id, s.name,
        s.count as expenses, s.total as total_minor, s.earlier as previous_minor, s.share::text as share,
        app.change_percent(s.total, s.earlier) as change_percent) x) order by s.place))
      from s where s.place <= max_rows and s.supplier_id is not null), '[]'),
    (select row_to_json(x) from (select count(*) as suppliers, coalesce(sum(s.total), 0) as total_minor,
        coalesce(sum(s.share), 0.0)::text as share from s where s.place > max_rows and s.supplier_id is not null) x),
    (select row_to_json(x) from (select coalesce(sum(s.total), 0) as total_minor,
        coalesce(sum(s.share), 0.0)::text as share from s where s.supplier_id is null) x)
$$;

-- The concentration of spend that has a supplier: the shares of the largest and the five largest in percent,
-- and the Herfindahl-Hirschman index, the sum of the squared percentage shares (10000 if there is only one
-- supplier).
create or replace function app.spend_concentration(items app.spent[]) returns json language sql stable as $$
  with s as (select sum(i.amount) as total from unnest(items) i
    where not i.earlier and i.supplier_id is not null group by i.supplier_id),
  ranked as (select s.total, row_number() over (order by s.total desc) as place, sum(s.total) over () as overall from s)
  select row_to_json(x) from (select count(*) as suppliers,
      round(sum(r.total) filter (where r.place = 1) * 100 / max(r.overall), 1)::text as top1_share,
      round(sum(r.total) filter (where r.place <= 5) * 100 / max(r.overall), 1)::text as top5_share,
      round(sum((r.total * 100 / r.overall) ^ 2)) as hhi
    from ranked r where r.overall > 0 having count(*) > 0) x
$$;

-- Suppliers whose median expense rose by a tenth or more, where both periods have at least three; the
-- steepest first.
create or replace function app.price_increases(items app.spent[]) returns json language sql stable as $$
  with m as (
    select i.supplier_id, percentile_disc(0.5) within group (order by i.amount) filter (where not i.earlier) as now_is,
        percentile_disc(0.5) within group (order by i.amount) filter (where i.earlier) as was
      from unnest(items) i where i.supplier_id is not null group by 1
      having count(*) filter (where not i.earlier) >= 3 and count(*) filter (where i.earlier) >= 3)
  select coalesce(array_to_json(array_agg((select row_to_json(x) from (select m.supplier_id, u.name,
      m.now_is as median_minor, m.was as previous_median_minor,
      app.change_percent(m.now_is, m.was) as change_percent) x) order by m.now_is::numeric / m.was desc, m.supplier_id)), '[]')
    from m join suppliers u on u.org_id = app.org_id() and u.id = m.supplier_id where m.was > 0 and m.now_is >= m.was * 1.1
$$;

-- Spend per currency with all suppliers.
create or replace function app.supplier_spend(first date, last date, compare_to text, max_rows int) returns json
language sql stable as $$
  with days as (select app.comparison_period(first, last, compare_to) as d)
  select coalesce(array_to_json(array_agg((select row_to_json(x) from (select s.currency, t.total as total_minor,
        case when compare_to <> 'none' then t.earlier end as previous_minor,
        app.change_percent(t.total, t.earlier) as change_percent, t.count as expenses, s.pending as pending_minor,
        (select coalesce(sum(i.amount), 0) from unnest(s.items) i
          where not i.earlier and i.supplier_id is not null and not i.contracted) as without_contract_minor,
        app.spend_by_month(s.items, first, last) as by_month, app.spend_by('category', s.items) as by_category,
        r.top as top_suppliers, r.others, r.unassigned,
        app.spend_concentration(s.items) as concentration, app.price_increases(s.items) as price_increases) x)
      order by t.total desc, s.currency)), '[]')
    from days cross join lateral app.spend_by_currency(null, first, last, d[1], d[2]) s
      cross join lateral app.spend_totals(s.items) t
      cross join lateral app.spend_ranking(s.items, max_rows) r
$$;

-- Spend per currency with one supplier.
create or replace function app.spend_with(supplier uuid, first date, last date, compare_to text) returns json
language sql stable as $$
  with days as (select app.comparison_period(first, last, compare_to) as d)
  select coalesce(array_to_json(array_agg((select row_to_json(x) from (select s.currency, t.total as total_minor,
        case when compare_to <> 'none' then t.earlier end as previous_minor,
        app.change_percent(t.total, t.earlier) as change_percent, t.count as expenses, s.pending as pending_minor,
        app.spend_by_month(s.items, first, last) as by_month, app.spend_by('category', s.items) as by_category,
        app.spend_by('project', s.items) as by_project) x) order by t.total desc, s.currency)), '[]')
    from days cross join lateral app.spend_by_currency(supplier, first, last, d[1], d[2]) s
      cross join lateral app.spend_totals(s.items) t
$$;

-- The average number of days from an expense to its payment; null if none is paid.
create or replace function app.average_days_to_pay(supplier uuid, first date, last date) returns text
language sql stable as $$
  select round(avg(e.paid_on - e.expense_date), 1)::text from expenses e where e.org_id = app.org_id()
    and e.supplier_id = supplier and e.status = 'paid' and e.expense_date between first and last
$$;

-- Contracts with a supplier that end within ninety days, the earliest first.
create or replace function app.contracts_expiring_with(supplier uuid) returns json language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(found) order by found.end_date, found.id)), '[]') from (
    select c.id, c.number, c.title, c.end_date, c.end_date - c.notice_days as notice_deadline, c.auto_renew
      from contracts c where c.org_id = app.org_id() and c.supplier_id = supplier and c.status = 'active'
        and c.end_date between app.org_today() and app.org_today() + 90) found
$$;
