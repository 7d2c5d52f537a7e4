-- What an organization still has to do before people can ask for leave, in its order.

-- [{step, count, is_done, page}]; `page` is the one below that of the organization on which the step is done.
create or replace function app.first_steps() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with here as materialized (select count(*) as all_people, count(e.user_id) as linked,
      count(*) filter (where (position_now(e.id)).manager_employee_id is not null) as managed
    from employees e where e.org_id = org_id() and coalesce(e.termination_date >= org_today(), true))
  select json_agg(json_build_object('step', s.step, 'count', s.n, 'is_done', s.n >= s.least, 'page', s.page)
      order by s.place)
    from here h cross join lateral (values
      (1, 'holidays', (select count(*) from organizations o where o.id = org_id()
        and is_holiday_place(o.country, null)), 1, 'settings'),
      (2, 'work_schedule', (select count(*) from work_schedules w where w.org_id = org_id()
        and w.is_default), 1, 'work-schedules'),
      (3, 'leave_types', (select count(*) from leave_types t where t.org_id = org_id()
        and t.archived_at is null), 1, 'leave-types'),
      (4, 'people', h.all_people, 1, 'people'),
      (5, 'accounts', h.linked, 1, 'people'),
      (6, 'managers', h.managed, least(1, greatest(0, h.all_people - 1)), 'org-chart'),
      (7, 'leave_request', (select count(*) from (select from leave_requests r where r.org_id = org_id()
        limit 1) x), 1, 'absences')) s(place, step, n, least, page)
$$;
