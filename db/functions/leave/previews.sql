-- What a request would do, without storing it: {days, total, balance_after, conflicts, warnings}.
create or replace function app.preview_leave(employee uuid, input jsonb) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; t leave_types; counted numeric; available leave_balance[]; warnings text[];
begin
  r := with_leave(new_row(null::leave_requests), input);
  r.employee_id := employee; r.org_id := org_id();
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  perform require_fields(leave_problems(r, t, app.rank() >= 40));
  perform overridden_rules(null, r, t, coalesce((input->>'override')::boolean, false));
  r.slots := leave_slots(r);
  perform refuse_leave_overlap(r, t);
  available := available_for(r, t);
  select sum(d.amount) into counted from leave_days_of(r, t) d;
  warnings := array[blocked_leave(r, t, '{pending,approved}'),
    case when t.affects_balance and counted > (available[1]).available + t.max_negative
    then format('available %s', said_leave((available[1]).available, t)) end];
  return json_build_object('total', trim_scale(counted)::text, 'days',
    (select json_agg(json_build_object('date', d.day,
        'am', d.am > 0, 'pm', d.pm > 0, 'minutes', d.minutes, 'amount', trim_scale(d.amount)::text)
          order by d.day)
      from leave_days_of(r, t) d),
    'balance_after', case when t.affects_balance then trim_scale((available[1]).available - counted)::text
      end,
    'asked', (select json_build_object('employee_id', e.id, 'name', e.name) from employees e
      where e.org_id = org_id()
      and e.id = asked_for(employee)),
    'away', (select count(distinct x.employee_id) from leave_requests x where x.org_id = org_id()
      and x.slots && r.slots
      and x.status in ('pending', 'approved') and x.employee_id <> employee
      and (position_now(x.employee_id)).department_id = (position_now(employee)).department_id),
    'due_tasks', (select count(*) from employees e join tasks k on k.org_id = e.org_id
        and k.assignee_id = e.user_id and k.due_date between r.start_date and r.end_date
        and k.status in ('todo', 'in_progress') and k.deleted_at is null and k.archived_at is null
      where e.org_id = org_id() and e.id = employee),
    'warnings', (select coalesce(json_agg(w), '[]') from unnest(warnings) w where w is not null));
end $$;
