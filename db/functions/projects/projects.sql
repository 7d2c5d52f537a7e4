-- Project keys. Assignment is serialized per organization, so that keys and former keys stay distinct.
create or replace function app.lock_project_keys(org uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('projects:' || org::text, 0))
$$;

-- A free key from the initials of a name: 'Web site 2' gives WS2, then WS22; one word gives its first
-- letters.
create or replace function app.generate_project_key(name text) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare words text; base text; candidate text; n int := 1;
begin
  words := trim(regexp_replace(upper(unaccent(name)), '[^A-Z0-9]+', ' ', 'g'));
  base := ltrim(regexp_replace(words, '(\S)\S* ?', '\1', 'g'), '0123456789');
  if length(base) < 2 then base := left(ltrim(replace(words, ' ', ''), '0123456789'), 3); end if;
  base := left(case when length(base) < 2 then left(base || 'PRJ', 3) else base end, 7);
  candidate := base;
  perform lock_project_keys(org_id());
  while exists (select from projects p where p.org_id = org_id() and p.key = candidate and p.deleted_at is null)
      or is_former_project_key(org_id(), candidate, null) loop
    n := n + 1; candidate := left(base, 10 - length(n::text)) || n;
  end loop;
  return candidate;
end $$;

-- True for a former key that still resolves to another live project.
create or replace function app.is_former_project_key(org uuid, former_key text, own_project uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from project_key_aliases a join projects p on p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null
    where a.org_id = org and a.key = former_key and a.project_id is distinct from own_project)
$$;

create or replace function app.guard_project_key() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.deleted_at is not null then return new; end if;
  perform lock_project_keys(new.org_id);
  perform ensure(not is_former_project_key(new.org_id, new.key, new.id), 'WM409',
    'the key ' || new.key || ' is a former key of another project');
  return new;
end $$;
create or replace trigger guard_key before insert or update of key, deleted_at on projects
  for each row execute function app.guard_project_key();

-- A former key keeps resolving to its project, until the project takes it back.
create or replace function app.store_former_project_key() returns trigger language plpgsql as $$
begin
  delete from project_key_aliases where org_id = new.org_id and key = new.key and project_id = new.id;
  insert into project_key_aliases (org_id, key, project_id) values (new.org_id, old.key, new.id)
    on conflict (org_id, key) do update set project_id = excluded.project_id, created_at = now();
  return null;
end $$;
create or replace trigger keep_key after update of key on projects
  for each row when (old.key is distinct from new.key) execute function app.store_former_project_key();

-- The person in lead_user_id has the project role lead, and is cleared when they lose it.
create or replace function app.sync_project_lead() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.lead_user_id is null then return null; end if;
  insert into project_members as m (org_id, project_id, user_id, role, added_by)
    values (new.org_id, new.id, new.lead_user_id, 'lead', coalesce(user_id(), new.created_by))
    on conflict (project_id, user_id) do update set role = 'lead' where m.role <> 'lead';
  return null;
end $$;
create or replace trigger keep_lead after insert or update of lead_user_id on projects
  for each row execute function app.sync_project_lead();

create or replace function app.clear_project_lead() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.role = 'lead' then return null; end if;
  update projects p set lead_user_id = null
    where p.org_id = old.org_id and p.id = old.project_id and p.lead_user_id = old.user_id;
  return null;
end $$;
create or replace trigger end_lead after update of role or delete on project_members
  for each row execute function app.clear_project_lead();

-- A share in percent with one decimal; null if the total is 0.
create or replace function app.percentage(part numeric, total numeric) returns numeric language sql immutable parallel safe
  as $$ select case when total > 0 then round(100 * part / total, 1) end $$;

-- A project's statistics: one pass groups its live tasks, the rest comes from the groups.
create or replace function app.project_counts(project uuid) returns jsonb language sql stable as $$
  with project_settings as materialized (select app.own_today() as today, p.estimate_unit as unit
      from projects p where p.org_id = app.org_id() and p.id = project),
  g as materialized (select status, type, priority, assignee_id, status in ('todo', 'in_progress') as open,
      count(*) as n, count(*) filter (where due_date < (select today from project_settings)) as late,
      count(*) filter (where case (select unit from project_settings) when 'minutes' then estimate_minutes is null
        else estimate_points is null end) as lacks_estimate, count(*) filter (where open_blocker_count > 0) as blocked,
      sum(estimate_minutes) as planned, sum(spent_minutes) as spent
    from tasks where org_id = app.org_id() and project_id = project and deleted_at is null
    group by status, type, priority, assignee_id),
  people as (select assignee_id, sum(n) as total, coalesce(sum(n) filter (where open), 0) as open,
      coalesce(sum(n) filter (where status = 'done'), 0) as done from g group by assignee_id),
  totals as (select coalesce(sum(n) filter (where status <> 'cancelled'), 0) as total,
      coalesce(sum(n) filter (where status = 'done'), 0) as done, coalesce(sum(n) filter (where open), 0) as open,
      coalesce(sum(late) filter (where open), 0) as overdue, coalesce(sum(lacks_estimate) filter (where open), 0) as unestimated,
      coalesce(sum(blocked) filter (where open), 0) as blocked, coalesce(sum(planned), 0) as estimate_minutes,
      coalesce(sum(spent), 0) as spent_minutes from g)
  select to_jsonb(w) - '{total,done}'::text[] || jsonb_build_object(
    'progress', jsonb_build_object('done', w.done, 'total', w.total, 'percent', app.percentage(w.done, w.total)),
    'by_status', (select jsonb_object_agg(v, (select coalesce(sum(n), 0) from g where g.status = v))
      from unnest('{todo,in_progress,done,cancelled}'::text[]) v),
    'by_type', (select jsonb_object_agg(v, (select coalesce(sum(n), 0) from g where g.type = v))
      from unnest('{epic,story,task,bug,spike,chore}'::text[]) v),
    'by_priority', (select jsonb_object_agg(v, (select coalesce(sum(n), 0) from g where g.priority = v))
      from unnest('{low,medium,high,urgent}'::text[]) v),
    'by_assignee', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.assignee_id, 'name', u.name,
        'total', p.total, 'open', p.open, 'done', p.done) order by p.open desc, p.total desc, p.assignee_id), '[]')
      from people p left join users u on u.id = p.assignee_id)) from totals w
$$;

-- The days until this many tasks are done with a probability of 85 percent, from the throughput of the last
-- 60 days; null if fewer than five of those days had a completion. The sum of randomly drawn days is
-- approximated by a normal distribution; the forecast itself samples them (areas/sprints/forecast.ts).
create or replace function app.days_to_finish(project uuid, open int) returns int language sql stable as $$
  with project_days as (select z.zone, app.local_day(now(), z.zone) as today, app.local_day(p.created_at, z.zone) as created_day
      from projects p cross join lateral (select app.project_zone(p.org_id, p.id)) z(zone)
      where p.org_id = app.org_id() and p.id = project),
  done as (select app.local_day(t.completed_at, h.zone) as day, count(*) as n from project_days h join tasks t
      on t.org_id = app.org_id() and t.project_id = project and t.status = 'done' and t.type <> 'epic'
        and t.deleted_at is null and t.completed_at > now() - interval '61 days'
      group by 1),
  sums as (select sum(d.n) as n, sum(d.n * d.n) as squares, count(*) as worked,
      h.today - greatest(h.today - 60, least(h.created_day, min(d.day))) as days
    from project_days h join done d on d.day between h.today - 60 and h.today - 1 group by h.today, h.created_day),
  rate as (select n / days::float8 as mean, squares / days::float8 - power(n / days::float8, 2) as variance
    from sums where worked >= 5)
  select ceil(power((1.0364 * sqrt(variance) + sqrt(1.0364 ^ 2 * variance + 4 * mean * open)) / (2 * mean), 2))::int
    from rate
$$;

-- The latest posted health; otherwise off_track if the target date has passed with open work, or if the
-- forecast does not finish the work by then with a probability of 85 percent; at_risk if more than a fifth of
-- it is overdue.
create or replace function app.project_health(project uuid, counts jsonb) returns jsonb language sql stable as $$
  select coalesce(
    (select jsonb_build_object('value', u.health, 'source', 'posted') from project_updates u
      where u.org_id = app.org_id() and u.project_id = project
      order by u.created_at desc nulls last, u.id desc limit 1),
    (select jsonb_build_object('source', 'computed', 'value', case
        when (counts->>'open')::int > 0 and (p.target_date < t.today
          or p.target_date < t.today + app.days_to_finish(p.id, (counts->>'open')::int)) then 'off_track'
        when (counts->>'overdue')::int * 5 > (counts->>'open')::int then 'at_risk' else 'on_track' end)
      from projects p join organizations o on o.id = p.org_id
        cross join lateral (select app.today(coalesce(p.timezone, o.timezone))) t(today)
      where p.org_id = app.org_id() and p.id = project))
$$;

-- A change as text: 'changed status to done', without ids; long values are truncated.
create or replace function app.describe_change(field text, new_value jsonb) returns text
language sql immutable parallel safe as $$
  select 'changed ' || replace(regexp_replace(field, '_id$', ''), '_', ' ')
    || case when field not like '%\_id' and jsonb_typeof(new_value) in ('string', 'number', 'boolean')
      then ' to ' || left(new_value #>> '{}', 80) else '' end
$$;

-- Who may not see the project of a record cannot take it away either: a form that shows none sends none back.
create or replace function app.keep_hidden_project() returns trigger language plpgsql as $$
begin
  if not app.can_see_project(old.project_id) then new.project_id := old.project_id; end if;
  return new;
end $$;
create or replace trigger keep_hidden_project before update of project_id on invoices for each row
  when (new.project_id is null and old.project_id is not null) execute function app.keep_hidden_project();
create or replace trigger keep_hidden_project before update of project_id on deals for each row
  when (new.project_id is null and old.project_id is not null) execute function app.keep_hidden_project();
create or replace trigger keep_hidden_project before update of project_id on contracts for each row
  when (new.project_id is null and old.project_id is not null) execute function app.keep_hidden_project();
create or replace trigger keep_hidden_project before update of project_id on expenses for each row
  when (new.project_id is null and old.project_id is not null) execute function app.keep_hidden_project();
