-- Who is planned for which project. An allocation lies within one employment, and ends with it.

-- The projects that the caller leads.
create or replace function app.led_projects() returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(m.project_id), '{}') from project_members m
    where m.org_id = org_id() and m.user_id = user_id() and m.role = 'lead'
$$;

-- An allocation with what was sent: {employee_id, project_id, from, to, minutes_per_week or percent,
-- status, note}. To send one amount takes the other back.
create or replace function app.with_allocation(a capacity_allocations,
  input jsonb) returns capacity_allocations
language plpgsql immutable as $$
declare first date := coalesce((input->>'from')::date, lower(a.valid));
  last date := case when input ? 'to' then (input->>'to')::date else upper(a.valid) - 1 end;
begin
  if input->>'percent' is not null and not input ? 'minutes_per_week' then a.minutes_per_week := null; end if;
  if input->>'minutes_per_week' is not null and not input ? 'percent' then a.percent := null; end if;
  a := jsonb_populate_record(a, input);
  if last is null or last >= first then a.valid := daterange(first, last, '[]'); else a.valid := null; end if;
  return a;
end $$;

-- Adds or changes an allocation, for whoever has the person in their team. `seen` is the version that the
-- caller looked at.
create or replace function app.save_allocation(allocation uuid, seen int, input jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare a capacity_allocations; last_day date; is_new boolean; archived boolean;
begin
  perform lock_people();
  select x.* into a from capacity_allocations x where x.org_id = org_id() and x.id = allocation for update;
  is_new := a.id is null;
  perform check_version('capacity_allocations', allocation, seen, array(select case when k in ('from', 'to')
    then 'valid' else k end from jsonb_object_keys(input) k)) where seen is not null;
  if is_new then a := new_row(null::capacity_allocations); a.id := allocation; a.created_by := user_id(); end if;
  a := with_allocation(a, input);
  perform ensure(in_team(a.employee_id), 'WM403',
    'you allocate people of your team; an admin allocates others');
  select p.archived_at is not null into archived from projects p where p.org_id = org_id()
    and p.id = a.project_id;
  perform ensure_fields(array[
    case when a.valid is null then 'body.to: must not be before from' end,
    case when num_nonnulls(a.minutes_per_week, a.percent) <> 1
      then 'body.percent: send it, or minutes_per_week' end,
    case when archived and (is_new or input ?| '{from,to,project_id}')
      then 'body.project_id: archived; restore it first' end]);
  select upper(m.valid) - 1 into last_day from employments m where m.org_id = org_id()
    and m.employee_id = a.employee_id and m.valid @> lower(a.valid);
  perform ensure_fields(array[
    case when not found then 'body.from: not employed on that day' end,
    case when upper(a.valid) - 1 > last_day and input->>'to' is not null
      then format('body.to: the employment ends on %s', last_day) end]);
  if last_day is not null then a.valid := a.valid * daterange(null, last_day, '[]'); end if;
  if is_new then insert into capacity_allocations select a.*;
  else update capacity_allocations x set (employee_id, project_id, valid, minutes_per_week, percent, status,
    note)
      = (a.employee_id, a.project_id, a.valid, a.minutes_per_week, a.percent, a.status, a.note)
    where x.org_id = org_id() and x.id = a.id; end if;
end $$;

create or replace function app.delete_allocation(allocation uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(in_team(a.employee_id), 'WM403',
    'you allocate people of your team; an admin allocates others')
    from capacity_allocations a where a.org_id = org_id() and a.id = allocation;
  delete from capacity_allocations a where a.org_id = org_id() and a.id = allocation;
end $$;

-- An allocation ends with the employment that it lies in, and begins with it at the earliest.
create or replace function app.end_allocations() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  delete from capacity_allocations a where a.org_id = new.org_id and a.employee_id = new.employee_id
    and a.valid && old.valid and not a.valid && new.valid;
  update capacity_allocations a set valid = a.valid * new.valid where a.org_id = new.org_id
    and a.employee_id = new.employee_id and a.valid && old.valid and not a.valid <@ new.valid;
  return null;
end $$;
create or replace trigger end_allocations after update of valid on employments
  for each row when (not old.valid <@ new.valid) execute function app.end_allocations();

-- The weeks of an allocation in which more is planned for the person than they can work: half a year at
-- most, from this week on where it has begun and has no end.
create or replace function app.over_allocated_weeks(a capacity_allocations) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('week', w.first, 'available', w.available, 'allocated',
    w.allocated,
      'over', w.allocated - w.available) order by w.first), '[]')
    from (select date_trunc('week', case when upper_inf(a.valid) then greatest(lower(a.valid),
      app.org_today())
        else lower(a.valid) end)::date as first) f
      cross join lateral (select least(f.first + 181, coalesce(date_trunc('week',
        upper(a.valid) - 1)::date + 6,
        'infinity')) as last) l
      cross join lateral app.capacity_of(array[a.employee_id], f.first, l.last, 'week') w
    where w.allocated > w.available
$$;
