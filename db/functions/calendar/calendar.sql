-- A person's calendar: due dates, working days, and the feed that calendar apps fetch.

create or replace function app.absences_json(first date, last date, person uuid) returns json language sql stable as $$
  select json_build_object('items', coalesce(json_agg(json_build_object('user_id', a.user_id, 'name', u.name,
      'from', a.first_day, 'to', a.last_day, 'half_days', a.half_days, 'kind', a.kind)
      order by a.first_day, u.name, a.user_id), '[]'))
    from app.absences(first, last) a join users u on u.id = a.user_id where person is null or a.user_id = person
$$;

-- How much of each day is worked: by the organization, or by a given person, of an employee by their
-- schedule and place and without absences. {count, days: [{date, share}]}
create or replace function app.working_calendar(first date, last date, person uuid) returns json
language sql stable as $$
  with employee as materialized (select e.id from employees e where e.org_id = app.org_id()
    and e.user_id = person
    and app.only_project() is null),
  shares as (select d.day, d.share from app.day_shares(app.org_id(), first, last) d
      where not exists (select from employee)
    union all select d.day, d.share from employee e
      cross join lateral app.available_days(array[e.id], first, last) d)
  select json_build_object('from', first, 'to', last, 'count', coalesce(sum(d.share), 0),
      'days', coalesce(json_agg(json_build_object('date', d.day, 'share', d.share) order by d.day), '[]'))
    from shares d where d.share > 0
$$;

call app.make_type('calendar_event', 'id text, type text, title text, first_day date, last_day date,
  starts timestamptz, ends timestamptz, entity jsonb, color text, status text, changed timestamptz,
  version int');

-- The caller's calendar events between two dates, one select per source: all-day events have dates (the last
-- one inclusive), others timestamps. Cancelled ones stay for 30 days, so that feeds remove them. A recurring
-- reminder is one event, at its next occurrence. `offset 0` finds the caller's tasks first, not all those of
-- each project.
create or replace function app.calendar_events(first date, last date) returns setof app.calendar_event
language sql stable as $$
  with my_tasks as materialized (
    select t.id, t.title, t.start_date, t.due_date, t.status, t.updated_at, t.version, p.color,
        jsonb_build_object('type', 'task', 'id', t.id, 'key', p.key || '-' || t.number, 'project_id', p.id) as entity
      from (select t.* from tasks t where t.org_id = app.org_id() and t.assignee_id = app.user_id() and t.due_date >= first
          and coalesce(t.start_date, t.due_date) <= last and t.deleted_at is null and t.archived_at is null
          and (t.status <> 'cancelled' or t.cancelled_at > now() - interval '30 days') offset 0) t
        join projects p on p.org_id = t.org_id and p.id = t.project_id
      where p.deleted_at is null and p.archived_at is null and app.can_see_project(p.id))
  select 'task-' || m.id, 'task_due', m.title, m.due_date, m.due_date, null::timestamptz, null::timestamptz, m.entity,
      m.color, m.status, m.updated_at, m.version from my_tasks m where m.due_date <= last
  union all select 'task-span-' || m.id, 'task_span', m.title, m.start_date, m.due_date, null, null, m.entity, m.color,
      m.status, m.updated_at, m.version from my_tasks m where m.start_date < m.due_date
  union all select 'sprint-' || s.id, 'sprint', p.key || ' · ' || s.name, s.start_date, s.end_date, null, null,
      jsonb_build_object('type', 'sprint', 'id', s.id, 'key', null, 'project_id', p.id), p.color, s.state, s.updated_at,
      s.version
    from sprints s join projects p on p.org_id = s.org_id and p.id = s.project_id
    where s.org_id = app.org_id() and s.deleted_at is null and s.start_date <= last and s.end_date >= first
      and (s.state <> 'cancelled' or s.updated_at > now() - interval '30 days') and p.deleted_at is null
      and p.archived_at is null and app.can_see_project(p.id) and (app.is_project_member(p.id) or exists (select from tasks t
        where t.org_id = s.org_id and t.sprint_id = s.id and t.assignee_id = app.user_id() and t.deleted_at is null))
  union all select 'project-' || p.id, 'project', p.name, p.target_date, p.target_date, null, null,
      jsonb_build_object('type', 'project', 'id', p.id, 'key', p.key, 'project_id', p.id), p.color, p.status,
      p.updated_at, p.version
    from projects p where p.org_id = app.org_id() and p.target_date between first and last and p.deleted_at is null
      and p.archived_at is null and app.can_see_project(p.id) and (p.lead_user_id = app.user_id() or app.is_project_member(p.id))
  union all select 'milestone-' || i.id, 'milestone', p.key || ' · ' || i.name, i.due_date, i.due_date, null, null,
      jsonb_build_object('type', 'milestone', 'id', i.id, 'key', null, 'project_id', p.id), p.color,
      case when i.completed_at is null then 'open' else 'completed' end, i.updated_at, i.version
    from milestones i join projects p on p.org_id = i.org_id and p.id = i.project_id
    where i.org_id = app.org_id() and i.due_date between first and last and i.deleted_at is null
      and p.deleted_at is null and p.archived_at is null and app.can_see_project(p.id)
      and (p.lead_user_id = app.user_id() or app.is_project_member(p.id))
  union all select 'reminder-' || r.id, 'reminder', r.title, null, null, r.next_fire_at,
      r.next_fire_at + interval '15 minutes', jsonb_build_object('type', 'reminder', 'id', r.id, 'key', null,
      'project_id', null), null, r.status, r.updated_at, r.version
    from reminders r join organizations o on o.id = r.org_id
    where r.org_id = app.org_id() and r.user_id = app.own_id() and r.deleted_at is null
      and app.local_day(r.next_fire_at, o.timezone) between case when r.rrule is null then first else '-infinity' end and last
      and app.only_project() is null
  union all select 'meeting-' || m.id || case when m.recurrence is null then '' else
        to_char(o.planned_at at time zone 'UTC', '-YYYYMMDD"T"HH24MI"Z"') end, 'meeting', coalesce(o.title,
          m.title), null,
      null, o.starts_at, o.ends_at, jsonb_build_object('type', 'meeting', 'id', m.id, 'key', null,
        'project_id', null), null,
      o.status, greatest(m.updated_at, o.updated_at), m.sequence
    from meeting_occurrences o join meetings m on m.org_id = o.org_id and m.id = o.meeting_id
    where o.org_id = app.org_id() and o.starts_at >= app.day_start(first, app.own_zone())
      and o.starts_at < app.day_start(last + 1, app.own_zone())
      and (m.host_user_id = app.user_id() or app.user_id() = any (m.attendee_ids))
        and app.only_project() is null
      and (o.status <> 'cancelled' or o.updated_at > now() - interval '30 days')
      and not exists (select from meeting_participants p where p.org_id = m.org_id and p.meeting_id = m.id
        and p.user_id = app.user_id() and p.response = 'declined')
  union all select 'holiday-' || h.date || '-' || md5(h.name_en), 'holiday', h.name, h.date, h.date, null, null, null,
      null, h.kind, null, 0
    from app.org_holidays(app.org_id(), first, last) h where app.only_project() is null
  union all select 'absence-' || a.user_id || '-' || a.first_day, 'absence', coalesce(a.kind, 'absent'), a.first_day,
      a.last_day, null, null, null, null, 'absent', null, 0
    from app.absences(first, last) a where a.user_id = app.user_id() and app.only_project() is null
  union all select 'birthday-' || b.employee_id || '-' || b.day, 'birthday', b.name, b.day, b.day, null, null,
      null, null, 'birthday', null, 0
    from app.birthdays(first, last) b
$$;
create or replace function app.is_project_member(project uuid) returns boolean language sql stable as $$
  select exists (select from project_members m where m.org_id = app.org_id() and m.project_id = project
    and m.user_id = app.user_id())
$$;

-- The occurrences of an event that begin between two dates: of a recurring reminder the next and those after
-- it.
create or replace function app.event_times(e app.calendar_event, first date, last date, zone text)
returns table (id text, starts timestamptz, ends timestamptz) language sql stable as $$
  select e.id, e.starts, e.ends where e.type <> 'reminder' or app.local_day(e.starts, zone) >= first
  union all select e.id || to_char(m at time zone 'UTC', '-YYYYMMDD"T"HH24MI"Z"'), m, m + (e.ends - e.starts)
    from reminders r cross join lateral app.occurrences(r.rrule, r.remind_at, r.timezone,
      greatest(e.starts, app.day_start(first - 1, zone)), least(1000, (last - first + 2) * 24)) m
    where e.type = 'reminder' and r.org_id = app.org_id() and r.id = (e.entity->>'id')::uuid and r.rrule is not null
      and r.remind_at is not null and app.local_day(m, zone) between first and last
$$;

-- {from, to, timezone, events}.
create or replace function app.my_calendar(first date, last date, types text[], zone text) returns json
language sql stable as $$
  select json_build_object('from', first, 'to', last, 'timezone', coalesce(zone, app.own_zone()), 'events', (
    select coalesce(json_agg(json_build_object('id', x.id, 'type', e.type, 'title', e.title,
        'all_day', x.starts is null, 'start', app.utc(x.starts), 'end', app.utc(x.ends), 'start_date', e.first_day,
        'end_date', e.last_day, 'entity', e.entity, 'color', e.color, 'status', e.status)
        order by coalesce(e.first_day, x.starts::date), e.type, e.title, x.starts, x.id), '[]')
      from app.calendar_events(first, last) e cross join lateral app.event_times(e, first, last, app.own_zone()) x
      where e.status <> 'cancelled' and (types is null or e.type = any (types))))
  from organizations o where o.id = app.org_id()
$$;

-- Authenticates a calendar feed token as its owner, with their current rights.
create or replace function app.enter_calendar(token bytea, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare opened calendar_feed_tokens;
begin
  select * into opened from calendar_feed_tokens t where t.token_hash = token and t.revoked_at is null;
  perform ensure(found, 'WM404', 'calendar not found');
  perform enter_personal_link(opened.org_id, opened.user_id, 10, request);
  update calendar_feed_tokens t set last_fetched_at = now()
    where t.id = opened.id and (t.last_fetched_at is null or t.last_fetched_at < now() - interval '1 minute');
end $$;

-- How a reminder recurs: {rrule, zone, starts}, with UNTIL in UTC as RFC 5545 asks of rules with a time zone.
-- Null for other events.
create or replace function app.event_rule(e app.calendar_event) returns json language sql stable as $$
  select json_build_object('zone', r.timezone, 'starts', app.utc(r.remind_at), 'rrule', case
      when u.until is null or u.until like '%Z' then r.rrule
      else regexp_replace(r.rrule, 'UNTIL=[^;]*', 'UNTIL=' || to_char((case length(u.until)
        when 8 then u.until::date + time '23:59:59' else u.until::timestamp end) at time zone r.timezone at time zone 'UTC',
        'YYYYMMDD"T"HH24MISS"Z"')) end)
    from reminders r, lateral (select app.rule_part(r.rrule, 'UNTIL')) u(until)
    where e.type = 'reminder' and r.org_id = app.org_id() and r.id = (e.entity->>'id')::uuid and r.rrule is not null
      and r.remind_at is not null
$$;

-- The current person's feed: a month back, a year ahead.
create or replace function app.calendar_feed() returns json language sql stable as $$
  select json_build_object('name', o.name, 'events', (select coalesce(json_agg(json_build_object('id', e.id,
      'title', e.title, 'rule', app.event_rule(e), 'first_day', e.first_day, 'last_day', e.last_day, 'starts', app.utc(e.starts),
      'ends', app.utc(e.ends), 'cancelled', e.status = 'cancelled',
      'changed', app.utc(coalesce(e.changed, f.created_at)), 'version', coalesce(e.version, 0))
      order by coalesce(e.first_day, e.starts::date), e.id), '[]')
    from app.calendar_events(app.today(o.timezone) - 31, app.today(o.timezone) + 366) e where e.type = any (f.types)))
  from calendar_feed_tokens f join organizations o on o.id = f.org_id
  where f.org_id = app.org_id() and f.user_id = app.user_id() and f.revoked_at is null
$$;

-- params: {from, to, country?, region?, lang?, types?}; the place defaults to the organization's.
create or replace function app.list_holidays(params jsonb) returns json language sql stable as $$
  with place as (select o.id as org, coalesce(params->>'country', o.country) as country,
      case when params ? 'region' then params->>'region' when params ? 'country' and params->>'country' <> o.country then null
        else o.region end as region, o.country as own_country, o.region as part,
      coalesce(params->>'lang', left(o.locale, 2)) = 'en' as english, (params->>'from')::date as first,
      (params->>'to')::date as last
    from organizations o where o.id = app.org_id()),
  holidays as (
    select k.* from place p cross join lateral app.org_holidays(p.org, p.first, p.last) k
      where (p.country, p.region) is not distinct from (p.own_country::text, p.part::text)
    union all select h.date, h.name, h.name_en, h.kind, h.substitute, h.half_day, 'library'
      from place p cross join lateral app.holidays_of(p.country, p.region, p.first, p.last) h
      where (p.country, p.region) is distinct from (p.own_country::text, p.part::text))
  select json_build_object('items', coalesce(json_agg(json_build_object('date', l.date,
      'name', case when p.english then l.name_en else l.name end, 'type', l.kind, 'substitute', l.substitute,
      'half_day', l.half_day, 'source', l.source) order by l.date, l.name) filter (where l.date is not null), '[]'),
    'attribution', 'date-holidays and its contributors, CC BY-SA 3.0; lunar dates are predictions')
    from place p left join (select distinct * from holidays) l on not params ? 'types' or params->'types' ? l.kind
$$;
