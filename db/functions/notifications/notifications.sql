-- Who is notified of an event, and the resulting notifications. The outbox enters the organization as the
-- system before calling these; all are idempotent.

-- The person behind an event, who is not notified; null for automations, so their author is notified like
-- others.
create or replace function app.human_actor(actor_type text, actor uuid) returns uuid
language sql immutable parallel safe as $$
  select case when actor_type in ('user', 'api_key', 'oauth') then actor end
$$;

-- True if an event other than a task event can cause a notification.
create or replace function app.has_recipients(event text, p jsonb) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case
      when event in ('sprint.started', 'sprint.completed') then exists (select from sprint_people(org_id(),
        (p->>'sprint_id')::uuid, p->>'change_id', (p->>'at')::timestamptz) s(person)
        where s.person is distinct from human_actor(p->>'actor_type', (p->>'actor_id')::uuid))
      when event like 'document.%' then exists (select from document_audience(p || jsonb_build_object('event', event)))
      else false end
$$;

-- Reasons ranked by strength: of one change the strongest wins.
create or replace function app.reason_strength(reason text) returns int language sql immutable parallel safe as $$
  select array_position('{mentioned,assigned,unassigned,replied,commented,document_commented,unblocked,blocked,status_changed,document_updated}', reason)
$$;

-- True if the person wrote in the comment's thread or resolved it.
create or replace function app.is_in_thread(org uuid, comment jsonb, person uuid) returns boolean
language sql stable as $$
  select exists (select from comments c where c.org_id = org and person in (c.author_id, c.resolved_by) and c.deleted_at is null
      and c.id <> (comment->>'comment_id')::uuid
      and (comment->>'parent_id')::uuid in (c.id, c.parent_id))
$$;

-- Whom a task event concerns and why; `direct` addresses the person rather than watchers.
create or replace function app.task_event_audience(e task_events)
returns table (person uuid, reason text, direct boolean) language sql stable as $$
  select m::uuid, 'mentioned', true from jsonb_array_elements_text(e.new_value->'mentions') m
    where e.kind in ('commented', 'comment_edited')
  union all select (e.new_value #>> '{}')::uuid, 'assigned', true
    where e.field = 'assignee_id' and e.new_value is not null
  union all select (e.old_value #>> '{}')::uuid, 'unassigned', false
    where e.field = 'assignee_id' and e.old_value is not null
  union all select t.assignee_id, 'assigned', true from tasks t
    where e.kind = 'created' and t.org_id = e.org_id and t.id = e.task_id and t.assignee_id is not null
  union all select (e.new_value->>'resolved_by')::uuid, 'replied', false where e.kind = 'commented' and e.new_value ? 'resolved_by'
  union all select w.user_id, case when e.kind <> 'commented' then e.kind
      when app.is_in_thread(e.org_id, e.new_value, w.user_id) then 'replied' else 'commented' end, false
    from task_watchers w where e.kind in ('commented', 'status_changed', 'blocked', 'unblocked')
      and w.org_id = e.org_id and w.task_id = e.task_id and w.state = 'watching'
$$;

-- True if the person muted the task or its project.
create or replace function app.is_muted(org uuid, project uuid, task uuid, person uuid) returns boolean
language sql stable as $$
  select exists (select from notification_mutes m where m.user_id = person and m.org_id = org and m.project_id = project)
    or exists (select from task_watchers w where w.org_id = org and w.task_id = task and w.user_id = person
      and w.state = 'muted')
$$;

create or replace function app.wants_notification(org uuid, person uuid, notification_reason text) returns boolean
language sql stable as $$
  select coalesce((select p.in_app from notification_preferences p
    where p.user_id = person and p.org_id = org and p.reason = notification_reason), true)
$$;

-- The recipients of a change: per person and task the strongest remaining reason.
create or replace function app.change_recipients(org uuid, change uuid, at timestamptz)
returns table (person uuid, event_id bigint, task_id uuid, reason text) language sql stable as $$
  select distinct on (c.person, e.task_id) c.person, e.id, e.task_id, c.reason
    from task_events e join tasks t on t.org_id = e.org_id and t.id = e.task_id and t.deleted_at is null
      cross join lateral app.task_event_audience(e) c
    where e.org_id = org and e.created_at = at and e.change_id = change
      and c.person is distinct from app.human_actor(e.actor_type, e.actor_id)
      and (c.direct or not app.is_muted(org, t.project_id, t.id, c.person))
      and app.wants_notification(org, c.person, c.reason)
      and app.suppression_reason(t.project_id, c.person, (e.new_value->>'is_internal')::boolean is true) is null
    order by c.person, e.task_id, app.reason_strength(c.reason), e.id
$$;

-- The notification of one task event. State changes have `from` and `to`, and unread ones collapse; mentions
-- and comments never do.
create or replace function app.task_notification(e task_events, person uuid, reason text) returns notifications
language plpgsql stable as $$
declare n notifications; field text; details jsonb := '{}';
begin
  select case reason when 'status_changed' then 'status' when 'assigned' then 'assignment'
    when 'unassigned' then 'assignment' when 'blocked' then 'blocking' when 'unblocked' then 'blocking' end into field;
  details := case reason when 'status_changed' then jsonb_build_object('from', e.old_value, 'to', e.new_value)
    when 'assigned' then '{"from":"free","to":"assigned"}' when 'unassigned' then '{"from":"assigned","to":"free"}'
    when 'blocked' then '{"from":"free","to":"blocked"}' when 'unblocked' then '{"from":"blocked","to":"free"}'
    else jsonb_build_object('comment_id', e.new_value->'comment_id') end;
  n.org_id := e.org_id; n.user_id := person; n.reason := reason; n.event_id := e.id;
  n.actor_id := e.actor_id; n.actor_type := e.actor_type;
  n.entity_type := 'task'; n.entity_id := e.task_id;
  n.group_key := 'task:' || e.task_id || ':' || field;
  n.data := details || case when field is null then '{}' else jsonb_build_object('first_event', e.id) end;
  select t.project_id, left(t.title, 200) into n.project_id, n.title
    from tasks t where t.org_id = e.org_id and t.id = e.task_id;
  return n;
end $$;

-- One notification of a bulk change of tasks.
create or replace function app.bulk_notification(e task_events, person uuid, reason text, items jsonb) returns notifications
language plpgsql stable as $$
declare n notifications; project_ids uuid[];
begin
  select array_agg(distinct t.project_id) into project_ids from jsonb_array_elements(items) i
    join tasks t on t.org_id = e.org_id and t.id = (i->>'id')::uuid;
  n.org_id := e.org_id; n.user_id := person; n.reason := reason; n.event_id := e.id;
  n.actor_id := e.actor_id; n.actor_type := e.actor_type;
  n.project_id := case when cardinality(project_ids) = 1 then project_ids[1] end;
  n.entity_type := case when n.project_id is null then 'organization' else 'project' end;
  n.entity_id := coalesce(n.project_id, e.org_id);
  n.title := jsonb_array_length(items) || ' tasks';
  n.count := jsonb_array_length(items);
  n.data := jsonb_build_object('tasks', jsonb_path_query_array(items, '$[0 to 99]'));
  return n;
end $$;

-- Inserts a notification unless it is known, or updates the unread one of its group; late work joins the
-- notification that its events cancelled. Recipients come in one order, so that concurrent drains never
-- deadlock.
create or replace function app.notify(n notifications) returns void language plpgsql as $$
declare existing notifications; is_new boolean;
begin
  if exists (select from notifications o where o.user_id = n.user_id and o.source_key = n.source_key)
    or exists (select from notifications o where o.org_id = n.org_id and o.entity_type = n.entity_type
      and o.entity_id = n.entity_id and o.user_id = n.user_id and o.group_key = n.group_key
      and o.event_id >= n.event_id and (o.read_at is not null or (o.deleted_at is not null
        and coalesce((o.data->>'lull')::bigint, 0) <= n.event_id))) then return; end if;
  for attempt in 1 .. 5 loop
    select * into existing from notifications o where o.user_id = n.user_id and o.group_key = n.group_key
      and o.read_at is null and o.deleted_at is null for update;
    if found then
      perform app.merge_notification(existing, n);
      return;
    end if;
    select * into existing from notifications o where o.org_id = n.org_id and o.entity_type = n.entity_type
      and o.entity_id = n.entity_id and o.user_id = n.user_id and o.group_key = n.group_key
      and (o.data->>'lull')::bigint > n.event_id order by o.event_id desc limit 1 for update;
    if found then
      begin
        perform app.merge_notification(existing, n);
        return;
      exception when unique_violation then continue; -- another drain wrote the unread one
      end;
    end if;
    insert into notifications (org_id, user_id, reason, actor_id, actor_type, entity_type, entity_id, project_id, title,
        snippet, data, group_key, count, event_id, source_key, created_at)
      values (n.org_id, n.user_id, n.reason, n.actor_id, n.actor_type, n.entity_type, n.entity_id, n.project_id, n.title,
        n.snippet, coalesce(n.data, '{}'), n.group_key, coalesce(n.count, 1), n.event_id, n.source_key, clock_timestamp())
      on conflict do nothing returning true into is_new;
    exit when is_new or n.group_key is null;
  end loop;
end $$;

-- Merges a later (or, out of order, an earlier) state change into an unread notification. If the state is
-- back where it began, the notification is deleted, keeping in `lull` from which event on.
create or replace function app.merge_notification(existing notifications, n notifications) returns void language plpgsql as $$
declare is_later boolean := n.event_id is null or n.event_id > existing.event_id; details jsonb;
begin
  if not is_later and n.event_id >= (existing.data->>'first_event')::bigint then return; end if;
  details := case when is_later then n.data || jsonb_strip_nulls(jsonb_build_object('from', existing.data->'from',
      'first_event', existing.data->'first_event'))
    else existing.data || jsonb_build_object('from', n.data->'from', 'first_event', n.event_id) end;
  details := details - 'lull' || case when details->'from' = details->'to'
    then jsonb_build_object('lull', details->'first_event')
    else '{}' end;
  update notifications o set count = o.count + 1, data = details,
      reason = case when is_later then n.reason else o.reason end,
      actor_id = case when is_later then n.actor_id else o.actor_id end,
      actor_type = case when is_later then n.actor_type else o.actor_type end,
      title = case when is_later then n.title else o.title end,
      snippet = case when is_later then coalesce(n.snippet, o.snippet) else o.snippet end,
      event_id = greatest(o.event_id, n.event_id), source_key = coalesce(n.source_key, o.source_key),
      created_at = clock_timestamp(), updated_at = now(), archived_at = null,
      deleted_at = case when details->'from' = details->'to' then now() end
    where o.org_id = existing.org_id and o.id = existing.id;
end $$;
