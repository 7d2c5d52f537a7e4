-- Levers of operators for the whole service, which hold from the next request on without a deployment, and
-- what they look at to decide.

-- Refuses a write while the service only reads. Signing in, ending a session, counting use, and what
-- operators do go on.
create or replace function app.require_writable() returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare why text;
begin
  select coalesce(': ' || s.reason, '') into why from platform_switches s where s.read_only;
  if found then perform refuse('WM503', 'the service only reads for now' || why); end if;
end $$;

-- Whether no job may begin; those that run come to their end.
create or replace function app.jobs_stand_still() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from platform_switches s where s.read_only or s.jobs_paused)
$$;

-- For how many minutes the oldest of the due jobs has been waiting.
create or replace function app.minutes_behind() returns int
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(extract(epoch from now() - min(j.available_at)) / 60, 0)::int
    from generate_series(0, 15) shard cross join lateral (select o.available_at from outbox o
      where shard_of(o.org_id) = shard and o.done_at is null and o.available_at <= now()
      order by o.available_at limit 1) j
$$;

-- Adds what went wrong in an isolate, by name, to the hour, and forgets what is older than a month.
create or replace function app.count_service(counts jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from service_counts where hour < now() - interval '30 days';
  insert into service_counts (hour, name, n) select date_trunc('hour', now()), c.key, c.value::bigint
      from jsonb_each_text(counts) c order by c.key
    on conflict (hour, name) do update set n = service_counts.n + excluded.n
$$;

-- The state of the service as operators see it. At most 10 000 jobs and mails are counted.
create or replace function app.platform_service() returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare s platform_switches;
begin
  perform operator_id();
  select * into s from platform_switches;
  return json_build_object('read_only', coalesce(s.read_only, false),
    'jobs_paused', coalesce(s.jobs_paused, false), 'reason', s.reason, 'changed_at', utc(s.changed_at),
    'changed_by', (select json_build_object('user_id', u.id, 'name', u.name)
      from users u where u.id = s.changed_by),
    'jobs', (select json_build_object('due', count(*) filter (where j.available_at <= now()), 'later',
        count(*) filter (where j.available_at > now()), 'failing', count(*) filter (where j.attempts >= 3),
        'parked', (select count(*) from (select from parked_jobs limit 10000) p),
        'oldest_due_at', utc(min(j.available_at) filter (where j.available_at <= now())))
      from (select available_at, attempts from outbox where done_at is null limit 10000) j),
    'mails', json_build_object('waiting', (select count(*)
        from (select from mails where state in ('queued', 'sending') limit 10000) m),
      'unclear', (select count(*) from (select from mails where state = 'unclear'
        and created_at > now() - interval '7 days' limit 10000) m)),
    'incidents', (select coalesce(json_agg(json_build_object('name', i.name, 'last_hour', i.last_hour,
        'last_day', i.last_day) order by i.name), '[]')
      from (select c.name, sum(c.n) filter (where c.hour > now() - interval '1 hour')::bigint as last_hour,
          sum(c.n)::bigint as last_day
        from service_counts c where c.hour > now() - interval '1 day' group by c.name) i));
end $$;

-- Switches what is given, and answers the state; the reason is what callers are told.
create or replace function app.platform_change_service(change jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id(); s platform_switches; facts jsonb;
begin
  insert into platform_switches default values on conflict do nothing;
  select * into s from platform_switches for update;
  select jsonb_object_agg(c.key, jsonb_build_object('from', to_jsonb(s)->c.key, 'to', c.value)) into facts
    from jsonb_each(change - 'reason') c where to_jsonb(s)->c.key <> c.value;
  update platform_switches set read_only = coalesce((change->>'read_only')::boolean, s.read_only),
    jobs_paused = coalesce((change->>'jobs_paused')::boolean, s.jobs_paused), reason = change->>'reason',
    changed_by = operator, changed_at = now();
  perform audit_platform_event('platform_switches', '00000000-0000-0000-0000-000000000000', 'the service',
    coalesce(facts, '{}') || jsonb_build_object('reason', change->>'reason'));
  return platform_service();
end $$;

-- The parked jobs: what they are and why they failed, never what they are about.
create or replace function app.platform_parked_jobs(topics text[], org uuid)
returns table (id uuid, topic text, organization json, attempts int, error text, created_at timestamptz,
  parked_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select p.id, p.topic::text, case when o.id is not null then json_build_object('id', o.id, 'name', o.name,
      'slug', o.slug) end, p.attempts, p.last_error::text, p.created_at, p.parked_at
    from parked_jobs p left join organizations o on o.id = p.org_id
    where operator_id() is not null and (topics is null or p.topic = any (topics))
      and (org is null or p.org_id = org)
$$;

-- Has parked jobs tried again, from the first try on, or drops them; of one topic where `job` is null.
-- Returns how many, of at most a thousand, the oldest first.
create or replace function app.platform_release_jobs(job uuid, job_topic text, again boolean) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare released jsonb;
begin
  perform operator_id();
  with chosen as (select p.id from parked_jobs p where p.id = job or job is null and p.topic = job_topic
      order by p.id limit 1000 for update),
    taken as (delete from parked_jobs p using chosen c where p.id = c.id returning p.*),
    queued as (insert into outbox (id, org_id, topic, payload, created_at)
      select t.id, t.org_id, t.topic, t.payload, t.created_at from taken t where again)
    select jsonb_agg(jsonb_build_object('id', t.id, 'topic', t.topic, 'org', t.org_id, 'error', t.last_error))
      into released from taken t;
  if released is null then
    if job is null then return 0; end if;
    perform refuse(case when again then 'WM422' else 'WM404' end,
      case when again then 'body.job_id: ' else '' end || 'job not found');
  end if;
  perform audit_platform_event('parked_jobs', coalesce(job, '00000000-0000-0000-0000-000000000000'),
    released->0->>'topic', jsonb_strip_nulls(jsonb_build_object('jobs', jsonb_array_length(released),
      'organization_id', case when job is not null then released->0->>'org' end,
      'error', released->0->>'error')));
  return jsonb_array_length(released);
end $$;
