-- The outbox and scheduled jobs. Jobs enter an organization as the system, one batch per job.

create or replace function app.enter_system(org uuid, action text, request text) returns void
language plpgsql as $$ begin
  perform set_config('app.org_id', org::text, true), set_config('app.user_id', '', true),
    set_config('app.rank', '50', true), set_config('app.hidden_projects', '{}', true),
    set_config('app.only_project', '', true), set_config('app.key_id', '', true),
    set_config('app.actor_type', 'system', true), set_config('app.action', action, true),
    set_config('app.request_id', request, true), set_config('app.change_id', uuidv7()::text, true);
end $$;

-- Begins another change of the system in the organization that it entered.
create or replace function app.begin_change(action text) returns void language plpgsql as $$ begin
  perform set_config('app.action', action, true), set_config('app.change_id', uuidv7()::text, true);
end $$;

-- The settings of the entered organization, to come back to it from another.
create or replace function app.entered() returns jsonb language sql stable as $$
  select jsonb_object_agg(name, coalesce(current_setting(name, true), ''))
    from unnest('{app.org_id,app.user_id,app.rank,app.hidden_projects,app.viewed_projects,app.only_project,app.key_id,
    app.actor_type,app.family,app.session_id,app.impersonator,app.action,app.request_id,app.change_id}'::text[]) name
$$;
create or replace function app.come_back(settings jsonb) returns void language sql as $$
  select set_config(s.key, s.value, true) from jsonb_each_text(settings) s
$$;

-- An entry in the log of the entered organization about what connects it with another: by the caller, or by
-- the other side under its name.
create or replace function app.log_of_link(entity text, action text, link uuid, changes jsonb,
  label text default null) returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, api_key_id, oauth_authorization_id,
      action, entity_type, entity_id, changes, request_id)
    select org_id(), case when label is null then actor_type() else 'system' end,
      case when label is null then user_id() end,
      coalesce(label, (select u.email from users u where u.id = user_id())),
      case when label is null then key_id() end, case when label is null then family() end, action, entity,
      link::text, changes, nullif(current_setting('app.request_id', true), '')
$$;

-- Whose job a topic is: of the organization's shard, or, for what waits for receivers of webhooks, of the one
-- sixteen above it. That has a clock of its own, so that they delay no other job.
create or replace function app.job_shard(org uuid, topic text) returns smallint language sql immutable as $$
  select app.shard_of(org) + case topic when 'webhooks.send' then 16 else 0 end::smallint
$$;

-- When the next job or mail of these shards is due. A suspended organization's jobs wait until it is active
-- again, except for the topics in `always_topics`: erasing, expiring and sealing.
create or replace function app.next_due_at(always_topics text[], shards smallint[]) returns timestamptz
language sql stable security definer set search_path = public, app, pg_temp as $$
  select least((select min(first.available_at) from unnest(shards) s(shard) cross join lateral (
      select o.available_at from outbox o where o.done_at is null and shard_of(o.org_id) = s.shard % 16
        and (o.topic = 'webhooks.send') = (s.shard > 15) and (o.topic = any (always_topics)
          or not is_suspended(o.org_id)) order by o.available_at limit 1) first),
    (select min(m.available_at) from mails m where m.state in ('queued', 'sending')
      and shard_of((m.facts->>'sender')::uuid) = any (shards)))
$$;
create or replace function app.is_suspended(org uuid) returns boolean language sql stable
set search_path = public, app, pg_temp as $$
  select exists (select from organizations o where o.id = org and o.status = 'suspended')
$$;

-- How often a job is tried before it is parked. The wait doubles from a minute to four hours, so that an
-- outage of less than eight hours parks nothing.
create or replace function app.most_tries() returns int language sql immutable as $$ select 10 $$;
create or replace function app.wait_after(attempts int) returns interval language sql immutable as $$
  select interval '1 minute' * (1 << least(attempts, 8))
$$;

-- Takes jobs out of the queue, to those that wait for an operator.
create or replace function app.park_jobs(jobs uuid[]) returns void language sql as $$
  with taken as (delete from public.outbox o where o.id = any (jobs)
    returning o.id, o.org_id, o.topic, o.payload, o.created_at, o.attempts, o.last_error)
  insert into public.parked_jobs (id, org_id, topic, payload, created_at, attempts, last_error)
    select t.* from taken t
$$;

-- Leases up to `max_rows` due jobs of these shards, twice as long for each attempt, so that a crashed
-- worker's jobs are retried; parks those whose workers never told how the last of their tries ended. Allows
-- 20 ms of clock skew between processors, for jobs that have only just become due. Sorted by the bytes of
-- the id, as the planner would else walk the primary key through all that is done. Returns {work: [...],
-- next: when the next is due, or null, mails: whether mails are due}.
create or replace function app.lease_outbox(max_rows int, always_topics text[], shards smallint[]) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare leased_jobs json; lost uuid[]; next_at timestamptz;
begin
  if app.jobs_stand_still() then
    return json_build_object('work', '[]'::json, 'next', utc(now() + interval '1 minute'), 'mails', false);
  end if;
  with due as (
    select id from outbox where done_at is null and shard_of(org_id) = any (array(select s % 16
      from unnest(shards) s))
      and job_shard(org_id, topic) = any (shards) and available_at <= now() + interval '20 milliseconds'
      and (topic = any (always_topics) or not is_suspended(org_id)) order by uuid_send(id) limit max_rows
    for update skip locked),
  leased as (
    update outbox o set attempts = attempts + 1, available_at = now() + wait_after(attempts)
    from due where o.id = due.id returning o.id, o.org_id, o.topic, o.payload, o.attempts)
  select coalesce(json_agg(l order by l.id) filter (where l.attempts <= most_tries()), '[]'::json),
      array_agg(l.id) filter (where l.attempts > most_tries())
    into leased_jobs, lost from (select leased.*, folder_of(org_id) as folder from leased) l;
  if lost is not null then perform park_jobs(lost); end if;
  next_at := next_due_at(always_topics, shards);
  return json_build_object('work', leased_jobs, 'next', utc(next_at), 'mails', has_mail(shards));
end $$;

-- Records that a job is done, or why it failed, and parks it after the last try; returns when the next is
-- due. Without a reason the job is given back, as if it had not been taken.
create or replace function app.finish_outbox(finished uuid, always_topics text[], shards smallint[]) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update outbox set done_at = now() where id = finished;
  return utc(next_due_at(always_topics, shards));
end $$;

create or replace function app.fail_outbox(failed uuid, reason text, always_topics text[], shards smallint[])
returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if reason is null then
    update outbox set attempts = attempts - 1, available_at = now() where id = failed and done_at is null;
    return utc(next_due_at(always_topics, shards));
  end if;
  update outbox set last_error = left(reason, 300) where id = failed;
  perform park_jobs(array_agg(o.id)) from outbox o where o.id = failed and o.attempts >= most_tries()
    and o.done_at is null having count(*) > 0;
  return utc(next_due_at(always_topics, shards));
end $$;

-- Rows that are deleted once they are old, by table. Ids of the outbox are in the order of time, so what is
-- old there is found without an index; nothing reads a job that is done. A request for a code stays while its
-- replay could still revoke tokens. Accounts are never deleted: Postgres would read every table that refers to
-- one.
create or replace function app.old_rows() returns table (source text, condition text)
language sql immutable as $$ values
  ('automation_runs', 'created_at < now() - interval ''90 days'''),
  ('idempotency_keys', 'created_at < now() - interval ''24 hours'''),
  ('login_failures',
    'first_at < now() - interval ''1 day'' and (locked_until is null or locked_until < now())'),
  ('mail_tokens', 'expires_at < now() - interval ''1 day'''),
  ('mails', 'created_at < now() - interval ''30 days'''),
  ('notifications', 'deleted_at < now() - interval ''30 days'''),
  ('oauth_clients', 'used_at is null and created_at < now() - interval ''24 hours''
    and not exists (select from oauth_requests r where r.client_id = oauth_clients.id)'),
  ('oauth_requests', 'expires_at < now() - interval ''1 day''
    and not exists (select from oauth_tokens t where t.authorization_id = oauth_requests.authorization_id)'),
  ('oauth_tokens', 'expires_at < now() - interval ''1 day'''),
  ('outbox',
    'id < app.uuid_at(now() - interval ''1 day'') and done_at < now() - interval ''1 day'' order by id'),
  ('sessions', 'expires_at < now() - interval ''1 day'' or revoked_at < now() - interval ''30 days'''),
  ('spent_tickets', 'expires_at < now() - interval ''1 hour''')
$$;
create or replace function app.delete_old_rows(source text, max_rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare deleted int; saved text := suppress_audit();
begin
  execute (select format(
    'delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s limit $1))',
    o.source, o.condition) from old_rows() o where o.source = delete_old_rows.source) using max_rows;
  get diagnostics deleted = row_count;
  perform set_config('app.suppress_audit', saved, true);
  return deleted = max_rows;
end $$;

-- The daily work: each function named `app.daily_…` of any area, and each table of `app.old_rows`, is a
-- part of its own, done by jobs of the topic `daily`, a page in each job, which leaves the next page to
-- another one. So no part keeps another from running, and a part that was stopped goes on from its page. A
-- function with the parameter `org` is called for each organization in turn, entered as the system, and for
-- '00000000-…', whose chain is the platform's; a text that it returns is logged. If it changes more than the
-- outbox, it has the parameter `max_rows` too, changes no more of its rows at once, and returns true, or a
-- text to log, while there may be more. One with the parameters `after` and `max_rows` concerns no organization that is there, and
-- does a page as `run_daily` does. The part `files` is done by the Worker.
create or replace function app.daily_parts() returns table (part text, parameter text, by_rows boolean)
language sql stable as $$
  select p.proname, p.proargnames[1], 'max_rows' = any (p.proargnames) from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.proname ^@ 'daily_'
      and p.proname <> 'daily_parts' and obj_description(p.oid, 'pg_proc') is distinct from 'retired'
  union all select o.source, 'rows', true from app.old_rows() o
  union all select 'files', 'files', true
$$;
-- Queues the parts of which no page is waiting.
create or replace function app.queue_daily() returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('app.queue_daily'));
  insert into outbox (org_id, topic, payload)
    select '00000000-0000-0000-0000-000000000000', 'daily', jsonb_build_object('part', d.part)
      from daily_parts() d
      where not exists (select from outbox b where b.org_id = '00000000-0000-0000-0000-000000000000'
        and b.topic = 'daily' and b.done_at is null and b.payload->>'part' = d.part) order by d.part
$$;
create or replace function app.organizations_after(after uuid, max_rows int) returns setof uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select '00000000-0000-0000-0000-000000000000'::uuid where after is null
  union all (select o.id from organizations o
    where o.id > coalesce(after, '00000000-0000-0000-0000-000000000000')
    order by o.id limit max_rows)
$$;

-- Whether a page has done enough for one statement.
create or replace function app.page_took_long() returns boolean language sql volatile as $$
  select clock_timestamp() > statement_timestamp() + interval '500 milliseconds'
$$;

-- Does a page of a part: `max_rows` rows, or as many organizations as fit into about half a second, of each a
-- hundred rows at a time. Returns {more, after, found}: whether and after which organization it goes on, and
-- what to log. An organization that fails, or takes so long that it is cancelled, is told of and left out
-- until the next day. A part of an earlier release is no more, so it is done.
create or replace function app.run_daily(name text, after uuid, max_rows int) returns json
language plpgsql as $$
declare kind text; is_by_rows boolean; result text; is_more boolean; org uuid; found text; calls int := 0;
begin
  select d.parameter, d.by_rows into kind, is_by_rows from app.daily_parts() d where d.part = name;
  if kind is distinct from 'org' then
    perform set_config('app.action', '', true);
    if kind = 'rows' then
      return json_build_object('more', app.delete_old_rows(name, max_rows), 'after', null, 'found', null);
    end if;
    if kind = 'after' then execute format('select app.%I($1, $2)', name) into result using after, max_rows; end if;
    return coalesce(result, '{"more":false}');
  end if;
  -- Where one organization has most of a table, Postgres would read all of it for each of the others.
  perform set_config('enable_seqscan', 'off', true);
  for org in select app.organizations_after(after, max_rows) loop
    loop
      begin
        perform app.enter_system(org, '', 'daily');
        execute format('select app.%I($1%s)', name, case when is_by_rows then ', $2' end) into result
          using org, least(max_rows, 100);
        is_more := is_by_rows and coalesce(result <> 'false', false);
      exception when query_canceled or others then
        result := 'failed for ' || org || ' with ' || sqlstate;
        is_more := false;
      end;
      found := nullif(concat_ws(', ', found, case when result not in ('', 'true', 'false') then result end), '');
      calls := calls + 1;
      exit when not is_more or calls >= max_rows or app.page_took_long();
    end loop;
    exit when is_more;
    after := org;
    exit when app.page_took_long();
  end loop;
  return json_build_object('more', coalesce(is_more, false)
    or exists (select from app.organizations_after(after, 1)), 'after', after,
    'found', left(found, 2000));
end $$;
