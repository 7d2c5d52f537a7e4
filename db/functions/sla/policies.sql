-- Policies: an ordered list, of which the first that matches a subject gives it its clocks.

-- The policy of a subject: the one set manually, or the first one that matches. Null for none.
create or replace function app.policy_for(s app.sla_subject) returns sla_policies language plpgsql stable as $$
declare p sla_policies; override sla_overrides;
begin
  select * into override from sla_overrides o where o.org_id = s.org_id and o.task_id = s.id and s.kind = 'task';
  if override.id is not null then
    select * into p from sla_policies x where x.org_id = s.org_id and x.id = override.policy_id;
    return p;
  end if;
  select * into p from sla_policies x where x.org_id = s.org_id and x.applies_to = s.kind and x.active and x.archived_at is null
      and coalesce(x.filter->'project_ids' ? s.project_id::text, true) and (not x.filter ? 'types' or exists (select
        from jsonb_array_elements_text(x.filter->'types') t where app.folded(t) = app.folded(s.type)))
      and coalesce(x.filter->'priorities' ? s.priority, true)
      and (not x.filter ? 'client_ids' or coalesce(x.filter->'client_ids' ? s.client_id::text, false))
      and (not x.filter ? 'tags' or exists (select from jsonb_array_elements_text(x.filter->'tags') t
        where app.folded(t) = any (s.tags)))
    order by x.position, x.id limit 1;
  return p;
end $$;

-- Rejects a policy that uses what only the other kind of subject has. Null means not sent.
create or replace function app.check_policy(kind text, filter jsonb, targets jsonb, pauses text[], calendar uuid) returns void
language plpgsql as $$
declare is_task boolean := kind = 'task'; statuses text[] := case kind when 'task' then '{todo,in_progress}'
  else '{open,pending,on_hold}' end;
begin
  perform app.ensure_fields(array(
      select format('body.filter.types[%s]: no type of task', x.n - 1) from jsonb_array_elements_text(filter->'types')
        with ordinality x(name, n) where is_task and x.name not in ('epic', 'story', 'task', 'bug', 'spike', 'chore')
          order by x.n)
    || array(select format('body.targets.%s.%s: only for policies on tickets', t.key, m.key) from jsonb_each(targets) t
        cross join lateral jsonb_object_keys(t.value) m(key) where is_task and m.key <> 'resolution_minutes' order by t.key,
          m.key)
    || array[case when not is_task and filter ? 'project_ids' then 'body.filter.project_ids: only for policies on tasks' end,
      case when not pauses <@ statuses then format('body.pause_statuses: must be of %s', array_to_string(statuses, ', ')) end,
      case when pauses @> statuses then 'body.pause_statuses: leave a status in which clocks run' end,
      (select string_agg(format('body.targets.%s.%s: more than ten years of the calendar''s working time', t.key, m.key), '; '
          order by t.key, m.key)
        from business_calendars c, jsonb_each(targets) t cross join lateral jsonb_each(t.value) m
        where c.org_id = app.org_id() and c.id = calendar and (m.value #>> '{}')::bigint * 60 > c.week_seconds::bigint * 521)]);
end $$;

-- A filter without the projects that are hidden from the caller.
create or replace function app.visible_filter(filter jsonb) returns json language sql stable as $$
  select (case when filter ? 'project_ids' then filter || jsonb_build_object('project_ids',
      (select coalesce(jsonb_agg(x.id order by x.n), '[]')
        from jsonb_array_elements_text(filter->'project_ids') with ordinality x(id, n)
        where app.can_see_project(x.id::uuid)))
    else filter end)::json
$$;

-- Matches the open clocks of a policy again, against the current policies: a batch of tasks and tickets, in
-- id order after the last one of the previous batch. The job `sla.apply` does the rest, unless the policy has
-- been deleted or deactivated by then: those clocks continue.
create or replace function app.apply_policy(policy uuid, max_rows int, work jsonb default '{}') returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); p sla_policies; s app.sla_subject; ids uuid[]; after_id uuid := work->>'after';
begin
  select * into p from sla_policies x where x.org_id = app.org_id() and x.id = policy and x.archived_at is null
    and x.active = coalesce((work->>'active')::boolean, x.active);
  ids := array(select k.subject_id from sla_clocks k where k.org_id = app.org_id() and k.policy_id = p.id
    and k.state in ('running', 'paused') and (after_id is null or k.subject_id > after_id)
    group by k.subject_id order by k.subject_id limit max_rows);
  perform app.lock_tasks(ids), app.lock_tickets(ids);
  for s in select * from app.sla_tasks(ids) union all select * from app.sla_tickets(ids) loop
    perform app.sync_clocks(s, true, true);
  end loop;
  if cardinality(ids) = max_rows then
    perform app.emit('sla.apply', jsonb_build_object('policy_id', p.id, 'active', p.active, 'after', ids[max_rows]));
  end if;
  perform set_config('app.suppress_audit', saved, true), app.schedule_sla_run(app.org_id());
end $$;

-- Cancels a batch of the open clocks of a policy; the job `sla.apply` does the rest.
create or replace function app.cancel_clocks(policy uuid, max_rows int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); ids uuid[]; k sla_clocks;
begin
  ids := array(select x.subject_id from sla_clocks x where x.org_id = app.org_id() and x.policy_id = policy
    and x.state in ('running', 'paused') group by x.subject_id order by x.subject_id limit max_rows);
  perform app.lock_tasks(ids), app.lock_tickets(ids);
  for k in select * from sla_clocks x where x.org_id = app.org_id() and x.policy_id = policy and x.state in ('running', 'paused')
      and x.subject_id = any (ids) order by x.id for update loop
    perform app.end_clock(k, 'cancelled', jsonb_build_object('reason', 'policy_deleted'));
  end loop;
  if cardinality(ids) = max_rows then
    perform app.emit('sla.apply', jsonb_build_object('policy_id', policy, 'cancels', true));
  end if;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Archives a policy. Its open clocks continue under the terms they started with, or are cancelled.
create or replace function app.archive_policy(policy uuid, cancelled int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update sla_policies p set archived_at = now() where p.org_id = app.org_id() and p.id = policy;
  delete from sla_overrides o where o.org_id = app.org_id() and o.policy_id = policy;
  perform app.move_to_position('sla_policies', null, null);
  if cancelled > 0 then perform app.cancel_clocks(policy, cancelled); end if;
end $$;
