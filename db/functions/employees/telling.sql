-- Telling people what concerns their work: leave, weeks, hours, pay and the people of their team.

-- The accounts of employees.
create or replace function app.accounts_of(employees uuid[]) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(e.user_id), '{}') from employees e where e.org_id = org_id()
    and e.id = any (employees) and e.user_id is not null
$$;

-- The accounts of owners and admins.
create or replace function app.admins() returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(m.user_id), '{}') from organization_members m where m.org_id = org_id()
    and m.status = 'active' and level_of(m.role) >= 40
$$;

-- What many notifications of one reason are together.
create or replace function app.said_together(reason text) returns text language sql immutable as $$
  select case reason when 'leave_asked' then 'More requests for leave to decide'
    when 'leave_decided' then 'More requests for leave were decided'
    when 'leave_changed' then 'More leave changed' when 'timesheet_asked' then 'More timesheets to decide'
    when 'timesheet_decided' then 'More timesheets were decided'
    when 'hours_correction' then 'More news of working hours' when 'payslip_ready' then 'More payslips'
    when 'objective' then 'More news of objectives'
    when 'meeting' then 'More news of meetings'
    else 'More news of people' end
$$;

-- Tells accounts of something, if they are members, want it, and are not who causes it. What it is about is
-- named by its kind and id. Neither title nor snippet says what kind of leave it is, why, or how much. Nobody
-- is told of a source twice; what is of one group is one notification while it is unread. Whoever was told of
-- ten things for a reason within ten minutes hears of further ones together. A failure never loses the write.
create or replace function app.tell(reason text, kind text, subject uuid, title text, people uuid[],
  source text default null, snippet text default null, grouped text default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications; told notifications; person uuid; saved text;
begin
  if people = '{}' or current_setting('app.untold', true) = 'on' then return; end if;
  saved := suppress_audit();
  n.org_id := org_id(); n.reason := reason; n.entity_type := kind; n.entity_id := subject;
  n.actor_id := case when impersonator() is null then user_id() end;
  n.actor_type := case when n.actor_id is null then 'system' else actor_type() end;
  n.title := left(title, 200); n.snippet := left(snippet, 300); n.data := '{}';
  n.source_key := source; n.group_key := grouped;
  begin
    for person in select m.user_id from organization_members m where m.org_id = n.org_id
        and m.status = 'active' and m.user_id = any (people) and m.user_id is distinct from n.actor_id
        and wants_notification(n.org_id, m.user_id, n.reason) order by m.user_id loop
      told := n;
      if (select count(*) from (select from notifications o where o.org_id = n.org_id and o.user_id = person
          and o.reason = n.reason and o.created_at > now() - interval '10 minutes'
          and o.archived_at is null and o.deleted_at is null limit 10) x) = 10 then
        told.entity_type := 'organization'; told.entity_id := n.org_id; told.title := said_together(reason);
        told.snippet := null; told.group_key := reason || ':more:' || n.org_id;
      end if;
      told.user_id := person;
      perform notify(told);
    end loop;
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('notification of people', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- What somebody was asked is settled: it is unread no more.
create or replace function app.settle_told(reason text, kind text, subject uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := suppress_audit();
begin
  update notifications n set read_at = now() where n.org_id = org_id() and n.entity_type = kind
    and n.entity_id = subject and n.reason = settle_told.reason and n.read_at is null;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Whether an employee was added by this transaction, whose parts are then no news.
create or replace function app.is_new_employee(employee uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from employees e where e.org_id = org_id() and e.id = employee
    and e.created_at = now()::timestamptz(3))
$$;

create or replace function app.tell_employee(employee uuid, title text, source text default null) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell('hr_task', 'employee', employee, title, accounts_of(array[employee]), source)
$$;

-- Who joins, leaves or stays: managers and admins are told, never the person.
create or replace function app.tell_of_employment() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare who employees; last_day date := upper(new.valid) - 1; news text;
begin
  if current_setting('app.untold', true) = 'on' then return null; end if;
  select e.* into who from employees e where e.org_id = new.org_id and e.id = new.employee_id;
  news := case when tg_op = 'INSERT' then format('%s joins on %s', who.name, said_day(lower(new.valid)))
    when last_day is null then format('%s does not leave', who.name)
    else format('The last day of %s is %s', who.name, said_day(last_day)) end;
  perform tell('hr_task', 'employee', who.id, news, array(select p from unnest(admins()
      || accounts_of(array[(position_now(who.id)).manager_employee_id])) p
    where p is distinct from who.user_id), null, null, 'employment:' || who.id);
  return null;
end $$;
create or replace trigger tell_of_employment after insert on employments
  for each row execute function app.tell_of_employment();
create or replace trigger tell_of_end after update of valid on employments for each row
  when (upper(new.valid) is distinct from upper(old.valid)) execute function app.tell_of_employment();

-- A new manager: both of them are told. A change of the past is none.
create or replace function app.tell_of_manager() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare who employees; former uuid; since text;
begin
  if not is_current(new.valid) or current_setting('app.untold', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' then former := old.manager_employee_id;
  else
    select p.manager_employee_id into former from employee_positions p where p.org_id = new.org_id
      and p.employee_id = new.employee_id and upper(p.valid) = lower(new.valid);
  end if;
  if former is not distinct from new.manager_employee_id then return null; end if;
  select e.* into who from employees e where e.org_id = new.org_id and e.id = new.employee_id;
  since := case when lower(new.valid) > org_today() then ' from ' || said_day(lower(new.valid)) else '' end;
  perform tell('hr_task', 'employee', who.id, format('%s reports to you%s', who.name, since),
      accounts_of(array[new.manager_employee_id])),
    tell('hr_task', 'employee', who.id, format('%s reports to somebody else%s', who.name, since),
      accounts_of(array[former]));
  return null;
end $$;
create or replace trigger tell_of_manager after insert or update of manager_employee_id
  on employee_positions for each row execute function app.tell_of_manager();

-- "11 Dec 2026", for people.
create or replace function app.said_day(day date) returns text language sql immutable as $$
  select to_char(day, 'FMDD Mon YYYY')
$$;

-- What others change of personal data is told to the person.
create or replace function app.tell_of_address() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform tell_employee(new.employee_id, 'Your address was changed');
  return null;
end $$;
create or replace trigger tell_of_address after update of address on employee_records for each row
  when (new.address is distinct from old.address) execute function app.tell_of_address();

create or replace function app.tell_of_secret() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare who employees;
begin
  select e.* into who from employees e where e.org_id = coalesce(new.org_id, old.org_id)
    and e.id = coalesce(new.id, old.id);
  if who.id is null or is_new_employee(who.id) then return null; end if;
  if tg_argv[0] = 'national_id' then
    perform tell_employee(who.id, 'Your national id was changed');
    return null;
  end if;
  perform tell_employee(who.id, 'Your bank account was changed');
  perform queue_mail('bank_account_changed', who.user_id, a.address,
      jsonb_build_object('org_id', who.org_id, 'subject_id', who.id, 'note', new.last4))
    from (select distinct lower(x.address) as address from (values (who.work_email),
        ((select r.personal_email from employee_records r where r.org_id = who.org_id
          and r.employee_id = who.id)),
        ((select u.email from users u where u.id = who.user_id))) x(address)
      where x.address is not null order by 1) a;
  return null;
end $$;
create or replace trigger tell_of_id after insert or delete or update of fingerprint on employee_national_ids
  for each row execute function app.tell_of_secret('national_id');
create or replace trigger tell_of_account after insert or delete or update of fingerprint on employee_ibans
  for each row execute function app.tell_of_secret('iban');

-- Pay that changes is told to the employee when it is effective; what begins later, by the job of that day.
create or replace function app.tell_of_compensation() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.effective_from <= employee_today(new.employee_id) and not is_new_employee(new.employee_id) then
    perform tell_employee(new.employee_id, 'Your compensation changed', 'compensation:' || new.id);
  end if;
  return null;
end $$;
create or replace trigger tell_of_compensation after insert on employee_compensations
  for each row execute function app.tell_of_compensation();
