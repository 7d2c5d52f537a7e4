-- The day of the caller as an employee; null without a record: {employee, today, events,
-- longest_shift_minutes, leave, next_leave, birthdays}. A shift that runs may have begun the day before.
create or replace function app.own_workday() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('employee', json_build_object('employee_id', e.id, 'name', e.name),
      'today', d.today,
      'events', hours_events(e.id, d.today - interval '3 days', d.today + interval '3 days'),
      'longest_shift_minutes', (workforce_settings()).longest_shift_minutes,
      'leave', coalesce((select json_agg(json_build_object('leave_type', t.name,
          'unit', case t.unit when 'hour' then 'minute' else 'day' end,
          'available', trim_scale((b.balance).available)::text) order by folded(t.name), t.id)
        from leave_balances(array[e.id], array(select x.id from leave_types x where x.org_id = e.org_id
            and x.affects_balance and x.archived_at is null), leave_year_of(d.today), d.today) b
          join leave_types t on t.org_id = e.org_id and t.id = b.leave_type_id), '[]'),
      'next_leave', (select json_build_object('id', r.id, 'start_date', r.start_date, 'end_date', r.end_date)
        from leave_requests r where r.org_id = e.org_id and r.employee_id = e.id and r.status = 'approved'
          and r.end_date >= d.today order by r.start_date, r.id limit 1),
      'birthdays', birthdays_json(d.today, d.today + 6))
    from employees e cross join lateral (select employee_today(e.id) as today) d
    where e.org_id = org_id() and e.id = employee_id()
$$;
