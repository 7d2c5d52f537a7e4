-- Rules of time entries: what they may reference, what is derived, and what locks them.

-- The entry with its derived fields: the project from the task, client and rate from the project. The rate
-- is kept as recorded, even if the project's changes.
create or replace function app.with_derived_time(before time_entries, input jsonb) returns time_entries
language plpgsql stable as $$
declare e time_entries := jsonb_populate_record(before, input); p projects; base text;
begin
  if input->>'task_id' is not null and not input ? 'project_id' then
    select t.project_id into e.project_id from tasks t where t.org_id = e.org_id and t.id = e.task_id;
  end if;
  select o.currency into base from organizations o where o.id = app.org_id();
  if e.project_id is distinct from before.project_id then
    select * into p from projects x where x.org_id = e.org_id and x.id = e.project_id;
    if not input ? 'client_id' then e.client_id := p.client_id; end if;
    if not input ? 'hourly_rate_minor' then
      e.hourly_rate_minor := p.hourly_rate_minor;
      e.currency := case when e.hourly_rate_minor is not null then base end;
    end if;
  end if;
  if input ? 'hourly_rate_minor' then
    e.currency := case when e.hourly_rate_minor is not null then coalesce(input->>'currency', base) end;
  end if;
  return e;
end $$;

-- Problems between the task, the project and the client.
create or replace function app.time_place_problems(e time_entries, input jsonb) returns text[] language sql stable as $$
  select array[
    case when input->>'task_id' is not null and t.project_id is distinct from e.project_id
        then 'body.task_id: of another project; leave project_id out'
      when input ? 'project_id' and e.task_id is not null and (e.project_id is null or t.project_id is distinct from e.project_id)
        then 'body.project_id: the task is of another project; send task_id, too, or null for it' end,
    case when input ? 'client_id' and p.client_id is not null and e.client_id is distinct from p.client_id
        then 'body.client_id: the project has a client of its own; leave client_id out' end]
    from (select 1) one
      left join tasks t on t.org_id = e.org_id and t.id = e.task_id and t.deleted_at is null and app.can_see_project(t.project_id)
        and exists (select from projects h where h.org_id = t.org_id and h.id = t.project_id and h.deleted_at is null)
      left join projects p on p.org_id = e.org_id and p.id = e.project_id and p.deleted_at is null and app.can_see_project(p.id)
$$;

-- Problems with the times of an entry. Clocks may be five minutes ahead.
create or replace function app.time_problems(e time_entries, input jsonb, runs boolean, day date) returns text[]
language sql stable as $$
  select array[
    case when e.started_at is null and e.ended_at is not null then 'body.started_at: required with ended_at'
      when e.started_at > now() + interval '5 minutes' then 'body.started_at: must not be in the future' end,
    case when e.ended_at is null and e.started_at is not null and not runs then 'body.ended_at: required with started_at'
      when e.ended_at <= e.started_at then 'body.ended_at: must be after started_at'
      when e.ended_at > e.started_at + interval '24 hours' then 'body.ended_at: at most 24 hours after started_at'
      when e.ended_at > now() + interval '5 minutes' then 'body.ended_at: must not be in the future' end,
    case when input->>'duration_seconds' is not null and e.started_at is not null
        then 'body.duration_seconds: follows from started_at and ended_at; change those, or send null for both'
      when e.started_at is null and e.ended_at is null and coalesce(e.duration_seconds, 0) = 0
        then 'body.duration_seconds: required without started_at and ended_at' end,
    case when not input ?| '{work_date,started_at}' then null
      when e.work_date < '2000-01-01' then 'body.work_date: must be 2000-01-01 or later'
      when e.work_date > greatest(app.today(app.person_zone(e.user_id)), day) then 'body.work_date: must not be in the future'
      when abs(e.work_date - day) > 1
        then format('body.work_date: must be %s, when the work began, or the day before or after', day) end]
$$;

-- Rejects changes of time of a week that is submitted, or that an invoice bills. The caller has locked the
-- entry, as billing does.
create or replace function app.require_open_time(e time_entries, action text) returns void
language plpgsql as $$
declare i invoices;
begin
  perform app.require_open_week(e, action);
  select x.* into i from invoice_line_sources s join invoice_lines l on l.org_id = s.org_id and l.id = s.line_id
      join invoices x on x.org_id = l.org_id and x.id = l.invoice_id
    where s.org_id = e.org_id and s.time_entry_id = e.id and s.released_at is null;
  perform app.ensure(i.id is null, 'WM409', case when i.status = 'draft'
    then format('the time is on a draft of an invoice and cannot be %s; take it off the draft, or delete the draft, first',
      action)
    else format('the time is on invoice %s and cannot be %s; cancelling the invoice releases it', i.number, action) end);
end $$;

-- Where time of a person must not overlap, refuses time that does. The end of a timer is never refused, as
-- it is what happened.
create or replace function app.refuse_overlapping_time(e time_entries) returns void
language plpgsql as $$
declare other time_entries;
begin
  if e.started_at is null or not exists (select from workforce_settings s where s.org_id = e.org_id
    and s.overlapping_time = 'refused') then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('timer:' || e.org_id || e.user_id, 0));
  select o.* into other from time_entries o where o.org_id = e.org_id and o.user_id = e.user_id
      and o.work_date between e.work_date - 4 and e.work_date + 4 and o.id is distinct from e.id
      and o.started_at < coalesce(e.ended_at, now()) and coalesce(o.ended_at, now()) > e.started_at
    order by o.started_at, o.id limit 1;
  perform app.ensure(other.id is null, 'WM409', format('overlaps time from %s to %s; change one of them',
    app.utc(other.started_at), coalesce(app.utc(other.ended_at), 'now')));
end $$;

-- The entry, null for a new one, as it will be written from the sent fields; one with a start and no end is
-- a timer that runs.
create or replace function app.check_time_entry(entry uuid, input jsonb, starts boolean default false) returns time_entries
language plpgsql as $$
declare before time_entries; e time_entries; is_running boolean; day date;
begin
  select * into before from time_entries t where t.org_id = app.org_id() and t.id = entry;
  if before.id is null then
    before.org_id := app.org_id(); before.user_id := app.user_id();
    before.kind := case when starts then 'timer' else 'manual' end;
  end if;
  if starts then input := input || jsonb_build_object('started_at', clock_timestamp()); end if;
  e := app.with_derived_time(before, input);
  is_running := before.kind = 'timer' and before.ended_at is null and e.ended_at is null and e.started_at is not null;
  day := app.local_day(e.started_at, app.person_zone(e.user_id));
  if day is not null and not input ? 'work_date' and (input ? 'started_at' or e.work_date is null) then
    e.work_date := day;
  end if;
  perform app.ensure_fields(app.time_place_problems(e, input) || app.time_problems(e, input, is_running, day));
  if before.id is not null then perform app.require_open_time(before, 'changed'); end if;
  if e.project_id is distinct from before.project_id then
    perform app.ensure(p.archived_at is null, 'WM409', 'project is archived')
      from projects p where p.org_id = e.org_id and p.id = e.project_id;
    if e.project_id = any (app.viewed_projects()) then perform app.refuse_viewer(); end if;
  end if;
  if e.started_at is null then e.kind := 'manual';
  elsif not is_running then e.duration_seconds := round(extract(epoch from e.ended_at - e.started_at)); end if;
  e.duration_seconds := coalesce(e.duration_seconds, 0);
  e.needs_review := coalesce(before.needs_review, false)
    and not input ?| '{needs_review,work_date,started_at,ended_at,duration_seconds}';
  perform app.refuse_overlapping_time(e);
  perform app.require_open_week(e, case when before.id is null then 'recorded' else 'changed' end);
  return e;
end $$;

-- What is odd about an entry, though it is saved: a day of more than 24 hours.
create or replace function app.time_warnings(e time_entries) returns json language sql stable as $$
  select case when sum(o.duration_seconds) > 86400 then json_build_array(format('the entries of %s come to %s hours', e.work_date,
      trim_scale(round(sum(o.duration_seconds) / 3600.0, 2)))) else '[]' end
    from time_entries o where o.org_id = e.org_id and o.user_id = e.user_id and o.work_date = e.work_date
$$;

-- Other entries of the same person that overlap, at most ten; a running timer lasts until now. In separate
-- steps, so that the planner knows the person and the days as values.
create or replace function app.time_overlaps(entry uuid) returns json language plpgsql stable as $$
declare e time_entries; ended timestamptz;
begin
  select * into e from time_entries t where t.org_id = app.org_id() and t.id = entry;
  if e.started_at is null then return '[]'; end if;
  ended := coalesce(e.ended_at, now());
  return (select coalesce(array_to_json(array_agg(row_to_json(x))), '[]') from (
    select o.id, app.utc(o.started_at) as started_at, app.utc(o.ended_at) as ended_at
      from (select * from time_entries d where d.org_id = e.org_id and d.user_id = e.user_id
            and d.work_date between e.work_date - 4 and e.work_date + 4 and d.ended_at > e.started_at
          union all select * from time_entries r where r.org_id = e.org_id and r.user_id = e.user_id
            and r.ended_at is null and r.kind = 'timer' and now() > e.started_at) o
      where o.started_at < ended and o.id <> e.id order by o.started_at, o.id limit 10) x);
end $$;
