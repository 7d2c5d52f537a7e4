-- Birthdays between two days, of people who want colleagues to know, where the organization shows them: the
-- day and the month, never the year. On 28 February in years without the 29th.
create or replace function app.birthdays(first date, last date)
returns table (employee_id uuid, name text, day date)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.id, e.name, d.day from workforce_settings s
      join employee_records r on r.org_id = s.org_id and r.shows_birthday and r.birth_date is not null
      join employees e on e.org_id = r.org_id and e.id = r.employee_id
      cross join generate_series(extract(year from first)::int, extract(year from last)::int) y(year)
      cross join lateral (select (r.birth_date + make_interval(years => y.year
        - extract(year from r.birth_date)::int))::date as day) d
    where s.org_id = org_id() and s.show_birthdays and app.role_level() >= 20 and only_project() is null
      and impersonator() is null and d.day between first and last and e.hire_date <= org_today()
      and coalesce(e.termination_date >= greatest(d.day, org_today()), true)
$$;
create or replace function app.birthdays_json(first date, last date) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('employee_id', b.employee_id, 'name', b.name, 'date', b.day)
      order by b.day, app.folded(b.name), b.employee_id), '[]')
    from app.birthdays(first, last) b
$$;

-- {shown, has_birth_date, allowed}: whether colleagues see the birthday of the caller, and whether they may.
create or replace function app.own_birthday() returns json language sql stable as $$
  select json_build_object('shown', r.shows_birthday, 'has_birth_date', r.birth_date is not null,
      'allowed', s.show_birthdays)
    from employee_records r cross join app.workforce_settings() s
    where r.org_id = app.org_id() and r.employee_id = app.employee_id()
$$;
create or replace function app.show_birthday(shown boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mine employee_records;
begin
  select r.* into mine from employee_records r where r.org_id = org_id() and r.employee_id = employee_id();
  perform ensure(not shown or (workforce_settings()).show_birthdays, 'WM409',
      'birthdays are not shown in this organization; '
      'an admin switches them on in the settings of the workforce'),
    ensure(not shown or mine.birth_date is not null, 'WM409',
      'your record has no birth date; ask an administrator to enter it');
  update employee_records r set shows_birthday = shown where r.org_id = org_id() and r.id = mine.id;
  perform audit_event('employee.birthday_shown', 'employee_records', mine.id::text, org_id());
end $$;
