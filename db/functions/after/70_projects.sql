-- Keys. One organization's keys are taken one after another, so that a key and a former key cannot meet.
create or replace function app.lock_project_keys(org uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('projects:' || org::text, 0))
$$;

-- A free key from the initials of a name: 'Web site 2' gives WS2, then WS22; one word gives its first letters.
create or replace function app.make_project_key(name text) returns text
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
      or former_project_key(org_id(), candidate, null) loop
    n := n + 1; candidate := left(base, 10 - length(n::text)) || n;
  end loop;
  return candidate;
end $$;

-- True for a former key that still leads to a live project other than this one.
create or replace function app.former_project_key(org uuid, wanted text, mine uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from project_key_aliases a join projects p on p.id = a.project_id and p.deleted_at is null
    where a.org_id = org and a.key = wanted and a.project_id is distinct from mine)
$$;

create or replace function app.guard_project_key() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.deleted_at is not null then return new; end if;
  perform lock_project_keys(new.org_id);
  perform require(not former_project_key(new.org_id, new.key, new.id), 'WM409',
    'the key ' || new.key || ' is a former key of another project');
  return new;
end $$;
create or replace trigger guard_key before insert or update of key, deleted_at on projects
  for each row execute function app.guard_project_key();

-- A key that was given up keeps leading to its project; taking it back ends that.
create or replace function app.keep_project_key() returns trigger language plpgsql as $$
begin
  delete from project_key_aliases where org_id = new.org_id and key = new.key and project_id = new.id;
  insert into project_key_aliases (org_id, key, project_id) values (new.org_id, old.key, new.id)
    on conflict (org_id, key) do update set project_id = excluded.project_id, created_at = now();
  return null;
end $$;
create or replace trigger keep_key after update of key on projects
  for each row when (old.key is distinct from new.key) execute function app.keep_project_key();

-- The person in lead_user_id has the project role lead, and stands there only as long as they have it.
create or replace function app.keep_project_lead() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.lead_user_id is null then return null; end if;
  insert into project_members as m (org_id, project_id, user_id, role, added_by)
    values (new.org_id, new.id, new.lead_user_id, 'lead', coalesce(user_id(), new.created_by))
    on conflict (project_id, user_id) do update set role = 'lead' where m.role <> 'lead';
  return null;
end $$;
create or replace trigger keep_lead after insert or update of lead_user_id on projects
  for each row execute function app.keep_project_lead();

create or replace function app.end_project_lead() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.role = 'lead' then return null; end if;
  update projects p set lead_user_id = null
    where p.org_id = old.org_id and p.id = old.project_id and p.lead_user_id = old.user_id;
  return null;
end $$;
create or replace trigger end_lead after update of role or delete on project_members
  for each row execute function app.end_project_lead();

-- What a project stands at: one pass over its live tasks. Shares are of all tasks but the cancelled ones.
create or replace function app.share(part bigint, whole bigint) returns numeric language sql immutable parallel safe
  as $$ select case when whole > 0 then round(100.0 * part / whole, 1) end $$;

create or replace function app.project_counts(project uuid) returns jsonb language sql stable as $$
  with today as (select app.today(coalesce(p.timezone, o.timezone)) as day, p.estimate_unit as unit
      from projects p join organizations o on o.id = p.org_id where p.org_id = app.org_id() and p.id = project),
  t as materialized (select status, type, priority, assignee_id, due_date, open_blocker_count as blockers,
      status in ('todo', 'in_progress') as open, estimate_points as points, estimate_minutes, spent_minutes
    from tasks where org_id = app.org_id() and project_id = project and deleted_at is null),
  people as (select assignee_id, count(*) as total, count(*) filter (where open) as open,
      count(*) filter (where status = 'done') as done from t group by assignee_id)
  select jsonb_build_object(
    'by_status', jsonb_build_object('todo', count(*) filter (where status = 'todo'),
      'in_progress', count(*) filter (where status = 'in_progress'), 'done', count(*) filter (where status = 'done'),
      'cancelled', count(*) filter (where status = 'cancelled')),
    'by_type', jsonb_build_object('epic', count(*) filter (where type = 'epic'),
      'story', count(*) filter (where type = 'story'), 'task', count(*) filter (where type = 'task'),
      'bug', count(*) filter (where type = 'bug'), 'spike', count(*) filter (where type = 'spike'),
      'chore', count(*) filter (where type = 'chore')),
    'by_priority', jsonb_build_object('low', count(*) filter (where priority = 'low'),
      'medium', count(*) filter (where priority = 'medium'), 'high', count(*) filter (where priority = 'high'),
      'urgent', count(*) filter (where priority = 'urgent')),
    'by_assignee', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.assignee_id, 'name', u.name,
        'total', p.total, 'open', p.open, 'done', p.done) order by p.open desc, p.total desc, p.assignee_id), '[]')
      from people p left join users u on u.id = p.assignee_id),
    'open', count(*) filter (where open),
    'overdue', count(*) filter (where open and due_date < (select day from today)),
    'unestimated', count(*) filter (where open and case (select unit from today)
      when 'minutes' then estimate_minutes else points end is null),
    'blocked', count(*) filter (where open and blockers > 0),
    'estimate_minutes', coalesce(sum(estimate_minutes), 0), 'spent_minutes', coalesce(sum(spent_minutes), 0),
    'progress', jsonb_build_object('done', count(*) filter (where status = 'done'),
      'total', count(*) filter (where status <> 'cancelled'), 'percent', app.share(
        count(*) filter (where status = 'done'), count(*) filter (where status <> 'cancelled')))) from t
$$;

-- The newest posted health; without a post off_track once the target day has passed with open work, at_risk when more
-- than a fifth of the open work is overdue.
create or replace function app.project_health(project uuid, counts jsonb) returns jsonb language sql stable as $$
  select coalesce(
    (select jsonb_build_object('value', u.health, 'source', 'posted') from project_updates u
      where u.org_id = app.org_id() and u.project_id = project order by u.created_at desc, u.id desc limit 1),
    (select jsonb_build_object('source', 'computed', 'value', case
        when p.target_date < app.today(coalesce(p.timezone, o.timezone)) and (counts->>'open')::int > 0 then 'off_track'
        when (counts->>'overdue')::int * 5 > (counts->>'open')::int then 'at_risk' else 'on_track' end)
      from projects p join organizations o on o.id = p.org_id where p.org_id = app.org_id() and p.id = project))
$$;
