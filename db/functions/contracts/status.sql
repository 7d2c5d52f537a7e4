-- The current state of a contract and its milestones, in the organization's time zone. Only draft, sent,
-- active, terminated and cancelled are stored, and of milestones pending, reached and cancelled; the rest is
-- computed here, so that it is correct even if no job has run.

-- The end of the next term, which begins on the day after this one.
create or replace function app.next_term_end(end_date date, months int) returns date language sql immutable parallel safe as $$
  select (end_date + 1 + make_interval(months => months))::date - 1
$$;

-- True once both have signed and the contract has begun, until it is terminated.
create or replace function app.contract_in_force(c contracts, today date) returns boolean
language sql immutable parallel safe as $$
  select c.status = 'active' or c.status = 'sent' and c.start_date <= today
    and c.signed_at is not null and c.counterparty_signed_at is not null
$$;

-- The last day of a contract; one that renews itself is extended by full terms.
create or replace function app.contract_end(c contracts, today date) returns date
language plpgsql immutable parallel safe as $$
declare end_date date := c.end_date;
begin
  if c.auto_renew and end_date < today and app.contract_in_force(c, today) then
    while end_date < today loop end_date := app.next_term_end(end_date, c.renewal_months); end loop;
  end if;
  return end_date;
end $$;

create or replace function app.contract_status(c contracts, today date) returns text language sql stable as $$
  select case when not app.contract_in_force(c, today) then c.status
    when c.auto_renew or c.end_date is null or c.end_date >= today then 'active'
    when app.is_fully_paid(c.id) then 'completed' else 'expired' end
$$;

-- The invoice that currently bills a milestone; none if its draft was deleted or it was cancelled.
create or replace function app.milestone_invoice(milestone uuid) returns setof invoices language sql stable as $$
  select i.* from invoice_line_sources s join invoice_lines l on l.org_id = s.org_id and l.id = s.line_id
      join invoices i on i.org_id = l.org_id and i.id = l.invoice_id
    where s.org_id = app.org_id() and s.milestone_id = milestone and s.released_at is null
$$;

-- True if there are milestones and all of them are paid.
create or replace function app.is_fully_paid(contract uuid) returns boolean language sql stable as $$
  select coalesce(bool_and(i.status is not distinct from 'paid'), false)
    from contract_milestones m left join lateral app.milestone_invoice(m.id) i on true
    where m.org_id = app.org_id() and m.contract_id = contract and m.status <> 'cancelled'
$$;

-- True if somebody marked the milestone reached, or its day has come while its contract is in force.
create or replace function app.milestone_is_reached(m contract_milestones) returns boolean language sql stable as $$
  select m.status = 'reached' or m.status = 'pending' and m.condition = 'date' and m.due_date <= (select app.org_today())
    and (select app.contract_in_force(c, (select app.org_today())) from contracts c where c.org_id = m.org_id
      and c.id = m.contract_id)
$$;

create or replace function app.milestone_status(m contract_milestones) returns text language sql stable as $$
  select coalesce((select case i.status when 'paid' then 'paid' else 'invoiced' end from app.milestone_invoice(m.id) i),
    case when app.milestone_is_reached(m) then 'reached' else m.status end)
$$;

-- Totals of the milestones: the amount agreed, invoiced and paid.
create or replace function app.contract_totals(contract uuid) returns json language sql stable as $$
  select row_to_json(t) from (select s.planned as planned_minor, s.invoiced as invoiced_minor, s.paid as paid_minor,
      s.planned - s.invoiced as remaining_minor
    from (select coalesce(sum(m.amount_minor), 0) as planned,
        coalesce(sum(m.amount_minor) filter (where i.id is not null), 0) as invoiced,
        coalesce(sum(m.amount_minor) filter (where i.status = 'paid'), 0) as paid
      from contract_milestones m left join lateral app.milestone_invoice(m.id) i on true
      where m.org_id = app.org_id() and m.contract_id = contract and m.status <> 'cancelled') s) t
$$;

-- Cumulative amounts planned, billed and paid at each day on which they changed. A milestone without a date
-- is planned for the end of its contract; an invoice counts from its issue date.
create or replace function app.contract_burn_up(c contracts) returns json language sql stable as $$
  with steps as (
    select s.day, s.planned, s.invoiced, s.paid
      from contract_milestones m left join lateral app.milestone_invoice(m.id) i on true
        cross join lateral (values (coalesce(m.due_date, c.end_date, c.start_date), m.amount_minor, 0, 0),
          (i.issue_date, 0, m.amount_minor, 0),
          (case when i.status = 'paid' then (select max(p.paid_on) from invoice_payments p
            where p.org_id = i.org_id and p.invoice_id = i.id and p.voided_at is null) end, 0, 0, m.amount_minor)
        ) s(day, planned, invoiced, paid)
      where m.org_id = app.org_id() and m.contract_id = c.id and m.status <> 'cancelled' and s.day is not null),
  days as (select s.day, sum(s.planned) as planned, sum(s.invoiced) as invoiced, sum(s.paid) as paid
    from steps s group by s.day)
  select coalesce(array_to_json(array_agg(row_to_json(x) order by x.date)), '[]') from (
    select d.day as date, sum(d.planned) over w as planned_minor, sum(d.invoiced) over w as invoiced_minor,
      sum(d.paid) over w as paid_minor from days d window w as (order by d.day)) x
$$;
