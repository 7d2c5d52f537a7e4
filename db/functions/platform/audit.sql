-- The audit trail of all tenants, for operators. Tenant entries show what happened and which fields changed,
-- never values; platform entries are shown in full.

-- True for entities operators may see by name: people, organizations, projects and the platform's own.
create or replace function app.is_named_to_operators(entity text) returns boolean language sql immutable as $$
  select entity in ('organizations', 'projects', 'users', 'platform_admins', 'impersonation_sessions')
$$;

-- True for entries whose actor operators may see: people with an account and the service itself. Customers of
-- a tenant, and what tenants call their automations, are the tenant's.
create or replace function app.is_actor_shown(a audit_log) returns boolean language sql immutable as $$
  select a.org_id is null or a.actor_user_id is not null and a.actor_type in ('user', 'api_key', 'oauth')
$$;

-- params: {actor_id?, action?, entity_type?, entity_id?, org_id?, from?, to?, ip?, q?, before?, limit,
-- offset}. Counting stops at 10 000 entries. An entry's id may be slightly later than its created_at.
create or replace function app.platform_audit(params jsonb) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare rules text[] := '{true}'; items json; n bigint; source text;
begin
  perform operator_id();
  if params ? 'actor_id' then
    rules := rules || '(a.actor_user_id = ($1->>''actor_id'')::uuid or a.impersonator_user_id = ($1->>''actor_id'')::uuid)'::text;
  end if;
  if params->>'action' like '%.' then rules := rules || 'starts_with(a.action, $1->>''action'')'::text;
  elsif params ? 'action' then rules := rules || 'a.action = $1->>''action'''::text; end if;
  if params ? 'entity_type' then rules := rules || 'a.entity_type = $1->>''entity_type'''::text; end if;
  if params ? 'entity_id' then rules := rules || 'a.entity_id = $1->>''entity_id'''::text; end if;
  if params ? 'org_id' then
    rules := rules || '(a.org_id = ($1->>''org_id'')::uuid or (a.org_id is null and (a.changes->>''organization_id''
      = $1->>''org_id'' or (a.entity_type = ''organizations'' and a.entity_id = $1->>''org_id''))))'::text;
  end if;
  if params ? 'from' then
    rules := rules || 'a.created_at >= ($1->>''from'')::timestamptz and a.id >= uuid_at(($1->>''from'')::timestamptz)'::text;
  end if;
  if params ? 'to' then
    rules := rules || 'a.created_at < ($1->>''to'')::timestamptz
      and a.id < uuid_at(($1->>''to'')::timestamptz + interval ''1 hour'')'::text;
  end if;
  if params ? 'ip' then rules := rules || '(a.ip = $1->>''ip'' and is_actor_shown(a))'::text; end if;
  if params ? 'q' then
    rules := rules || '(a.request_id = $1->>''q'' or plain(a.action) like platform_search_pattern($1->>''q'')
      or (is_actor_shown(a) and plain(a.actor_label) like platform_search_pattern($1->>''q''))
      or (is_named_to_operators(a.entity_type) and plain(a.entity_label) like platform_search_pattern($1->>''q'')))'::text;
  end if;
  source := ' from audit_log a where ' || array_to_string(rules, ' and ');
  execute 'select count(*) from (select ' || source || ' limit 10000) t' into n using params;
  if params ? 'before' then source := source || ' and a.id < ($1->>''before'')::uuid'; end if;
  execute 'select coalesce(json_agg(e.entry order by e.id desc), ''[]'') from (select a.id, platform_entry(a) as entry'
    || source || ' order by a.id desc limit ($1->>''limit'')::int offset ($1->>''offset'')::int) e' into items using params;
  return json_build_object('items', items, 'total', n, 'limit', (params->>'limit')::int,
    'offset', (params->>'offset')::int, 'next_cursor', case when json_array_length(items) = (params->>'limit')::int
      then items->-1->>'id' end);
end $$;

create or replace function app.platform_entry(a audit_log) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', a.id, 'action', a.action, 'org_id', a.org_id, 'actor_type', a.actor_type,
    'actor_id', a.actor_user_id, 'actor_label', case when is_actor_shown(a) then a.actor_label end, 'impersonator_id', a.impersonator_user_id,
    'entity_type', a.entity_type, 'entity_id', a.entity_id,
    'entity_label', case when is_named_to_operators(a.entity_type) then a.entity_label end,
    'fields', (select coalesce(json_agg(k order by k), '[]') from jsonb_object_keys(a.changes) k),
    'changes', case when starts_with(a.action, 'platform.') then a.changes end,
    'ip', case when is_actor_shown(a) then a.ip end, 'user_agent', case when is_actor_shown(a) then a.user_agent end,
    'request_id', a.request_id, 'created_at', utc(a.created_at))
$$;
