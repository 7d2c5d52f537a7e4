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

-- On the weekday that is set, reminds of weeks that are over and not submitted: everybody of their own, and
-- whoever is asked about people of all of theirs together. Nobody on leave is reminded.
create or replace function app.remind_of_weeks(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  if (workforce_settings()).reminder_weekday is distinct from extract(isodow from today) then return; end if;
  for x in select m.* from people_with_missing_weeks(today) m where not is_away(m.employee_id, today)
      order by m.employee_id loop
    perform tell('timesheet_decided', 'employee', x.employee_id, case x.weeks when 1 then 'A week to submit'
        else x.weeks || ' weeks to submit' end, accounts_of(array[x.employee_id]),
      'weeks:' || x.employee_id || ':' || today, case x.weeks when 1 then 'Week of ' else 'The first of ' end
        || said_day(x.first));
  end loop;
  for x in select a.asked, array_agg(m.name order by folded(m.name)) as names, count(*) as people,
        (array_agg(m.employee_id order by m.employee_id))[1] as one
      from people_with_missing_weeks(today) m cross join lateral asked_for(m.employee_id) a(asked)
      where a.asked is null or not is_away(a.asked, today) group by a.asked order by a.asked loop
    perform tell('timesheet_asked', 'employee', x.one, case x.people when 1 then x.names[1] || ' has'
        else x.people || ' people have' end || ' weeks to submit', asked_accounts(x.asked),
      'weeks_of:' || coalesce(x.asked, org_id()) || ':' || today, array_to_string(x.names[:3], ', ')
        || case when x.people > 3 then format(' and %s more', x.people - 3) else '' end);
  end loop;
end $$;

-- The page of news of people: of what it is about or, where that is many things or has no page, of all of
-- them.
create or replace function app.page_of_news(reason text, kind text, subject uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select '/organizations/' || o.slug || case when kind = 'organization' then case reason
      when 'leave_asked' then '/approvals' when 'leave_decided' then '/absences'
      when 'leave_changed' then '/absences' when 'timesheet_asked' then '/approvals'
      when 'timesheet_decided' then '/week' when 'hours_correction' then '/hours'
      when 'objective' then '/objectives' when 'meeting' then '/meetings' end
    when reason = 'hours_correction' then '/hours' || case when subject = employee_id() then ''
      else '/' || subject end
    when kind = 'employee' and reason = 'timesheet_decided' then '/week'
    when kind = 'employee' and reason = 'timesheet_asked' then '/approvals?show=missing' end
    from organizations o where o.id = org_id()
$$;
