-- The life of a payroll run: draft, calculated, approved, paid; or cancelled.

-- How often a period is paid, by its length.
create or replace function app.pay_frequency(first date, last date) returns text language sql immutable as $$
  select case when extract(day from first) = 1 and last = (first + interval '1 month - 1 day')::date
      then 'monthly'
    when last - first = 13 then 'biweekly' when last - first = 6 then 'weekly' else 'custom' end
$$;

-- The run, locked, where its status is one of these; otherwise 409 with the remedy, if it is not over.
create or replace function app.locked_run(run uuid, statuses text[], remedy text) returns payroll_runs
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs;
begin
  select x.* into r from payroll_runs x where x.org_id = org_id() and x.id = run for update;
  perform ensure(r.status = any (statuses), 'WM409', format('the run is %s; %s', r.status, case r.status
    when 'paid' then 'correct it in a later run' when 'cancelled' then 'make another run' else remedy end));
  return r;
end $$;

-- A run of days and people that make sense, with the columns that follow from them.
create or replace function app.check_payroll_run(r payroll_runs) returns payroll_runs
language plpgsql stable as $$
begin
  perform app.ensure_fields(array[
    case when r.period_end < r.period_start then 'body.period_end: must not be before period_start'
      when not r.is_extra and r.period_end - r.period_start > 91 then 'body.period_end: at most 92 days'
      when r.period_end - r.period_start > 366 then 'body.period_end: at most 367 days' end,
    case when r.pay_date < r.period_start then 'body.pay_date: must not be before the period'
      when r.pay_date > r.period_end + 184 then 'body.pay_date: at most half a year after the period' end,
    case when r.is_extra and r.extra_number is null
      then 'body.extra_number: required; which of the payments beyond twelve a year it is'
      when r.extra_number is not null and not r.is_extra then 'body.extra_number: only for extra runs' end,
    (select 'body.employee_ids: not found: ' || string_agg(i::text, ', ') from unnest(r.employee_ids) i
      where not exists (select from employees e where e.org_id = app.org_id() and e.id = i)),
    (select 'body.excluded_ids: not found: ' || string_agg(i::text, ', ') from unnest(r.excluded_ids) i
      where not exists (select from employees e where e.org_id = app.org_id() and e.id = i))]);
  r.frequency := case when r.is_extra then 'custom' else app.pay_frequency(r.period_start, r.period_end) end;
  return r;
end $$;

-- (Re)builds the payslips of a run from what is known now; lines entered by hand stay.
create or replace function app.calculate_payroll(run uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs := locked_run(run, '{draft,calculated}', 'reopen it before you calculate again');
  people uuid[] := array(select p.employee_id from payroll_people(r) p); n int := cardinality(people);
begin
  r.rules := payroll_rules(r.pay_date);
  perform ensure(n between 1 and 5000, 'WM409', case n when 0
    then 'nobody is employed in this period; look at the department and the people of the run'
    else format('%s people; at most 5000 in one run: make one for each department', n) end);
  delete from payslips s where s.org_id = org_id() and s.run_id = r.id
    and s.employee_id <> all (people);
  insert into payslips as s (run_id, employee_id, employee_name, employee_number, department_id,
      department_name, job_title, period, pay_date, title, is_extra, currency, inputs, paid_days,
      total_days, worked_minutes, unpaid_leave_days)
    select r.id, e.id, e.name, e.employee_number, d.id, d.name, i.inputs->>'job_title',
        daterange(r.period_start, r.period_end, '[]'), r.pay_date,
        to_char(r.pay_date, 'FMMonth YYYY'), r.is_extra, r.currency, i.inputs,
        round((i.inputs->>'employed_days')::int * (1 - coalesce(w.absent / nullif(w.scheduled, 0), 0)), 2),
        pay_days(r.period_start, r.period_end, r.day_count), w.minutes,
        coalesce((i.inputs->>'unpaid_days')::numeric, 0)
      from payroll_inputs(r) i join employees e on e.org_id = org_id() and e.id = i.employee_id
        left join departments d on d.org_id = e.org_id and d.id = (i.inputs->>'department_id')::uuid
        cross join lateral (select sum((p->>'absent')::numeric - (p->>'kept')::numeric) as absent,
            sum((p->>'scheduled')::numeric) as scheduled, sum((p->>'minutes')::int) as minutes
          from jsonb_array_elements(i.inputs->'parts') p) w
    on conflict (org_id, run_id, employee_id) do update set employee_name = excluded.employee_name,
      employee_number = excluded.employee_number, department_id = excluded.department_id,
      department_name = excluded.department_name, job_title = excluded.job_title, period = excluded.period,
      pay_date = excluded.pay_date, title = excluded.title, is_extra = excluded.is_extra,
      currency = excluded.currency,
      inputs = excluded.inputs, paid_days = excluded.paid_days, total_days = excluded.total_days,
      worked_minutes = excluded.worked_minutes, unpaid_leave_days = excluded.unpaid_leave_days,
      updated_at = now(), version = s.version + 1;
  perform write_payslips(r);
  update payroll_runs x set status = 'calculated', rules = r.rules, calculated_at = now(),
    calculated_by = user_id(), totals = payroll_totals(r.id) where x.org_id = org_id() and x.id = r.id;
end $$;

create or replace function app.payroll_totals(run uuid) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('employees', count(*), 'gross_minor', coalesce(sum(s.gross_minor), 0),
      'deductions_minor', coalesce(sum(s.deductions_minor), 0), 'net_minor', coalesce(sum(s.net_minor), 0),
      'employer_minor', coalesce(sum(s.employer_minor), 0), 'cost_minor', coalesce(sum(s.cost_minor), 0))
    from payslips s where s.org_id = org_id() and s.run_id = run
$$;

-- What has changed since a run was calculated, by person. Planned for the run at hand: reads are prepared,
-- and plans for any run took three times as long.
create or replace function app.payroll_changes(r payroll_runs)
returns table (employee_id uuid, said text)
language sql stable security definer set enable_nestloop = off set plan_cache_mode = force_custom_plan
  set search_path = public, app, pg_temp as $$
  select coalesce(i.employee_id, s.employee_id), case
      when s.id is null then 'is new in this period'
      when i.employee_id is null then 'is not in this run any more'
      when i.inputs->'arrears' is distinct from s.inputs->'arrears' then 'has other arrears'
      when i.inputs->'components' is distinct from s.inputs->'components'
        or i.inputs->'annual' is distinct from s.inputs->'annual' then 'has another compensation'
      when i.inputs->'unpaid_days' is distinct from s.inputs->'unpaid_days' then 'has other leave'
      else 'has other days, hours, position or pay' end
    from payroll_inputs(r) i full join (select p.* from payslips p where p.org_id = org_id()
      and p.run_id = r.id) s on s.employee_id = i.employee_id
    where i.inputs is distinct from s.inputs
$$;

-- What is left of paid leave to who leaves in the period of a payslip, in days, and what it is worth by the
-- annual pay and the working days of a week. What is taken or asked for until then is off it.
create or replace function app.leave_left(s payslips, out days numeric, out amount bigint)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select x.days, round(x.days * (s.inputs->>'annual')::numeric / (52 * w.days))
    from (select sum(greatest(b.available, 0)) as days
        from leave_types t cross join lateral leave_balance_on(s.employee_id, t,
          leave_year_of((s.inputs->>'last_day')::date), (s.inputs->>'last_day')::date) b
        where t.org_id = s.org_id and t.affects_balance and t.paid = 'paid' and t.unit = 'day'
          and t.archived_at is null) x
      cross join (select nullif(count(*), 0) / 4.0 as days from employee_days(s.employee_id,
          (s.inputs->>'last_day')::date - 27, (s.inputs->>'last_day')::date, false) d
        where d.minutes > 0) w
    where not s.is_extra and not exists (select from payslip_lines l join payslips o on o.org_id = l.org_id
          and o.id = l.payslip_id and o.status <> 'void'
        where l.org_id = s.org_id and l.employee_id = s.employee_id and l.code = 'leave_payout'
          and o.period && daterange((s.inputs->>'last_day')::date - 60, 'infinity'))
      and exists (select from employments y where y.org_id = s.org_id and y.employee_id = s.employee_id
        and upper(y.valid) - 1 = (s.inputs->>'last_day')::date)
$$;

-- An amount in the units that people read.
create or replace function app.said_amount(minor bigint, currency text) returns text
language sql stable as $$
  select round(minor / 10::numeric ^ app.minor_digits(currency), app.minor_digits(currency)) || ' ' || currency
$$;

-- What somebody should look at before a run is approved. `blocking` prevents it, `confirm` needs a yes.
create or replace function app.payroll_exceptions(r payroll_runs)
returns table (code text, severity text, employee_id uuid, name text, payslip_id uuid, said text, line jsonb)
language sql stable security definer set enable_nestloop = off set plan_cache_mode = force_custom_plan
  set search_path = public, app, pg_temp as $$
  with slips as materialized (select s.* from payslips s where s.org_id = org_id() and s.run_id = r.id
    and r.status in ('calculated', 'approved')),
  leavers as materialized (select y.employee_id from employments y where y.org_id = org_id()
    and upper(y.valid) - 1 between r.period_start and r.period_end),
  found as (
    select 'changed' as code, 'blocking' as severity, c.employee_id, null::uuid as payslip_id,
        c.said || ' since the calculation; calculate again' as said
      from payroll_changes(r) c where r.status = 'calculated' and r.calculated_at < now()::timestamptz(3)
    union all select 'rules_changed', 'blocking', null, null,
        'components changed since the calculation; calculate again'
      where r.status = 'calculated' and r.rules is distinct from payroll_rules(r.pay_date)
    union all select 'missing_compensation', 'blocking', s.employee_id, s.id,
        format('no compensation for %s of %s days', (s.inputs->>'employed_days')::int - x.days,
          (s.inputs->>'employed_days')::int)
      from slips s cross join lateral (select coalesce(sum((p->>'days')::int), 0) as days
        from jsonb_array_elements(s.inputs->'parts') p) x
      where x.days < (s.inputs->>'employed_days')::int
    union all select 'currency_differs', 'blocking', s.employee_id, s.id,
        format('is paid in %s, the run in %s', min(p->>'currency'), r.currency)
      from slips s cross join jsonb_array_elements(s.inputs->'parts') p where p->>'currency' <> r.currency
      group by s.employee_id, s.id
    union all select 'negative_net', 'blocking', s.employee_id, s.id, 'the net pay is negative'
      from slips s where s.net_minor < 0
    union all select 'already_in_run', case when o.status = 'final' then 'blocking' else 'confirm' end,
        s.employee_id, s.id, format('already in run %s', x.name)
      from slips s join payslips o on o.org_id = s.org_id and o.employee_id = s.employee_id
          and o.run_id <> s.run_id and o.status <> 'void' and o.period && s.period
          and o.is_extra = s.is_extra
        join payroll_runs x on x.org_id = o.org_id and x.id = o.run_id
          and x.extra_number is not distinct from r.extra_number
      where r.status = 'calculated'
    union all select 'unapproved_timesheet', 'confirm', s.employee_id, s.id,
        format('%s minutes are not approved, and not paid yet', sum((p->>'unapproved')::int))
      from slips s cross join jsonb_array_elements(s.inputs->'parts') p
      where p->>'basis' = 'hourly' group by s.employee_id, s.id having sum((p->>'unapproved')::int) > 0
    union all select 'pending_leave', 'confirm', s.employee_id, s.id,
        'a request for leave that is not fully paid is not decided'
      from slips s where exists (select from leave_requests q join leave_types t on t.org_id = q.org_id
        and t.id = q.leave_type_id and t.paid <> 'paid' where q.org_id = s.org_id
        and q.employee_id = s.employee_id and q.status = 'pending'
        and q.start_date <= r.period_end and q.end_date >= r.period_start)
    union all select 'not_recovered', 'notice', s.employee_id, s.id,
        'more was paid for earlier periods than can be taken back now; the rest follows in the next run'
      from slips s where (select sum((a->>'amount')::bigint) from jsonb_array_elements(s.inputs->'arrears') a
          where (a->>'amount')::bigint < 0)
        < (select coalesce(sum(l.amount_minor), 0) from payslip_lines l where l.org_id = s.org_id
          and l.payslip_id = s.id and l.arrears_of is not null and l.amount_minor < 0)
    union all select 'missing_iban', 'notice', s.employee_id, s.id, 'has no IBAN; the bank file leaves it out'
      from slips s where not exists (select from employee_ibans b where b.org_id = s.org_id
        and b.id = s.employee_id)
    union all select 'iban_changed', 'confirm', s.employee_id, s.id,
        format('the IBAN is new since %s', said_days(b.changed_at::date, b.changed_at::date))
      from slips s join employee_ibans b on b.org_id = s.org_id and b.id = s.employee_id
      where b.changed_at > now() - interval '30 days' and r.status = 'calculated'
        and (select bool_and(o.iban_fingerprint is distinct from b.fingerprint) from payslips o
          where o.org_id = s.org_id and o.employee_id = s.employee_id and o.status = 'final'
            and o.run_id <> s.run_id)
    union all select 'iban_shared', 'notice', s.employee_id, s.id, 'has the IBAN of somebody else in this run'
      from slips s join employee_ibans b on b.org_id = s.org_id and b.id = s.employee_id
      where exists (select from slips o join employee_ibans x on x.org_id = o.org_id and x.id = o.employee_id
        where x.fingerprint = b.fingerprint and o.employee_id <> s.employee_id)
    union all select 'overtaken', 'notice', s.employee_id, s.id, 'has taken more leave than was earned'
      from slips s where not s.is_extra and s.employee_id in (select l.employee_id from leavers l)
        and exists (select from leave_types t cross join lateral leave_balance_on(s.employee_id, t,
          leave_year_of(r.period_end), (s.inputs->>'last_day')::date) b
          where t.org_id = s.org_id and t.affects_balance and t.archived_at is null and b.available < 0)
    union all select 'leave_left', 'notice', s.employee_id, s.id, format('leaves with %s days of leave, worth '
        '%s; pay them by a line leave_payout', trim_scale(x.days), said_amount(x.amount, r.currency))
      from slips s cross join lateral leave_left(s) x where r.status = 'calculated' and x.amount > 0
        and s.employee_id in (select l.employee_id from leavers l)
    union all select 'differs', 'notice', s.employee_id, s.id, format('%s %% %s net pay than in %s',
        abs(x.percent), case when x.percent > 0 then 'more' else 'less' end, x.title)
      from slips s cross join lateral (select o.title,
          round(100.0 * (s.net_minor - o.net_minor) / o.net_minor) as percent from payslips o
        where o.org_id = s.org_id and o.employee_id = s.employee_id and o.status = 'final'
          and not o.is_extra and o.run_id <> s.run_id and o.pay_date <= s.pay_date
          and o.currency = s.currency and o.net_minor > 0
        order by o.pay_date desc limit 1) x
      where not s.is_extra and r.status = 'calculated' and abs(x.percent) > 10
    union all select 'pay_date', 'notice', null, null, format('%s is no working day; the one before is %s',
        said_days(r.pay_date, r.pay_date), said_days(x.day, x.day))
      from (select max(d.day) as day from day_shares(org_id(), r.pay_date - 14, r.pay_date) d
        where d.share > 0) x
      where x.day < r.pay_date and r.status in ('calculated', 'approved'))
  select f.code, f.severity, f.employee_id, e.name, f.payslip_id, f.said, case f.code when 'leave_left' then
      (select jsonb_build_object('code', 'leave_payout', 'name', 'Leave not taken', 'kind', 'earning',
        'amount_minor', x.amount) from slips s cross join lateral leave_left(s) x where s.id = f.payslip_id) end
    from found f left join employees e on e.org_id = org_id() and e.id = f.employee_id
$$;

-- Who may not be the only one to approve a run, and why: whoever calculated it, changed its lines, or an
-- account that it pays to.
create or replace function app.involved_in(r payroll_runs, person uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when r.calculated_by = person then 'you calculated this run'
    when r.lines_changed_by = person then 'you changed its payslips'
    when exists (select from employee_ibans b join payslips s on s.org_id = b.org_id and s.run_id = r.id
        and s.employee_id = b.id where b.org_id = org_id() and b.changed_by = person
        and b.changed_at > now() - interval '30 days') then 'you changed an IBAN that it pays to' end
$$;

-- Runs of an organization are approved one after the other, so that each sees whom the others pay.
create or replace function app.approve_payroll(run uuid, force boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs := locked_run(run, '{calculated}', case when exists (select from payroll_runs x
    where x.org_id = org_id() and x.id = run and x.status = 'draft') then 'calculate it first'
    else 'reopen it before you approve it again' end);
  involved text := involved_in(r, user_id()); other text; blocked record; first_number int; n int;
begin
  perform pg_advisory_xact_lock(hashtextextended('approvals:' || org_id(), 0));
  select u.name into other from organization_members m join users u on u.id = m.user_id
    where m.org_id = org_id() and m.status = 'active' and m.role = 'owner' and m.user_id <> user_id()
      and involved_in(r, m.user_id) is null order by m.created_at limit 1;
  perform ensure(involved is null or other is null or not (workforce_settings()).four_eyes, 'WM403',
    format('%s; %s can approve it', involved,
    other));
  select count(*) as n, min(concat_ws(': ', x.name, x.said)) as said, bool_or(x.severity = 'blocking') as hard
      into blocked from payroll_exceptions(r) x
    where x.severity = 'blocking' or x.severity = 'confirm' and not force
    group by x.severity order by x.severity limit 1;
  perform ensure(blocked.n is null, 'WM409', format('%s exception%s: %s%s', blocked.n, case
    when blocked.n > 1
    then 's' else '' end, blocked.said, case when blocked.hard then '' else '; send force to approve anyway'
    end));
  select count(*) into n from payslips s where s.org_id = org_id() and s.run_id = run;
  insert into payslip_numbers as p (year, last) values (extract(year from r.pay_date)::int, n)
    on conflict (org_id, year) do update set last = p.last + n returning p.last - n into first_number;
  update payslips s set status = 'final', version = s.version + 1, updated_at = now(),
      number = extract(year from r.pay_date)::int || '-' || lpad((first_number + o.place)::text, 5, '0'),
      iban_last4 = b.last4, iban_fingerprint = b.fingerprint
    from (select x.id, row_number() over (order by folded(x.employee_name), x.id) as place from payslips x
        where x.org_id = org_id() and x.run_id = run) o
      left join payslips y on y.org_id = org_id() and y.id = o.id
      left join employee_ibans b on b.org_id = org_id() and b.id = y.employee_id
    where s.org_id = org_id() and s.id = o.id;
  insert into payslip_ibans (payslip_id, employee_id, kek_id, wrapped_dek, dek_iv, iv, ciphertext,
      secret_version)
    select s.id, s.employee_id, b.kek_id, b.wrapped_dek, b.dek_iv, b.iv, b.ciphertext, b.secret_version
      from payslips s join employee_ibans b on b.org_id = s.org_id and b.id = s.employee_id
      where s.org_id = org_id() and s.run_id = run;
  perform tell('hr_task', 'payroll_run', run, r.name || ' is approved', array(select m.user_id
    from organization_members m where m.org_id = org_id() and m.status = 'active' and m.role = 'owner'));
  update payroll_runs x set status = 'approved', approved_at = now(), approved_by = user_id(),
    sole_approver = involved is not null where x.org_id = org_id() and x.id = run;
end $$;

-- Shows the payslips of a run to the people they are for.
create or replace function app.publish_payslips(run uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell('payslip_ready', 'payslip', s.id, format('Your payslip of %s is ready', s.title),
      accounts_of(array[s.employee_id]), 'payslip:' || s.id) from payslips s
    where s.org_id = org_id() and s.run_id = run and s.published_at is null order by s.id;
  update payslip_lines l set published_at = now() from payslips s where s.org_id = org_id() and s.run_id = run
    and l.org_id = s.org_id and l.payslip_id = s.id and s.published_at is null;
  update payslips s set published_at = now() where s.org_id = org_id() and s.run_id = run
    and s.published_at is null;
  update payroll_runs x set published_at = now() where x.org_id = org_id() and x.id = run
    and x.published_at is null;
$$;

create or replace function app.pay_payroll(run uuid, paid_on date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs := locked_run(run, '{approved}', 'approve it first');
begin
  perform ensure_fields(array[
    case when pay_payroll.paid_on > org_today() then 'body.paid_at: must not be in the future'
      when pay_payroll.paid_on < r.period_start then 'body.paid_at: must not be before the period' end]);
  update payroll_runs x set status = 'paid', paid_on = coalesce(pay_payroll.paid_on, org_today())
    where x.org_id = org_id() and x.id = run;
  perform publish_payslips(run);
end $$;

-- Once the bank has the file, whoever takes the run back says that the file was withdrawn.
create or replace function app.require_withdrawn(r payroll_runs, withdrawn boolean) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(r.bank_file_at is null or withdrawn, 'WM409', format('the bank file of %s was made, and '
    '%s would be paid twice; send bank_file_withdrawn once the bank has stopped it', r.name,
    said_amount((r.totals->>'net_minor')::bigint, r.currency)));
end $$;

create or replace function app.reopen_payroll(run uuid, withdrawn boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs := locked_run(run, '{approved}', 'only an approved run can be reopened');
begin
  perform require_withdrawn(r, withdrawn);
  update payroll_runs x set status = 'calculated', approved_at = null, approved_by = null,
      sole_approver = false, bank_file_at = null, bank_order = null, published_at = null,
      void_numbers = x.void_numbers || array(select s.number from payslips s where s.org_id = org_id()
        and s.run_id = run order by s.number)
    where x.org_id = org_id() and x.id = run;
  update payslips s set status = 'draft', number = null, published_at = null, iban_last4 = null,
      iban_fingerprint = null, version = s.version + 1 where s.org_id = org_id() and s.run_id = run;
  delete from payslip_ibans b using payslips s where s.org_id = org_id() and s.run_id = run
    and b.org_id = s.org_id and b.payslip_id = s.id;
  perform hide_lines(run);
end $$;

create or replace function app.cancel_payroll(run uuid, withdrawn boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs := locked_run(run, '{draft,calculated,approved}', '');
begin
  perform require_withdrawn(r, withdrawn);
  update payroll_runs x set status = 'cancelled', published_at = null
    where x.org_id = org_id() and x.id = run;
  update payslips s set status = 'void', published_at = null, version = s.version + 1
    where s.org_id = org_id() and s.run_id = run;
  perform hide_lines(run);
end $$;

-- The lines of payslips that nobody but admins sees any more.
create or replace function app.hide_lines(run uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update payslip_lines l set published_at = null from payslips s where s.org_id = org_id() and s.run_id = run
    and l.org_id = s.org_id and l.payslip_id = s.id and l.published_at is not null
$$;

-- Adds and removes lines of a payslip by hand, and computes the rest of it anew. `seen` is the version that
-- the caller looked at.
create or replace function app.edit_payslip(payslip uuid, seen int, add jsonb, remove uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s payslips; r payroll_runs; missing text;
begin
  select x.* into s from payslips x where x.org_id = org_id() and x.id = payslip;
  r := locked_run(s.run_id, '{calculated}', case s.status when 'final'
    then 'reopen it before you change a payslip' else 'calculate it first' end);
  perform ensure(seen is null or seen = (select x.version from payslips x where x.org_id = org_id()
    and x.id = payslip), 'WM409', 'the payslip was changed meanwhile; look again');
  select string_agg(i::text, ', ') into missing from unnest(remove) i where not exists (select
    from payslip_lines l where l.org_id = org_id() and l.payslip_id = payslip and l.id = i and l.manual);
  perform ensure_fields(array['body.remove: no line entered by hand: ' || missing]);
  delete from payslip_lines l where l.org_id = org_id() and l.payslip_id = payslip and l.id = any (remove);
  insert into payslip_lines (payslip_id, employee_id, code, name, kind, place, taxable, amount_minor, manual,
      note)
    select payslip, s.employee_id, coalesce(x->>'code', 'manual'), x->>'name', x->>'kind', 350,
        coalesce((x->>'taxable')::boolean, true),
        case x->>'kind' when 'deduction' then -1 else 1 end * (x->>'amount_minor')::bigint, true, x->>'note'
      from jsonb_array_elements(add) x;
  perform ensure((select count(*) from payslip_lines l where l.org_id = org_id() and l.payslip_id = payslip
    and l.manual) <= 50, 'WM409', 'at most 50 lines by hand');
  perform apply_components(r, array[payslip]);
  update payslips x set version = x.version + 1, updated_at = now() where x.org_id = org_id()
    and x.id = payslip;
  update payroll_runs x set lines_changed_by = user_id(), totals = payroll_totals(x.id)
    where x.org_id = org_id() and x.id = r.id;
end $$;

-- A payslip that is final stays as it is, with its lines, whatever code runs; only a purge removes it.
create or replace function app.refuse_final(is_final boolean) returns void language plpgsql as $$
begin
  perform app.ensure(not is_final, 'WM409',
    'the payslip is final; reopen the run, or correct it in a later one');
end $$;
create or replace function app.is_purging() returns boolean language sql stable as $$
  select coalesce(current_setting('app.purging', true) = 'on', false)
$$;

create or replace function app.keep_final() returns trigger language plpgsql as $$
begin
  perform app.refuse_final(case tg_op when 'DELETE' then not app.is_purging()
    else new.status = 'final' and to_jsonb(new) - '{published_at,updated_at,version}'::text[]
      is distinct from to_jsonb(old) - '{published_at,updated_at,version}'::text[] end);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace trigger keep_final before update or delete on payslips
  for each row when (old.status = 'final') execute function app.keep_final();

-- Lines are looked at together, as a run writes thousands of them.
create or replace function app.keep_final_lines() returns trigger language plpgsql as $$
begin
  perform app.refuse_final(not (tg_op = 'DELETE' and app.is_purging()) and exists (select from lines l
    join payslips s on s.org_id = l.org_id and s.id = l.payslip_id where s.status = 'final'));
  return null;
end $$;
create or replace trigger keep_final_lines after insert on payslip_lines referencing new table as lines
  for each statement execute function app.keep_final_lines();
create or replace trigger keep_final_deleted after delete on payslip_lines referencing old table as lines
  for each statement execute function app.keep_final_lines();
create or replace function app.keep_final_line() returns trigger language plpgsql as $$
begin
  perform app.refuse_final(exists (select from payslips s where s.org_id = old.org_id
    and s.id = old.payslip_id and s.status = 'final'));
  return new;
end $$;
create or replace trigger keep_final_line before update of payslip_id, employee_id, code, name, kind, place,
  taxable, quantity, rate, base_minor, amount_minor, manual, note, arrears_of on payslip_lines
  for each row execute function app.keep_final_line();

do $$ begin
  if not exists (select from pg_constraint where conname = 'payslips_overlap') then
    alter table payslips add constraint payslips_overlap exclude using gist
      (org_id with =, employee_id with =, period with &&) where (status = 'final' and not is_extra);
  end if;
end $$;

-- Creates or changes a run {name, period_start, period_end, pay_date, currency, …}. What was not sent is this
-- month and the organization's currency. Unless only the name changes, it has to be calculated again. `seen`
-- is the version that the caller looked at.
create or replace function app.save_payroll_run(run uuid, seen int, input jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r payroll_runs; before payroll_runs; is_new boolean;
begin
  select x.* into before from payroll_runs x where x.org_id = org_id() and x.id = run;
  is_new := before.id is null;
  if is_new then
    r := jsonb_populate_record(new_row(null::payroll_runs), input || jsonb_build_object('id', run,
      'org_id', org_id()));
    r.day_count := coalesce(input->>'day_count', (workforce_settings()).payroll_day_count);
    r.period_start := coalesce(r.period_start, date_trunc('month', org_today())::date);
    r.period_end := coalesce(r.period_end,
      (date_trunc('month', r.period_start) + interval '1 month - 1 day')::date);
    r.pay_date := coalesce(r.pay_date, r.period_end);
    r.currency := coalesce(r.currency, (select o.currency from organizations o where o.id = org_id()));
    r.name := coalesce(r.name, case when r.is_extra then 'Extra pay ' else 'Payroll ' end
      || to_char(r.pay_date, 'FMMonth YYYY'));
  else
    before := locked_run(run, '{draft,calculated}', 'reopen it before you change it');
    perform check_version('payroll_runs', run, seen, array(select jsonb_object_keys(input)))
      where seen is not null;
    r := jsonb_populate_record(before, input);
    if not r.is_extra then r.extra_number := null; end if;
  end if;
  r := check_payroll_run(r);
  if is_new then
    insert into payroll_runs select (r).*;
    return;
  end if;
  if input - 'name' <> '{}' then r.status := 'draft'; end if;
  update payroll_runs x set name = r.name, period_start = r.period_start, period_end = r.period_end,
      pay_date = r.pay_date, currency = r.currency, frequency = r.frequency, day_count = r.day_count,
      is_extra = r.is_extra, extra_number = r.extra_number, department_id = r.department_id,
      employee_ids = r.employee_ids, excluded_ids = r.excluded_ids, status = r.status
    where x.org_id = org_id() and x.id = run;
end $$;

create or replace function app.delete_payroll_run(run uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform locked_run(run, '{draft,calculated}', 'cancel it instead');
  delete from payroll_runs x where x.org_id = org_id() and x.id = run;
end $$;
