-- Compensatory time: minutes over what was to be worked come to the balance of a type with the approval of
-- their week, and go with its reopening.

create or replace function app.check_fed_type() returns trigger language plpgsql as $$
begin
  perform app.ensure_fields(array[case when new.fed_by_overtime and not (new.unit = 'hour'
      and new.affects_balance)
    then 'body.fed_by_overtime: overtime is counted in minutes; the type must be by the hour, with a balance'
    end]);
  return new;
end $$;
create or replace trigger check_fed_type before insert or update of fed_by_overtime, unit, affects_balance
  on leave_types for each row execute function app.check_fed_type();

-- Enters what a week gives now, less what was entered for it before. Admins hear of what was spent already.
create or replace function app.feed_overtime(sheet uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s timesheets; x record; left_over numeric;
begin
  select t.* into s from timesheets t where t.org_id = org_id() and t.id = sheet;
  perform lock_leave(s.employee_id);
  for x in select coalesce(d.type, l.type) as type, coalesce(l.year, leave_year_of(s.week_start + 6)) as year,
        coalesce(d.minutes, 0) - coalesce(l.minutes, 0) as minutes
      from (select t.id as type, s.worked_minutes - (s.contracted_minutes - s.holiday_minutes - s.leave_minutes)
            as minutes
          from leave_types t where t.org_id = s.org_id and t.fed_by_overtime and t.archived_at is null
            and s.status = 'approved'
            and s.worked_minutes > s.contracted_minutes - s.holiday_minutes - s.leave_minutes) d
        full join (select e.leave_type_id as type, e.year::int as year, sum(e.amount) as minutes
          from leave_ledger e where e.org_id = s.org_id and e.employee_id = s.employee_id
            and e.timesheet_id = s.id group by 1, 2) l on l.type = d.type loop
    if not enter_leave(s.employee_id, x.type, x.year, 'adjustment', x.minutes, s.week_start + 6, null, null,
      s.id) or x.minutes > 0 then continue; end if;
    select b.available into left_over from leave_types t
        cross join lateral leave_balance_on(s.employee_id, t, x.year, upper(leave_year(x.year)) - 1) b
      where t.org_id = s.org_id and t.id = x.type;
    if left_over < 0 then
      perform tell('hr_task', 'employee', s.employee_id, format('%s has taken more leave than is left',
        (select e.name from employees e where e.org_id = s.org_id and e.id = s.employee_id)), admins(),
        format('overdrawn:%s:%s:%s', x.type, s.id, s.version), 'The week of ' || said_day(s.week_start)
          || ' was opened again');
    end if;
  end loop;
end $$;
