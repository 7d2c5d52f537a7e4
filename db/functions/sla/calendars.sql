-- Business calendars.

-- The total minutes of a day's intervals.
create or replace function app.total_minutes(spans jsonb) returns int language sql immutable parallel safe as $$
  select coalesce(sum((s->>1)::int - (s->>0)::int), 0)::int from jsonb_array_elements(spans) s
$$;

-- The public holidays of a country or region, such as ES or ES-MD. Half holidays are working days.
create or replace function app.full_holidays(region text) returns setof date language sql stable as $$
  select distinct h.date from app.holidays_of(left(region, 2), nullif(substr(region, 4), ''), '0001-01-01', '9999-12-31') h
    where h.kind = 'public' and not h.half_day
$$;

-- Derived data for counting working time: the days that differ from their weekday, and the total of an
-- ordinary week.
create or replace function app.prepare_calendar() returns trigger language plpgsql as $$
begin
  new.special_days := array(select d.day from (select date '0001-01-01' union select k::date
    from jsonb_object_keys(new.exceptions) k
    union select h from app.full_holidays(new.holidays_from_region) h) d(day) order by d.day);
  new.holidays_edition := app.holidays_edition();
  select coalesce(sum(app.total_minutes(w.value)), 0) * 60 into new.week_seconds from jsonb_each(new.week) w;
  perform app.ensure(new.week_seconds > 0, 'WM422',
    'body.week: at least one interval of working time; its deadlines would never come');
  return new;
end $$;
create or replace trigger prepare before insert or update of week, exceptions, holidays_from_region on business_calendars
  for each row execute function app.prepare_calendar();

-- Recomputes the deadlines of the clocks that run on a calendar. What they consumed before their last pause
-- stays.
create or replace function app.recompute_clocks(calendar uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  perform lock_tickets(array(select k.ticket_id from sla_clocks k where k.org_id = app.org_id() and k.calendar_id = calendar
    and k.state = 'running' and k.ticket_id is not null));
  update sla_clocks k set (due_at, warn_at, warned_at, breached_at) = (select d.due, d.warn,
        case when d.warn <= now() then k.warned_at end, case when d.due <= now() then k.breached_at end
      from app.clock_deadlines(c, k.since, k.consumed_seconds, k.target_seconds, (k.policy_snapshot->>'warn_percent')::int) d)
    from business_calendars c where c.org_id = app.org_id() and c.id = calendar
      and k.org_id = c.org_id and k.calendar_id = c.id and k.state = 'running';
  perform set_config('app.suppress_audit', saved, true), app.schedule_sla_run(app.org_id());
end $$;

-- Deletes a calendar that no policy or clock uses.
create or replace function app.delete_business_calendar(calendar uuid) returns void language plpgsql as $$
declare names text; further int;
begin
  select string_agg(p.name, ', ' order by p.position) filter (where p.n <= 3), count(*) - 3 into names, further
    from (select p.*, row_number() over (order by p.position, p.id) as n from sla_policies p where p.org_id = app.org_id()
      and p.calendar_id = calendar and p.archived_at is null) p;
  perform app.ensure(names is null, 'WM409', format('policies follow the calendar: %s; give them another one first',
      names || case when further > 0 then format(' and %s more', further) else '' end)),
    app.ensure(not app.is_referenced('business_calendars', calendar), 'WM409',
      'clocks have run on the calendar, so it cannot be deleted; rename it, and use another one from now on');
  delete from business_calendars c where c.org_id = app.org_id() and c.id = calendar;
end $$;

-- Applies public holidays that have come since to the calendars and their clocks.
create or replace function app.daily_business_calendars(org uuid, max_rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare c record; n int := 0;
begin
  for c in select b.id, b.special_days, b.holidays_from_region from business_calendars b where b.org_id = org
      and b.holidays_from_region is not null and b.holidays_edition is distinct from holidays_edition()
      order by b.id limit max_rows loop
    n := n + 1;
    if array(select full_holidays(c.holidays_from_region)) <@ c.special_days then
      update business_calendars b set holidays_edition = app.holidays_edition()
        where b.org_id = org and b.id = c.id;
    else
      perform begin_change('business_calendar.updated');
      update business_calendars b set holidays_from_region = b.holidays_from_region
        where b.org_id = org and b.id = c.id;
      perform recompute_clocks(c.id);
    end if;
    if page_took_long() then return true; end if;
  end loop;
  return n = max_rows;
end $$;
