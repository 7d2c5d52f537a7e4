-- Who is asked to decide something of an employee: leave, weeks and corrections of hours alike.

-- Whether somebody can be asked: employed today, with the account of an active member.
create or replace function app.can_be_asked(employee uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from employees e join organization_members m on m.org_id = e.org_id
      and m.user_id = e.user_id and m.status = 'active'
    where e.org_id = org_id() and e.id = employee and is_employed(e.id, employee_today(e.id)))
$$;

-- Whether somebody is on approved leave for the whole of a day.
create or replace function app.is_away(employee uuid, day date) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from leave_requests r where r.org_id = org_id() and r.employee_id = employee
    and r.status = 'approved' and day between r.start_date and r.end_date
    and r.slots @> int8range((day - date '1970-01-01')::bigint * 1440,
      (day - date '1970-01-01' + 1)::bigint * 1440))
$$;

-- Whether somebody is away on more than three working days in a row from a day on.
create or replace function app.is_away_for_long(employee uuid, since date) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select bool_and(is_away(employee, d.day)) from (select x.day from org_week() w
      cross join lateral (select since + n as day from generate_series(0, 30) n) x
    where work_index(x.day, w) > work_index(x.day - 1, w) order by x.day limit 4) d
$$;

-- Who answers in the place of somebody: themselves, the deputy while they are away, or nobody where they
-- cannot be asked, or are away for long without a deputy who is there.
create or replace function app.stand_in(employee uuid, requester uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when not can_be_asked(e.id) then null when not is_away(e.id, d.today) then e.id
      when e.deputy_employee_id <> requester and can_be_asked(e.deputy_employee_id)
        and not is_away(e.deputy_employee_id, d.today) then e.deputy_employee_id
      when not is_away_for_long(e.id, d.today) then e.id end
    from employees e cross join lateral (select employee_today(e.id) as today) d
    where e.org_id = org_id() and e.id = employee
$$;

-- Those who can be asked about an employee, in their order: managers upwards, then those who lead the
-- department and the departments above it. After them come admins.
create or replace function app.askable(employee uuid) returns table (asked uuid, place int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive chain(id, place) as (
    select (position_now(employee)).manager_employee_id, 1
    union all select (position_now(c.id)).manager_employee_id, c.place + 1 from chain c
      where c.id is not null and c.place < 20),
  leads as (select d.manager_employee_id as id, 100 + a.distance as place
    from departments_above((position_now(employee)).department_id) a
      join departments d on d.org_id = org_id() and d.id = a.id
    where not reports_to(d.manager_employee_id, employee))
  select s.asked, x.place from (select u.id, min(u.place) as place
        from (select * from chain union all select * from leads) u
        where u.id <> employee group by u.id) x
      cross join lateral (select stand_in(x.id, employee) as asked) s
    where s.asked is not null
$$;

-- Who is asked; null if it is for admins.
create or replace function app.asked_for(employee uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select a.asked from askable(employee) a order by a.place limit 1
$$;

-- Who is asked after somebody who did not answer; null for admins.
create or replace function app.asked_after(employee uuid, silent uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select a.asked from askable(employee) a where a.asked <> silent
      and a.place > coalesce((select min(s.place) from askable(employee) s where s.asked = silent), 0)
    order by a.place limit 1
$$;

-- Whether anybody but the person can decide: somebody asked, or another admin.
create or replace function app.others_decide(employee uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select asked_for(employee) is not null or exists (select from organization_members m
    where m.org_id = org_id()
    and m.status = 'active' and level_of(m.role) >= 40 and m.user_id is distinct from
      (select e.user_id from employees e where e.org_id = org_id() and e.id = employee))
$$;

create or replace function app.name_of_asked(employee uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select e.name from employees e where e.org_id = org_id() and e.id = asked_for(employee)),
    'an admin')
$$;

-- The accounts of whoever is asked, who is null where admins are.
create or replace function app.asked_accounts(asked uuid) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when asked is null then admins() else accounts_of(array[asked]) end
$$;

-- Works out again who is asked about employees, null for all, and tells whoever is asked now. What went up
-- because nobody answered stays where it is, as long as that person can be asked.
create or replace function app.ask_again(employees uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r record;
begin
  for r in select x.id, a.asked from leave_requests x cross join lateral asked_for(x.employee_id) a(asked)
      where x.org_id = org_id() and x.status = 'pending'
        and (employees is null or x.employee_id = any (employees))
        and (x.reminders < 2 or x.asked_employee_id is not null and not can_be_asked(x.asked_employee_id))
        and a.asked is distinct from x.asked_employee_id order by x.id for update of x loop
    update leave_requests x set asked_employee_id = r.asked, asked_at = now(), reminders = 0
      where x.org_id = org_id() and x.id = r.id;
    perform tell_of_leave(r.id, 'asked');
  end loop;
  for r in select x.id, a.asked from timesheets x cross join lateral asked_for(x.employee_id) a(asked)
      where x.org_id = org_id() and x.status = 'submitted'
        and (employees is null or x.employee_id = any (employees))
        and a.asked is distinct from x.asked_employee_id order by x.id for update of x loop
    update timesheets x set asked_employee_id = r.asked where x.org_id = org_id() and x.id = r.id;
    perform tell_of_week(r.id, 'asked');
  end loop;
end $$;

-- Whether any request for leave or week waits for a decision.
create or replace function app.anything_waits() returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from leave_requests r where r.org_id = org_id() and r.status = 'pending')
    or exists (select from timesheets t where t.org_id = org_id() and t.status = 'submitted')
$$;

-- The same for an employee and everybody below; nothing where nothing waits.
create or replace function app.ask_again_below(employee uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if anything_waits() then
    perform ask_again(array(select b.employee_id from people_below(employee) b));
  end if;
end $$;

create or replace function app.ask_again_of_employee() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ask_again_below(new.id);
  return null;
end $$;
create or replace trigger ask_again after update of user_id, deputy_employee_id on employees for each row
  when (new.user_id is distinct from old.user_id
    or new.deputy_employee_id is distinct from old.deputy_employee_id)
  execute function app.ask_again_of_employee();

create or replace function app.ask_again_of_position() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ask_again_below(new.employee_id);
  return null;
end $$;
create or replace trigger ask_again after insert or update of manager_employee_id, department_id, valid
  on employee_positions for each row execute function app.ask_again_of_position();

create or replace function app.ask_again_of_department() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if anything_waits() then
    perform ask_again(array(select p.employee_id from departments_below(new.id) d
      join employee_positions p on p.org_id = org_id() and p.department_id = d.id
        and p.valid @> org_today()));
  end if;
  return null;
end $$;
create or replace trigger ask_again after update of manager_employee_id, parent_id on departments
  for each row when (new.manager_employee_id is distinct from old.manager_employee_id
    or new.parent_id is distinct from old.parent_id) execute function app.ask_again_of_department();

create or replace function app.ask_again_of_member() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ask_again_below(e.id) from employees e where e.org_id = new.org_id and e.user_id = new.user_id;
  return null;
end $$;
create or replace trigger ask_again after update of status on organization_members for each row
  when (new.status <> old.status) execute function app.ask_again_of_member();

-- Sets who decides in the place of the caller, who has a record, while they are on leave; null for nobody.
create or replace function app.set_deputy(deputy uuid) returns void language plpgsql as $$
declare me uuid := app.employee_id();
begin
  perform app.ensure(me is not null, 'WM404',
    'no employee record is linked to your account; ask an administrator');
  perform app.ensure_fields(array[case when deputy is null then null
    when deputy = me then 'body.employee_id: yourself; name somebody else'
    when not app.is_employed(deputy, app.employee_today(deputy)) then 'body.employee_id: not employed today'
    when not app.can_be_asked(deputy)
      then 'body.employee_id: has no account in the organization; name somebody who does' end]);
  update employees e set deputy_employee_id = deputy where e.org_id = app.org_id() and e.id = me;
end $$;

-- {deputy, active, warnings}: of the caller.
create or replace function app.deputy_json() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('deputy', case when d.id is not null then
      json_build_object('employee_id', d.id, 'name', d.name) end,
    'active', d.id is not null and is_away(e.id, employee_today(e.id)),
    'warnings', (select coalesce(json_agg(distinct format('%s is away too on some of the days of %s', d.name,
          said_days(r.start_date, r.end_date))), '[]')
        from leave_requests r join leave_requests o on o.org_id = r.org_id and o.employee_id = d.id
          and o.status = 'approved' and o.slots && r.slots
        where r.org_id = e.org_id and r.employee_id = e.id and r.status in ('pending', 'approved')
          and r.end_date >= employee_today(e.id)))
    from employees e left join employees d on d.org_id = e.org_id and d.id = e.deputy_employee_id
    where e.org_id = org_id() and e.id = employee_id()
$$;
