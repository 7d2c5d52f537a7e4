-- Sets a request's audit context; the first statement of public operations.
create or replace function app.trace(request jsonb) returns void language plpgsql as $$
begin
  perform set_config('app.action', coalesce(request->>'action', ''), true),
    set_config('app.request_id', coalesce(request->>'request', ''), true),
    set_config('app.ip', coalesce(request->>'ip', ''), true),
    set_config('app.agent', coalesce(request->>'agent', ''), true),
    set_config('app.basic', coalesce(request->>'basic', ''), true),
    set_config('statement_timeout', coalesce(request->>'timeout', current_setting('statement_timeout')), true);
  if request->>'write' = 'true' then perform app.require_writable(); end if;
  if request ? 'action' then perform set_config('app.change_id', uuidv7()::text, true); end if;
end $$;

-- The first statement of every other request's batch: authenticates the caller, selects the organization and
-- authorizes. Raises WM401 (invalid credential), WM404 (not a member), WM403 (role, read-only key, wrong kind
-- of credential), WM2FA (the organization requires a second factor, which the person lacks), WMSES (another
-- person's session), WM422 (several organizations, none named), WM409 (Idempotency-Key reused with another
-- body), WM429 (too many heavy operations at once) or WMREP (replay: status and response). Few statements and
-- expressions, because plpgsql prepares each of them again in every transaction; an assignment costs a
-- fraction of a PERFORM, which is a query.
create or replace function app.enter(request jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  params record; key_row record; member record; kind text; person uuid; rank int := 0; hidden_ids text := '{}';
  viewed_ids text := '{}';
  stale boolean := false; entered_org uuid; family uuid; only_project uuid; key_id uuid; read_only boolean := false;
  only_orgs uuid[];
  impersonation_row impersonation_sessions; settings text[]; has_factor boolean := true; scopes text[];
  most_requests int; most_rows int;
begin
  select * into params from jsonb_to_record(request) r (token text, oauth boolean, org uuid, "user" uuid, session uuid,
    impersonation text, method text, rank int, write boolean, reach text, deleted boolean, suspended boolean,
    owner uuid, choose text, platform boolean, key text, timeout text, heavy int, scope text);
  -- 1. Authenticate: the credential and its person.
  if params.oauth then
    select a.user_id, a.id, a.last_used_at is null or a.last_used_at < now() - interval '1 minute', a.read_only, a.org_ids,
        u.second_factor
      into person, family, stale, read_only, only_orgs, has_factor
      from oauth_tokens t join oauth_authorizations a on a.id = t.authorization_id
      join users u on u.id = a.user_id and u.status = 'active'
      where t.hash = decode(params.token, 'hex') and t.kind = 'access' and t.expires_at > now()
        and a.revoked_at is null;
    if not found then perform refuse('WM401', 'the token is unknown, expired or revoked'); end if;
    if params.org <> all (only_orgs) then perform refuse('WM404', 'organization not found'); end if;
    kind := 'oauth'; entered_org := params.org;
  elsif params.token is not null then
    select k.id, k.user_id, k.org_id, k.project_id, k.read_only, k.scopes,
        acting_role(m.role, m.viewer_from) as role, o.status,
        o.require_second_factor and not u.second_factor as needs_factor,
        o.requests_per_minute, o.rows_per_minute, o.used_up,
        k.last_used_at is null or k.last_used_at < now() - interval '1 minute'
          or m.last_seen_at is null or m.last_seen_at < now() - interval '15 minutes' as stale
      into key_row
      from api_keys k join users u on u.id = k.user_id and u.status = 'active'
        join organization_members m on m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active'
        join organizations o on o.id = m.org_id and o.deleted_at is null
      where k.token_hash = decode(params.token, 'hex') and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now());
    if not found then perform refuse('WM401', 'the token is unknown, expired or revoked'); end if;
    if params.org <> key_row.org_id then perform refuse('WM404', 'organization not found'); end if;
    kind := 'api_key'; person := key_row.user_id; entered_org := key_row.org_id; only_project := key_row.project_id;
    key_id := key_row.id; read_only := key_row.read_only; stale := key_row.stale; member := key_row;
    scopes := key_row.scopes;
  else
    if params.impersonation is not null then
      impersonation_row := active_impersonation(params.impersonation);
    end if;
    if impersonation_row.id is not null then
      if params.method <> 'GET' then
        perform refuse('WM403', 'impersonation only reads; end it at /api/v1/auth/impersonation/exit');
      end if;
      if params.org <> impersonation_row.target_org_id then perform refuse('WM404', 'organization not found'); end if;
      person := impersonation_row.target_user_id; only_orgs := array[impersonation_row.target_org_id];
    else
      select s.user_id, u.second_factor into person, has_factor from sessions s join users u on u.id = s.user_id
        and u.status = 'active'
        where s.id = params.session and s.user_id = params."user" and s.revoked_at is null and s.expires_at > now();
      if not found then perform refuse('WM401', 'the session has ended; sign in again'); end if;
    end if;
    kind := 'session'; entered_org := params.org;
  end if;
  -- 2. Select the organization: named, the key's own, or the only one; the membership and what it hides.
  if params.owner <> person then perform refuse('WMSES', 'no such session'); end if;
  if entered_org is null and params.choose is not null then
    entered_org := sole_organization(person, only_orgs);
    if entered_org is null and params.choose = 'must' then
      perform refuse('WM422', 'path.org_id: say which organization'
        || which_organizations(person, only_orgs));
    end if;
  end if;

  if entered_org is not null then
    if kind <> 'api_key' then
      select acting_role(m.role, m.viewer_from) as role, o.status,
          o.require_second_factor and not has_factor as needs_factor,
          m.last_seen_at is null or m.last_seen_at < now() - interval '15 minutes' as stale,
          o.requests_per_minute, o.rows_per_minute, o.used_up
        into member from organization_members m join organizations o on o.id = m.org_id
        where m.org_id = entered_org and m.user_id = person and m.status = 'active'
          and (o.deleted_at is null or params.deleted);
      if not found then perform refuse('WM404', 'organization not found'); end if;
      stale := stale or member.stale;
    end if;
    if member.status = 'suspended' and params.suspended is not true then
      perform refuse('WM403', 'the organization is suspended');
    end if;
    if member.needs_factor and (params.org is not null or params.suspended is not true) then
      perform refuse('WM2FA', 'the organization requires a second factor; turn one on in your account, at /account');
    end if;
    if member.used_up is not null and kind <> 'session' and params.suspended is not true then
      perform refuse_used_up(member.used_up,
        case when params.choose is null then 'requests' else 'tool_calls' end);
    end if;
    rank := level_of(member.role); most_requests := member.requests_per_minute;
    most_rows := member.rows_per_minute;
    if rank < 40 then
      select coalesce(array_agg(p.id), '{}')::text into hidden_ids from projects p
        where p.org_id = entered_org and p.visibility = 'private' and not exists (
          select from project_members pm where pm.project_id = p.id and pm.user_id = person);
    end if;
    if params.write and rank between 20 and 39 then
      select coalesce(array_agg(pm.project_id), '{}')::text into viewed_ids from project_members pm
        where pm.org_id = entered_org and pm.user_id = person and pm.role = 'viewer';
    end if;
  end if;

  -- 3. Establish the scopes and the audit context of the transaction.
  settings := array[set_config('app.user_id', person::text, true), set_config('app.org_id', coalesce(entered_org::text, ''), true),
    set_config('app.rank', rank::text, true), set_config('app.hidden_projects', hidden_ids, true),
    set_config('app.viewed_projects', viewed_ids, true),
    set_config('app.only_project', coalesce(only_project::text, ''), true),
    set_config('app.key_id', coalesce(key_id::text, ''), true), set_config('app.actor_type',
      case kind when 'session' then 'user' else kind end, true),
    set_config('app.family', coalesce(family::text, ''), true),
    set_config('app.session_id', case when kind = 'session' and impersonation_row.id is null
      then params.session::text else '' end, true),
    set_config('app.impersonator', coalesce(impersonation_row.admin_user_id::text, ''), true),
    set_config('app.only_orgs', coalesce(only_orgs::text, ''), true),
    set_config('app.action', coalesce(request->>'action', ''), true),
    set_config('app.request_id', coalesce(request->>'request', ''), true),
    set_config('app.ip', coalesce(request->>'ip', ''), true),
    set_config('app.agent', coalesce(request->>'agent', ''), true),
    set_config('statement_timeout', coalesce(params.timeout, current_setting('statement_timeout')), true),
    set_config('lock_timeout', coalesce(params.timeout, current_setting('lock_timeout')), true),
    set_config('app.change_id', case when request ? 'action' then uuidv7()::text else '' end, true)];

  -- 4. Authorize: reach, kind of credential, impersonation, role; then claim the Idempotency-Key
  -- and a slot for what is heavy.
  if params.reach = 'organization' and only_project is not null then
    perform refuse('WM404', 'this key reaches one project only');
  end if;
  if not (request->'by') ? kind then
    perform refuse('WM403', 'this operation is not open to ' || case kind when 'api_key' then 'API keys'
      when 'oauth' then 'connected applications' else kind end);
  end if;
  if impersonation_row.id is not null and not (request->'by') ? 'impersonation' then
    perform refuse('WM403', case when params.platform then 'the platform is closed while impersonating'
      else 'impersonation cannot read what is private to the person' end);
  end if;
  if params.platform then perform operator_id(); end if;
  if params.write and params.platform is not true then perform require_writable(); end if;
  if read_only and params.write then
    perform refuse('WM403', case kind when 'oauth' then 'the application may only read' else 'the API key is read-only' end);
  end if;
  if params.scope <> all (scopes) then
    perform refuse('WM403', format('the app was not granted %s', params.scope));
  end if;
  if params.write and kind = 'oauth' and only_orgs is not null and entered_org is null then
    perform refuse('WM403', 'the application acts only in the organizations that were chosen for it');
  end if;
  if rank < params.rank then
    perform refuse_role(params.rank, 'needs the role ' || role_of_level(params.rank) || ' or above');
  end if;
  if params.key is not null then perform claim_idempotency_key(request, person, entered_org); end if;
  if params.heavy is not null then perform acquire_heavy_slot(coalesce(entered_org, person), params.heavy); end if;
  return json_build_object('user_id', person, 'kind', kind, 'rank', rank, 'key_id', coalesce(key_id, family),
    'org_id', entered_org, 'most_requests', most_requests, 'most_rows', most_rows,
    'read_only', read_only, 'scopes', scopes, 'one_project', only_project is not null,
    'stale', stale and impersonation_row.id is null, 'impersonated_until', utc(impersonation_row.session_expires_at));
end $$;

-- Takes one of the slots for heavy operations of an organization, or of a person outside of one, until the
-- transaction ends. Up to four times as many callers may wait for one, for at most a second and a half. A
-- heavy operation runs in one process, so a slot is a fair share.
create or replace function app.acquire_heavy_slot(owner uuid, slots int) returns void language plpgsql as $$
declare usual_timeout text := current_setting('lock_timeout'); running_lock text := 'heavy ' || owner;
  waiting_lock text := 'waiting ' || owner;
begin
  perform set_config('max_parallel_workers_per_gather', '0', true);
  for slot in 1 .. slots loop
    if pg_try_advisory_xact_lock(hashtextextended(running_lock, slot)) then return; end if;
  end loop;
  for slot in 1 .. 4 * slots loop
    if pg_try_advisory_xact_lock(hashtextextended(waiting_lock, slot)) then
      perform set_config('lock_timeout', '1500', true);
      perform pg_advisory_xact_lock(hashtextextended(running_lock, 1 + slot % slots));
      perform set_config('lock_timeout', usual_timeout, true);
      return;
    end if;
  end loop;
  raise lock_not_available;
exception when lock_not_available then
  perform app.refuse('WM429', slots || ' costly requests like this are being answered already, for your organization'
    || ' or you; try again when one has finished');
end $$;

-- The organization of a person who belongs to exactly one. Suspended ones count only if there is no other, so
-- that their members are told why.
create or replace function app.sole_organization(person uuid, among uuid[]) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select case when count(*) = 1 then (array_agg(m.org_id))[1] end from app.memberships_of(person) m
    where m.active and (among is null or m.org_id = any (among))
    group by m.status = 'suspended' order by m.status = 'suspended' limit 1
$$;

-- Those that somebody chooses from, as the end of a sentence.
create or replace function app.which_organizations(person uuid, among uuid[]) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(': ' || string_agg(format('%s (%s)', translate(left(m.name, 60), E';\n', ', '), m.org_id),
      ', ' order by m.name, m.org_id), '; you belong to none')
    from (select x.* from app.memberships_of(person) x where x.active
        and (among is null or x.org_id = any (among)) order by x.name, x.org_id limit 20) m
$$;

create or replace function app.role_of_level(level int) returns text language sql immutable
  as $$ select case level when 50 then 'owner' when 40 then 'admin' when 30 then 'manager' when 20 then 'member'
    else 'viewer' end $$;

-- Claims an Idempotency-Key, or raises with the stored response. A concurrent request with the same key waits
-- here for the first one's commit.
create or replace function app.claim_idempotency_key(request jsonb, person uuid, org uuid, project uuid default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before idempotency_keys; scope uuid := coalesce(org, '00000000-0000-0000-0000-000000000000');
begin
  perform set_config('app.key_org', scope::text, true);
  delete from idempotency_keys where org_id = scope and user_id = person and key = request->>'key'
    and created_at < now() - interval '24 hours';
  insert into idempotency_keys (org_id, user_id, key, request_hash, project_id)
    values (scope, person, request->>'key', decode(request->>'key_hash', 'hex'), project) on conflict do nothing;
  if found then return; end if;
  select * into before from idempotency_keys
    where org_id = scope and user_id = person and key = request->>'key';
  if before.request_hash is distinct from decode(request->>'key_hash', 'hex') then
    perform refuse('WM409', 'this Idempotency-Key was used with another request');
  end if;
  if before.status is null then
    perform refuse('WM409', 'the first request with this Idempotency-Key may have taken effect, but its response was '
      || 'not kept; see what it did before you try again with another key');
  end if;
  raise exception using errcode = 'WMREP', message = before.status::text, detail = coalesce(before.answer, '');
end $$;

-- Replays the response of a request that removed the object in its path, such as converting a note: for
-- callers who still see the project that the object was in.
create or replace function app.replay_removal(request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from idempotency_keys k where k.org_id = org_id() and k.user_id = user_id()
      and k.key = request->>'key' and k.status is not null and can_see_project(k.project_id)) then
    perform claim_idempotency_key(request, user_id(), org_id());
  end if;
end $$;

-- Stores a response without its secret field with the claimed key, and returns it whole; none where nothing
-- was found.
create or replace function app.keep_response(key_name text, answer_status int, secret text, answer text)
returns text language plpgsql as $$
begin
  if answer is not null then
    perform app.store_response(key_name, answer_status, case when secret is null then answer
      else (answer::jsonb || jsonb_build_object(secret, null))::text end);
  end if;
  return answer;
end $$;

-- Stores the response with the claimed key, in the same transaction as the effect.
create or replace function app.store_response(key_name text, answer_status int, body text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update idempotency_keys set status = answer_status, answer = body
    where org_id = current_setting('app.key_org')::uuid and user_id = coalesce(app.user_id(), app.portal_access())
      and key = key_name
$$;

-- Releases a key that this transaction claimed.
create or replace function app.release_idempotency_key(key_name text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  delete from idempotency_keys
    where org_id = current_setting('app.key_org')::uuid and user_id = coalesce(app.user_id(), app.portal_access())
      and key = key_name
$$;

-- Admits the object a path names: 404 if it is missing, foreign, hidden or outside the key's project; then
-- the role check, with exceptions for the object's owner or project lead, and none for viewers of the
-- project; then the claim of the Idempotency-Key, so that a replay goes only to callers who may still make
-- the request; then 409 if its state forbids writing. Only the last object of a path has a gate; it also
-- stands in the project of its container, the one before it, and is read-only with it.
create or replace function app.admit(kind text, label text, container app.target, object app.target,
  gate jsonb) returns app.target language plpgsql as $$
declare only_project uuid := nullif(current_setting('app.only_project', true), ''); required_rank int; rank int; allowed boolean;
  setting text;
begin
  if object.id is not null then
    object.project_id := coalesce(object.project_id, container.project_id);
    object.state := coalesce(container.state, object.state);
  end if;
  if object.id is null or (object.project_id is not null and object.project_id <> only_project) then
    if gate ? 'key' then perform app.replay_removal(gate); end if;
    perform app.refuse('WM404', coalesce(gate->>'missing', label || ' not found'));
  end if;
  setting := set_config('app.at_' || kind, object.id::text, true);
  if (gate->>'writes')::boolean and object.project_id = any (app.viewed_projects()) then perform app.refuse_viewer(); end if;
  required_rank := gate->>'rank';
  rank := coalesce(nullif(current_setting('app.rank', true), '')::int, 0);
  if rank < required_rank then
    allowed := rank >= 20 and case gate->>'or'
      when 'owner' then object.owner_id = app.user_id()
      when 'lead' then exists (select from project_members m where m.org_id = app.org_id()
        and m.project_id = object.project_id and m.user_id = app.user_id() and m.role = 'lead')
      else false end;
    if allowed is not true then
      perform app.refuse_role(case when gate->>'or' = 'lead' or object.owner_id = app.user_id() then 20
        else required_rank end, case gate->>'or'
        when 'owner' then 'needs the role ' || app.role_of_level(required_rank) || ' or above, unless it is your own'
        when 'lead' then 'needs the role ' || app.role_of_level(required_rank) || ' or the project lead'
        else 'needs the role ' || app.role_of_level(required_rank) || ' or above' end);
    end if;
  end if;
  if gate ? 'only' and object.owner_id is distinct from app.user_id() then
    perform app.refuse('WM403', 'only its author may do this');
  end if;
  if gate ? 'key' then perform app.claim_idempotency_key(gate, app.user_id(), app.org_id(), object.project_id); end if;
  if (gate->>'state')::boolean and object.state is not null then perform app.refuse('WM409', object.state); end if;
  return object;
end $$;

-- Field-level merge: a write based on an older version conflicts only if a field it changes was changed
-- since; one based on a version that does not exist always does.
create or replace function app.check_version(entity text, entity_id uuid, expected_version int, fields text[]) returns void
language plpgsql as $$
declare conflicting text; stored_version int;
begin
  execute format('select version from %I where %I = $1', entity, coalesce((select attname from pg_attribute
    where attrelid = entity::regclass and attname = 'id'), 'org_id')) into stored_version using entity_id;
  if expected_version > stored_version then
    perform app.refuse('WM409', 'version ' || expected_version || ' does not exist yet; the latest is ' || stored_version);
  end if;
  select string_agg(distinct field, ', ' order by field) into conflicting
    from audit_log a, lateral jsonb_object_keys(a.changes) field
    where a.org_id = app.org_id() and a.entity_type = entity and a.entity_id = check_version.entity_id::text
      and a.entity_version > expected_version and field = any (fields);
  if conflicting is not null then perform app.refuse('WM409',
    'changed by somebody else since version ' || expected_version || ': ' || conflicting);
  end if;
end $$;

-- Records, after the response, use of a key or application (at most once a minute) and a member's presence
-- (every 15 minutes).
create or replace function app.record_use(person uuid, org uuid, credential uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys set last_used_at = now() where id = credential
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
  update oauth_authorizations set last_used_at = now() where id = credential
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
  update organization_members set last_seen_at = now() where org_id = org and user_id = person
    and (last_seen_at is null or last_seen_at < now() - interval '15 minutes');
  -- Each use extends a portal session to twelve hours from then, up to seven days in all.
  with used as (update portal_tokens set expires_at = least(now() + interval '12 hours', created_at + interval '7 days')
      where id = credential and kind = 'session' and revoked_at is null and expires_at > now()
    returning org_id, access_id)
  update portal_accesses a set last_seen_at = now() from used u where a.org_id = u.org_id and a.id = u.access_id
$$;
