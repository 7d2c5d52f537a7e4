-- The authorization server. Its tables are closed to the service role; each function is one protocol step.
-- Functions that must both reject and persist return {"error": …} instead of raising.

-- The client with this id or metadata document URL; null if there is none.
create or replace function app.oauth_client(client text) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select id from oauth_clients where document_url = client
  union all
  select id from oauth_clients
  where id = substring(client from '^[0-9A-Fa-f-]{36}$')::uuid and document_url is null
$$;

create or replace function app.oauth_register(client jsonb) returns json
language sql security definer set search_path = public, app, pg_temp as $$
  insert into oauth_clients (id, name, redirect_uris, scope)
  values ((client->>'id')::uuid, client->>'name',
    array(select jsonb_array_elements_text(client->'redirect_uris')), client->>'scope')
  returning json_build_object('issued', floor(extract(epoch from created_at))::bigint)
$$;

-- Caches the metadata document at a URL. The first to present it creates its client; grants outlive a change.
create or replace function app.oauth_cache_document(document jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into oauth_clients (id, name, redirect_uris, scope, document_url, fetched_at, fresh_until)
  values ((document->>'id')::uuid, document->>'name',
    array(select jsonb_array_elements_text(document->'redirect_uris')), document->>'scope', document->>'url', now(),
    now() + make_interval(secs => (document->>'seconds')::int))
  on conflict (document_url) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
    fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until
$$;

-- Drops the cached copy of a withdrawn document; grants stay.
create or replace function app.oauth_forget_document(url text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update oauth_clients set fetched_at = null, fresh_until = null where document_url = url
$$;

-- RFC 8252 section 7.3: a loopback URI may differ in its port.
create or replace function app.oauth_redirect_matches(registered text[], redirect_uri text, any_port boolean) returns boolean
language sql immutable as $$
  select redirect_uri = any (registered)
    or (any_port and exists (select from unnest(registered) r
      where app.without_loopback_port(r) = app.without_loopback_port(redirect_uri)))
$$;

-- RFC 8252 section 7.3: the address of a loopback host without its port, or null of other addresses.
create or replace function app.without_loopback_port(uri text) returns text language sql immutable as $$
  select case when uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(/|$)'
    then regexp_replace(uri, '^(http://(\[::1\]|[^/:]+))(:\d+)?', '\1') end
$$;

-- Checks client and redirect URI, and stores the request if the rest was valid. The cached copy of a document
-- is used while it is fresh, and for up to a day if it cannot be refreshed. A document cannot list a port
-- chosen at run time; a setting decides whether the port of a registered loopback URI may differ.
create or replace function app.oauth_authorize(params jsonb) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare client oauth_clients;
begin
  select * into client from oauth_clients where id = oauth_client(params->>'client_id');
  if not found then return 'unknown client'; end if;
  if client.document_url is not null then
    if client.fetched_at > now() - interval '24 hours' is not true then return 'unknown client'; end if;
    if client.fresh_until <= now() and not (params->>'any_age')::boolean then return 'old copy'; end if;
  end if;
  if not oauth_redirect_matches(client.redirect_uris, params->>'redirect_uri',
      client.document_url is not null or (params->>'any_port')::boolean) then
    return 'unregistered redirect';
  end if;
  if (params->>'hold')::boolean then
    insert into oauth_requests (id, client_id, redirect_uri, scope, state, code_challenge, resource, expires_at)
    values ((params->>'id')::uuid, client.id, params->>'redirect_uri', params->>'scope', params->>'state',
      params->>'code_challenge', params->>'resource', now() + interval '10 minutes');
  end if;
  return 'registered';
end $$;

-- The organizations that a person belongs to and the credential can access, or those of them in a list.
create or replace function app.organizations_of(person uuid, among uuid[] default null) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('id', m.org_id, 'name', m.name)
    order by folded(m.name), m.org_id), '[]')
  from memberships_of(person) m
  where m.active and (among is null or m.org_id = any (among)) and can_reach_organization(m.org_id)
$$;

-- What the consent page shows of a pending request.
create or replace function app.oauth_consent(request uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('request_id', r.id,
    'client_name', coalesce(c.name, url_host(coalesce(c.document_url, r.redirect_uri))), 'client_url', c.document_url,
    'redirect_host', url_host(r.redirect_uri), 'scope', r.scope, 'resource', r.resource, 'expires_at', utc(r.expires_at),
    'organizations', organizations_of(app.user_id()))
  from oauth_requests r join oauth_clients c on c.id = r.client_id
  where r.id = request and r.status = 'pending' and r.expires_at > now()
$$;

-- What the sign-in page shows about the waiting application, to anyone who has the URL of its request.
create or replace function app.oauth_pending_client(request uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('client_name', consent->>'client_name', 'redirect_host', consent->>'redirect_host')
    from app.oauth_consent(request) consent where consent is not null
$$;

create or replace function app.url_host(uri text) returns text language sql immutable as $$
  select substring(uri from '^[A-Za-z]+://([^/?#]+)')
$$;

-- Decides a request, once. If approved, creates the authorization and stores the code's hash.
create or replace function app.oauth_decide(request uuid, choice jsonb, family uuid, code bytea) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare request_row oauth_requests; approve boolean := choice->'approve'; chosen_orgs uuid[];
begin
  if choice ? 'organization_ids' then
    chosen_orgs := array(select value::uuid from jsonb_array_elements_text(choice->'organization_ids'));
    perform ensure_fields(array(select 'body.organization_ids: none of yours: ' || c from unnest(chosen_orgs) c
      where c not in (select m.org_id from memberships_of(app.user_id()) m where m.active)));
  end if;
  update oauth_requests set status = case when approve then 'approved' else 'denied' end
    where id = request and status = 'pending' and expires_at > now() returning * into request_row;
  if not found then return null; end if;
  update oauth_clients set used_at = now() where id = request_row.client_id;
  if approve then
    insert into oauth_authorizations (id, client_id, user_id, scope, resource, read_only, org_ids, redirect_host, user_agent)
      values (family, request_row.client_id, app.user_id(), request_row.scope, request_row.resource,
        coalesce((choice->>'read_only')::boolean, false), chosen_orgs, url_host(request_row.redirect_uri),
        left(nullif(current_setting('app.agent', true), ''), 300));
    update oauth_requests set authorization_id = family, code_hash = code,
      code_expires_at = now() + interval '10 minutes' where id = request;
  else
    perform audit_event('oauth.denied', 'oauth_requests', request::text);
  end if;
  return json_build_object('redirect_uri', request_row.redirect_uri, 'state', request_row.state);
end $$;

-- Revokes a family at once: every token check looks at its authorization. API keys created through it are
-- revoked too.
create or replace function app.oauth_revoke_family(family uuid, reason text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update oauth_authorizations set revoked_at = now(), revoked_by = reason where id = family and revoked_at is null;
  select revoke_keys_of(null, family)
$$;

create or replace function app.oauth_issue(family uuid, issued jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into oauth_tokens (hash, kind, authorization_id, expires_at) values
    (decode(issued->>'access', 'hex'), 'access', family, now() + interval '1 hour'),
    (decode(issued->>'refresh', 'hex'), 'refresh', family, now() + interval '30 days')
$$;

-- RFC 6749 section 4.1.3 with RFC 7636: only a redemption that passes every check consumes the code;
-- replaying a used code revokes its tokens.
create or replace function app.oauth_redeem(params jsonb, issued jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare request_row oauth_requests; client uuid := oauth_client(params->>'client_id');
begin
  if client is null then return '{"error":"invalid_client"}'; end if;
  select * into request_row from oauth_requests where code_hash = decode(params->>'code', 'hex') for update;
  if not found or request_row.client_id <> client then
    return '{"error":"invalid_grant","why":"the code is unknown"}';
  end if;
  if request_row.code_used_at is not null then
    perform oauth_revoke_family(request_row.authorization_id, 'replay');
    return json_build_object('error', 'invalid_grant', 'why', 'the code was used before',
      'revoked', request_row.authorization_id);
  end if;
  if request_row.code_expires_at <= now() then return '{"error":"invalid_grant","why":"the code has expired"}'; end if;
  if request_row.redirect_uri is distinct from params->>'redirect_uri' then
    return '{"error":"invalid_grant","why":"redirect_uri differs from the authorization request"}';
  end if;
  if params->>'resource' <> (select a.resource from oauth_authorizations a where a.id = request_row.authorization_id) then
    return '{"error":"invalid_target","why":"resource differs from the authorization request"}';
  end if;
  if request_row.code_challenge is distinct from params->>'challenge' then
    return '{"error":"invalid_grant","why":"code_verifier does not match"}';
  end if;
  perform 1 from oauth_authorizations a join users u on u.id = a.user_id and u.status = 'active'
    where a.id = request_row.authorization_id and a.revoked_at is null;
  if not found then return '{"error":"invalid_grant","why":"the authorization has ended"}'; end if;
  update oauth_requests set code_used_at = now() where id = request_row.id;
  perform oauth_issue(request_row.authorization_id, issued);
  return json_build_object('scope', request_row.scope);
end $$;

-- RFC 6749 section 6 with the rotation of RFC 9700 section 4.14: reusing a rotated token revokes the family,
-- except for the last predecessor within the grace period, while its successor is unused.
create or replace function app.oauth_refresh(params jsonb, issued jsonb, grace int) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare presented_token oauth_tokens; family oauth_authorizations; unused boolean;
  client uuid := oauth_client(params->>'client_id');
begin
  if client is null then return '{"error":"invalid_client"}'; end if;
  select t.* into presented_token from oauth_tokens t
    where t.hash = decode(params->>'token', 'hex') and t.kind = 'refresh' for update;
  if not found then return '{"error":"invalid_grant","why":"the refresh token is unknown"}'; end if;
  select * into family from oauth_authorizations where id = presented_token.authorization_id;
  if family.client_id <> client then
    return '{"error":"invalid_grant","why":"the refresh token is unknown"}';
  end if;
  if family.revoked_at is not null or presented_token.expires_at <= now()
      or not exists (select from users u where u.id = family.user_id and u.status = 'active') then
    return '{"error":"invalid_grant","why":"the refresh token has ended"}';
  end if;
  if params ? 'scope' and params->>'scope' <> family.scope then
    return '{"error":"invalid_scope","why":"a refresh cannot change the scope"}';
  end if;
  if params->>'resource' <> family.resource then
    return '{"error":"invalid_target","why":"resource differs from the authorization request"}';
  end if;
  if presented_token.used_at is not null then
    select used_at is null into unused from oauth_tokens where hash = presented_token.successor;
    if grace > 0 and presented_token.used_at > now() - make_interval(secs => grace) and unused
        and presented_token.successor = decode(issued->>'refresh', 'hex') then
      return json_build_object('scope', family.scope, 'grace', family.id);
    end if;
    perform oauth_revoke_family(family.id, 'reuse');
    return json_build_object('error', 'invalid_grant', 'why', 'the refresh token was used before',
      'revoked', family.id);
  end if;
  update oauth_tokens set used_at = now(), successor = decode(issued->>'refresh', 'hex') where hash = presented_token.hash;
  perform oauth_issue(family.id, issued);
  return json_build_object('scope', family.scope);
end $$;

-- RFC 7009: a refresh token revokes its family, an access token itself; unknown or foreign tokens are
-- ignored.
create or replace function app.oauth_revoke(token bytea, client text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare revoked_token oauth_tokens;
begin
  select t.* into revoked_token from oauth_tokens t join oauth_authorizations a on a.id = t.authorization_id
    where t.hash = token and (client is null or a.client_id = oauth_client(client));
  if not found then return; end if;
  if revoked_token.kind = 'refresh' then perform oauth_revoke_family(revoked_token.authorization_id, 'client');
  else delete from oauth_tokens where hash = token; end if;
end $$;

-- The caller's active authorizations, newest first.
create or replace function app.oauth_authorizations() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('id', a.id, 'client_id', a.client_id, 'client_name', c.name,
    'client_url', c.document_url, 'scope', a.scope, 'read_only', a.read_only,
    'organizations', case when a.org_ids is not null then organizations_of(a.user_id, a.org_ids) end,
    'redirect_host', a.redirect_host, 'user_agent', a.user_agent, 'authorized_at', utc(a.authorized_at),
    'last_used_at', utc(a.last_used_at))
    order by a.authorized_at desc, a.id), '[]'::json)
  from oauth_authorizations a join oauth_clients c on c.id = a.client_id
  where a.user_id = app.user_id() and a.revoked_at is null and (
    exists (select from oauth_tokens t where t.authorization_id = a.id and t.expires_at > now())
    or exists (select from oauth_requests r where r.authorization_id = a.id and r.code_used_at is null
      and r.code_expires_at > now()))
$$;

create or replace function app.oauth_disconnect(family uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform 1 from oauth_authorizations where id = family and user_id = app.user_id();
  if not found then perform refuse('WM404', 'authorization not found'); end if;
  perform oauth_revoke_family(family, 'owner');
end $$;

-- The redirect URI with the response parameters added to its query; null if there is no decision.
create or replace function app.redirect_uri_with(decision json, added jsonb) returns json language sql immutable as $$
  select case when decision is not null then json_build_object('redirect_to', (decision->>'redirect_uri')
    || case when strpos(decision->>'redirect_uri', '?') > 0 then '&' else '?' end
    || (select string_agg(key || '=' || app.url_encode(value), '&' order by key)
        from jsonb_each_text(added || jsonb_strip_nulls(jsonb_build_object('state', decision->>'state'))))) end
$$;

create or replace function app.url_encode(input text) returns text language sql immutable as $$
  select coalesce(string_agg(case when c ~ '^[A-Za-z0-9._~-]$' then c
    else upper(regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by n), '')
  from regexp_split_to_table(input, '') with ordinality t(c, n)
$$;

-- An audit entry without an audited row change.
create or replace function app.audit_event(action text, entity text, id text, org uuid default null) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, api_key_id, action, entity_type, entity_id,
      changes, ip, user_agent, request_id)
  values (org, coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'), user_id(),
    (select email from users u where u.id = user_id()), key_id(), action, entity, id, '{}',
    nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
    nullif(current_setting('app.request_id', true), ''))
$$;
