-- The meetings to come of an employee in the minutes of leave, by the clock of the employee: [{meeting_id,
-- title, starts_at, ends_at}], at most fifty, and none that the person declined. Nobody learns of one that
-- they may not see.
create or replace function app.meetings_in_leave(employee uuid, slots int8multirange) returns json
language sql stable security definer set plan_cache_mode = force_custom_plan
set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('meeting_id', x.meeting_id, 'title', x.title,
      'starts_at', utc(x.starts_at), 'ends_at', utc(x.ends_at)) order by x.starts_at, x.meeting_id), '[]')
    from (select o.meeting_id, coalesce(o.title, m.title) as title, o.starts_at, o.ends_at
      from employees e cross join lateral (select employee_zone(e.id) as name offset 0) zone
        cross join lateral (select timestamptz 'epoch' + make_interval(mins => lower(slots)::int - 2880)
            as first, timestamptz 'epoch' + make_interval(mins => upper(slots)::int + 1440) as last) span
        join meeting_occurrences o on o.org_id = e.org_id and o.starts_at between span.first and span.last
          and o.status not in ('cancelled', 'ended') and o.ends_at > now()
        cross join lateral (select y.* from meetings y where y.org_id = o.org_id and y.id = o.meeting_id
          and (y.host_user_id = e.user_id or e.user_id = any (y.attendee_ids)) offset 0) m
      where e.org_id = org_id() and e.id = employee and e.user_id is not null
        and (app.role_level() >= 30 or m.host_user_id = user_id() or user_id() = any (m.attendee_ids))
        and int8range((extract(epoch from o.starts_at at time zone zone.name) / 60)::bigint,
          (extract(epoch from o.ends_at at time zone zone.name) / 60)::bigint) && slots
        and not exists (select from meeting_participants p where p.org_id = o.org_id
          and p.meeting_id = o.meeting_id and p.user_id = e.user_id and p.response = 'declined')
      order by o.starts_at, o.meeting_id limit 50) x
$$;

-- What a request would do, without storing it.
create or replace function app.preview_leave(employee uuid, input jsonb) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; t leave_types; counted numeric; first_year numeric; available leave_balance[];
  warnings text[];
begin
  r := with_leave(new_row(null::leave_requests), input);
  r.employee_id := employee; r.org_id := org_id();
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  perform ensure_fields(leave_problems(r, t, app.role_level() >= 40));
  perform overridden_rules(null, r, t, coalesce((input->>'override')::boolean, false));
  r.slots := leave_slots(r);
  perform refuse_leave_overlap(r, t);
  available := available_for(r, t);
  select sum(y.amount), sum(y.amount) filter (where y.place = 1), array_agg(format('available %s of %s',
      said_leave((available[y.place]).available, t), y.of_year) order by y.of_year)
      filter (where t.affects_balance
        and y.amount > (available[y.place]).available + in_ledger(t.max_negative, t))
    into counted, first_year, warnings
    from (select leave_year_of(d.day) as of_year, leave_year_of(d.day) - leave_year_of(r.start_date) + 1
        as place, sum(d.amount) as amount from leave_days_of(r, t) d group by 1, 2) y;
  warnings := blocked_leave(r, t, '{pending,approved}') || coalesce(warnings, '{}');
  return json_build_object('total', trim_scale(counted)::text, 'unit', t.unit, 'days',
    (select json_agg(json_build_object('date', d.day,
        'am', d.am > 0, 'pm', d.pm > 0, 'minutes', d.minutes, 'amount', trim_scale(d.amount)::text)
          order by d.day)
      from leave_days_of(r, t) d),
    'balance_after', case when t.affects_balance
      then trim_scale((available[1]).available - coalesce(first_year, 0))::text end,
    'asked', (select json_build_object('employee_id', e.id, 'name', e.name) from employees e
      where e.org_id = org_id()
      and e.id = asked_for(employee)),
    'away', (select count(distinct x.employee_id) from leave_requests x where x.org_id = org_id()
      and x.slots && r.slots
      and (x.status = 'approved' or x.status = 'pending' and in_team(x.employee_id))
      and x.employee_id <> employee
      and (position_now(x.employee_id)).department_id = (position_now(employee)).department_id),
    'due_tasks', (select count(*) from employees e join tasks k on k.org_id = e.org_id
        and k.assignee_id = e.user_id and k.due_date between r.start_date and r.end_date
        and k.status in ('todo', 'in_progress') and k.deleted_at is null and k.archived_at is null
      where e.org_id = org_id() and e.id = employee),
    'meetings', meetings_in_leave(employee, r.slots),
    'warnings', (select coalesce(json_agg(w), '[]') from unnest(warnings) w where w is not null));
end $$;
