-- Who hears of a week: whoever is asked, then the employee; never who does it.

-- The news of a week: `asked` for whoever decides it, `submitted` by somebody else for the employee, and what
-- became of it: `approved`, `rejected`, `reopened`. What nobody has to decide any more is unread no more.
create or replace function app.tell_of_week(sheet uuid, news text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s timesheets; who employees; week text;
begin
  select t.* into s from timesheets t where t.org_id = org_id() and t.id = sheet;
  select e.* into who from employees e where e.org_id = s.org_id and e.id = s.employee_id;
  week := 'week of ' || said_day(s.week_start);
  if s.status <> 'submitted' then perform settle_told('timesheet_asked', 'timesheet', sheet); end if;
  if news = 'asked' then
    perform tell('timesheet_asked', 'timesheet', sheet, 'Timesheet to decide',
      array_remove(asked_accounts(s.asked_employee_id), who.user_id), null,
      who.name || ', ' || week, 'timesheet_asked:' || sheet);
  else
    perform tell('timesheet_decided', 'timesheet', sheet, case news when 'approved' then 'Timesheet approved'
        when 'rejected' then 'Timesheet rejected' when 'submitted' then 'Timesheet submitted for you'
        else 'Timesheet opened again' end, accounts_of(array[who.id]), null,
          initcap(left(week, 1)) || substr(week, 2),
      'timesheet_decided:' || sheet);
  end if;
end $$;

-- Employees with weeks of the last four to submit: since when, and how many.
create or replace function app.people_with_missing_weeks(today date)
returns table (employee_id uuid, name text, weeks int, first date)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.employee_id, m.name, count(*)::int, min(m.week_start) from weeks_missing_of(array(select e.id
      from employees e where e.org_id = org_id() and e.user_id is not null and is_employed(e.id, today)),
      week_begun(today) - 28, week_begun(today) - 7) m
    group by m.employee_id, m.name
$$;

-- Where it is the weekday of reminders, after their hour: each zone of an employee, and that of the
-- organization, with the day there.
create or replace function app.reminded_zones() returns table (zone text, day date)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select z.zone, today(z.zone) from workforce_settings s cross join zones_of_people() z(zone)
    where s.org_id = org_id() and s.reminder_weekday = extract(isodow from today(z.zone))
      and now() >= hour_of_day(z.zone, today(z.zone), s.reminder_hour)
$$;

-- The zones of employees with an account, and that of the organization.
create or replace function app.zones_of_people() returns setof text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select z.zone from employee_zones(array(select e.id from employees e where e.org_id = org_id()
      and e.user_id is not null)) z
  union select o.timezone from organizations o where o.id = org_id()
$$;

-- Where the weekday and the hour that are set have come, reminds of weeks that are over and not submitted:
-- everybody of their own, and whoever is asked about people of all of theirs together. Nobody on leave is
-- reminded, and nobody twice on a day.
create or replace function app.remind_of_weeks() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare d record; x record; home text := (select o.timezone from organizations o where o.id = org_id());
begin
  for d in select z.day, array_agg(z.zone) as zones from reminded_zones() z group by z.day order by z.day loop
    for x in select m.* from people_with_missing_weeks(d.day) m where not is_away(m.employee_id, d.day)
        and employee_zone(m.employee_id) = any (d.zones) order by m.employee_id loop
      perform tell('timesheet_decided', 'employee', x.employee_id, case x.weeks when 1 then 'A week to submit'
          else x.weeks || ' weeks to submit' end, accounts_of(array[x.employee_id]),
        'weeks:' || x.employee_id || ':' || d.day,
        case x.weeks when 1 then 'Week of ' else 'The first of ' end || said_day(x.first));
    end loop;
    for x in select a.asked, array_agg(m.name order by folded(m.name)) as names, count(*) as people,
          (array_agg(m.employee_id order by m.employee_id))[1] as one
        from people_with_missing_weeks(d.day) m cross join lateral asked_for(m.employee_id) a(asked)
        where coalesce(employee_zone(a.asked), home) = any (d.zones)
          and (a.asked is null or not is_away(a.asked, d.day)) group by a.asked order by a.asked loop
      perform tell('timesheet_asked', 'employee', x.one, case x.people when 1 then x.names[1] || ' has'
          else x.people || ' people have' end || ' weeks to submit', asked_accounts(x.asked),
        'weeks_of:' || coalesce(x.asked, org_id()) || ':' || d.day, array_to_string(x.names[:3], ', ')
          || case when x.people > 3 then format(' and %s more', x.people - 3) else '' end);
    end loop;
  end loop;
  perform schedule_week_reminders();
end $$;

-- Schedules the job `week_reminders` for the next weekday and hour of the first zone where they come; each
-- run and the daily job do so too, as people and zones change. A run that comes too early reminds nobody.
create or replace function app.schedule_week_reminders() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule(org_id(), 'week_reminders', '{}', (select min(x.at) from workforce_settings s
      cross join zones_of_people() z(zone) cross join generate_series(0, 7) n
      cross join lateral (select today(z.zone) + n as day) y
      cross join lateral (select hour_of_day(z.zone, y.day, s.reminder_hour) as at) x
    where s.org_id = org_id() and s.reminder_weekday = extract(isodow from y.day) and x.at > now()));
end $$;

-- The page of news of people, such as what somebody who left knows: of what it is about or, where that is many things or has no page, of all of
-- them.
create or replace function app.page_of_news(reason text, kind text, subject uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select '/organizations/' || o.slug || case when kind = 'organization' then case reason
      when 'leave_asked' then '/approvals' when 'leave_decided' then '/absences'
      when 'leave_changed' then '/absences' when 'timesheet_asked' then '/approvals'
      when 'timesheet_decided' then '/week' when 'hours_correction' then '/hours'
      when 'objective' then '/objectives' when 'meeting' then '/meetings' end
    when kind = 'former_member' then '/vault?revealed_by=' || subject
    when reason = 'hours_correction' then '/hours' || case when subject = employee_id() then ''
      else '/' || subject end
    when kind = 'employee' and reason = 'timesheet_decided' then '/week'
    when kind = 'employee' and reason = 'timesheet_asked' then '/approvals?show=missing' end
    from organizations o where o.id = org_id()
$$;
