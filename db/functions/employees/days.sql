-- What passing time does to people: reminders of what waits, and news of days that come.

-- Whether something may have to be told on a day.
create or replace function app.has_people_news(org uuid, day date) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from leave_requests r where r.org_id = org and r.status = 'pending')
    or exists (select from missing_certificates(org, day)) or carry_ends_soon(org, day)
    or exists (select from working_hours_heads h where h.org_id = org
      and h.last_at > now() - interval '16 days')
    or exists (select from employments m where m.org_id = org
      and (m.probation_end between day and day + 14 or upper(m.valid) - 1 between day - 7 and day + 30))
    or exists (select from employee_compensations c where c.org_id = org and c.voided_at is null
      and c.effective_from between day - 2 and day)
$$;

-- The job `people`, in the morning.
create or replace function app.run_people_day() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare zone text; today date;
begin
  select o.timezone into zone from organizations o where o.id = org_id();
  today := job_day(zone);
  perform settle_ends(today), ask_again(null), remind_of_leave(today), remind_of_certificates(today),
    tell_of_carry(today),
    tell_of_contracts(today), tell_of_pay(today),
    remind_of_corrections(), tell_of_open_shifts();
  perform schedule_people_day(org_id(), zone);
end $$;

-- Schedules the next morning with something to tell; the daily job does so too.
create or replace function app.schedule_people_day(org uuid, zone text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'people', '{}', case when has_people_news(org, d.day) then job_time(zone, d.day) end)
    from (select job_day(zone) + 1 as day) d
$$;

-- Probations that end within two weeks, and employments within a month: managers and admins are told once.
create or replace function app.tell_of_contracts(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  for x in select e.id, e.name, e.user_id, n.news, n.day from employments m
      join employees e on e.org_id = m.org_id and e.id = m.employee_id
      cross join lateral (values ('The probation of %s ends on %s', m.probation_end, 14),
        ('The employment of %s ends on %s', upper(m.valid) - 1, 30)) n(news, day, ahead)
      where m.org_id = org_id() and n.day between today and today + n.ahead order by e.id, n.day loop
    perform tell('hr_task', 'employee', x.id, format(x.news, x.name, said_day(x.day)),
      array(select p from unnest(admins()
          || accounts_of(array[(position_now(x.id)).manager_employee_id])) p
        where p is distinct from x.user_id), left(x.news, 8) || ':' || x.id || ':' || x.day);
  end loop;
end $$;

create or replace function app.tell_of_pay(today date) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell_employee(c.employee_id, 'Your compensation changed', 'compensation:' || c.id)
    from employee_compensations c where c.org_id = org_id() and c.voided_at is null
      and c.effective_from between today - 2 and today and c.created_at < c.effective_from
    order by c.id
$$;
