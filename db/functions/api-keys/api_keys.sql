-- API keys that an owner or admin offers to a member, or that members request. They carry the member's
-- authority, so the token is created when the member agrees, and shown to nobody else.

create or replace function app.api_key_state(key api_keys) returns text language sql stable as $$
  select case
    when key.revoked_at is not null then 'revoked'
    when key.declined_at is not null then 'declined'
    when key.token_hash is null and key.answer_until <= now() then 'unanswered'
    when key.token_hash is null and key.offered_by is null then 'requested'
    when key.token_hash is null then 'offered'
    when key.expires_at <= now() then 'expired'
    else 'active' end
$$;

-- The member of the organization that a key is for, by id or address. Raises if there is none, if it is the
-- caller, if they cannot open the project, or if too many keys were offered to them.
create or replace function app.check_key_offer(person_id uuid, address text, project uuid) returns uuid
language plpgsql as $$
declare person uuid; field text := case when person_id is null then 'body.email' else 'body.user_id' end;
begin
  select u.id into person from organization_members m join users u on u.id = m.user_id
    where m.org_id = app.org_id() and m.status = 'active' and (u.id = person_id or lower(u.email) = address);
  perform app.ensure_fields(array[
    case when person is null then field || ': not an active member' end,
    case when person = app.user_id() then field || ': is you; leave it out for a key of your own' end,
    case when person is not null and project is not null and not app.can_open(project, person)
      then 'body.project_id: this member cannot open the project; add them to it first' end]);
  perform app.check_pending_keys(person, 'offered');
  return person;
end $$;

-- Raises if a person has ten keys in this state, or if twenty entered it within a day: withdrawing and
-- starting over would notify people each time. Waits for concurrent additions.
create or replace function app.check_pending_keys(person uuid, state text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('keys ' || app.org_id() || person, 0));
  perform app.ensure((select count(*) < 10 from api_keys k
      where k.org_id = app.org_id() and k.user_id = person and app.api_key_state(k) = state),
    'WM409', case state when 'offered' then 'ten keys wait for this member''s answer already; revoke one first'
      else 'ten of your requests wait for an answer already; withdraw one first' end);
  perform app.ensure((select count(*) < 20 from api_keys k
      where k.org_id = app.org_id() and k.user_id = person and k.created_at > now() - interval '24 hours'
        and case state when 'offered' then k.offered_by is not null else k.requested_at is not null end),
    'WM409', case state when 'offered' then 'this member was offered twenty keys within the last 24 hours; offer more later'
      else 'you have asked for twenty keys within the last 24 hours; ask for more later' end);
end $$;

-- Notifies the member of a key that was offered to them, in their inbox and by mail.
create or replace function app.notify_of_key_offer(key uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare offered api_keys; saved text := suppress_audit();
begin
  select * into offered from api_keys k where k.org_id = org_id() and k.id = key;
  perform notify_of_key(offered, offered.user_id, 'api_key', 'API key “' || offered.name || '”: agree or decline'),
    queue_mail('api_key_offered', offered.user_id, null,
      jsonb_build_object('subject_id', key, 'org_id', offered.org_id)),
    set_config('app.suppress_audit', saved, true);
end $$;

-- Notifies owners and admins of a request. Recipients come in one order, so that concurrent requests never
-- deadlock.
create or replace function app.notify_of_key_request(key uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare request api_keys; admin uuid; saved text := suppress_audit();
begin
  select * into request from api_keys k where k.org_id = org_id() and k.id = key;
  for admin in select m.user_id from organization_members m where m.org_id = request.org_id
      and m.status = 'active'
      and level_of(m.role) >= 40 and m.user_id <> request.user_id order by m.user_id loop
    perform notify_of_key(request, admin, 'api_key_request', 'Request for the API key “' || request.name || '”');
  end loop;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Notifies a member that the key they requested was declined.
create or replace function app.notify_of_declined_key(key uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare request api_keys; saved text := suppress_audit();
begin
  select * into request from api_keys k where k.org_id = org_id() and k.id = key;
  if api_key_state(request) = 'requested' and request.user_id <> user_id() then
    perform notify_of_key(request, request.user_id, 'api_key',
      'Your request for the API key “' || request.name || '” was turned down');
  end if;
  perform set_config('app.suppress_audit', saved, true);
end $$;

create or replace function app.notify_of_key(key api_keys, person uuid, entity_kind text, title text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications;
begin
  if not wants_notification(key.org_id, person, 'approval') then return; end if;
  n.org_id := key.org_id; n.user_id := person; n.reason := 'approval'; n.title := left(title, 200);
  n.actor_id := user_id(); n.actor_type := actor_type(); n.entity_type := entity_kind; n.entity_id := key.id;
  n.source_key := entity_kind || ':' || key.id || ':' || person;
  perform notify(n);
end $$;

-- Offers the key that a member requested.
create or replace function app.approve_key_request(key uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare request api_keys;
begin
  select * into request from api_keys k where k.org_id = org_id() and k.id = key for update;
  perform ensure(api_key_state(request) = 'requested', 'WM409', case api_key_state(request)
      when 'revoked' then 'the request was withdrawn or turned down' when 'unanswered' then
      'the request has lapsed after 14 days; create the key for the member instead'
      else 'the request was answered already' end),
    ensure(request.project_id is null or can_open(request.project_id, request.user_id), 'WM409',
      'the member can no longer open the project of the key; add them to it first');
  perform check_pending_keys(request.user_id, 'offered');
  update api_keys k set offered_by = user_id(), answer_until = now() + interval '14 days' where k.id = key;
  perform notify_of_key_offer(key);
end $$;

-- A key as its own person sees it.
create or replace function app.my_key_json(key api_keys) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('id', key.id, 'name', key.name, 'hint', key.hint, 'state', api_key_state(key),
    'organization', (select jsonb_build_object('id', o.id, 'name', o.name) from organizations o where o.id = key.org_id),
    'project', (select jsonb_build_object('id', p.id, 'key', p.key, 'name', p.name) from projects p
      where p.org_id = key.org_id and p.id = key.project_id),
    'read_only', key.read_only,
    'created_by', (select jsonb_build_object('user_id', u.id, 'name', u.name) from users u
      where u.id = coalesce(key.offered_by, key.user_id)),
    'created_at', utc(key.created_at), 'answer_until', utc(key.answer_until), 'last_used_at', utc(key.last_used_at),
    'expires_at', utc(key.expires_at), 'revoked_at', utc(key.revoked_at))
$$;

-- The caller's keys in all organizations; those awaiting an answer first.
create or replace function app.my_api_keys(with_revoked boolean, page_limit int, page_offset int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with my_keys as (
    select k.id, k as key_row, k.created_at, api_key_state(k) = 'offered' as open
      from api_keys k join organizations o on o.id = k.org_id and o.deleted_at is null
        join organization_members m on m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active'
      where k.user_id = user_id() and (with_revoked or k.revoked_at is null)),
  page as (select * from my_keys order by open desc, created_at desc, id limit page_limit offset page_offset)
  select json_build_object('items', coalesce((select json_agg(my_key_json(p.key_row)
      order by p.open desc, p.created_at desc, p.id) from page p), '[]'),
    'total', (select count(*) from my_keys), 'limit', page_limit, 'offset', page_offset)
$$;

-- Revokes the keys of a person, or of an application's authorization, in each organization; returns how many.
create or replace function app.revoke_keys_of(person uuid, family uuid) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid; n int; revoked int := 0; previous_org text := coalesce(current_setting('app.org_id', true), '');
begin
  for org in select distinct k.org_id from api_keys k
      where (k.user_id = person or k.oauth_authorization_id = family) and k.revoked_at is null loop
    perform set_config('app.org_id', org::text, true);
    update api_keys k set revoked_at = now()
      where k.org_id = org and (k.user_id = person or k.oauth_authorization_id = family) and k.revoked_at is null;
    get diagnostics n = row_count;
    revoked := revoked + n;
  end loop;
  perform set_config('app.org_id', previous_org, true);
  return revoked;
end $$;

-- Locks a key of the caller in an organization that they are active in, and enters the organization.
create or replace function app.lock_my_key(key uuid) returns api_keys
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare locked api_keys; suspended boolean;
begin
  select k.* into locked from api_keys k where k.id = key and k.user_id = user_id() for update;
  select o.status = 'suspended' into suspended from organization_members m join organizations o on o.id = m.org_id
    where m.org_id = locked.org_id and m.user_id = locked.user_id
      and m.status = 'active' and o.deleted_at is null;
  perform ensure(found, 'WM404', 'API key not found'),
    ensure(not suspended, 'WM403', 'the organization is suspended'),
    set_config('app.org_id', locked.org_id::text, true);
  return locked;
end $$;

-- Rejects an answer to a key unless it awaits the caller's.
create or replace function app.check_key_answer(key api_keys) returns void language plpgsql as $$
declare state text := app.api_key_state(key);
begin
  perform app.ensure(state = 'offered', 'WM409', case state
    when 'requested' then 'nobody has answered this request yet; wait for an owner or admin'
    when 'unanswered' then 'the time to answer has passed; ask for another key'
    when 'declined' then 'you have declined this key already; ask for another'
    when 'revoked' then 'this key was revoked; ask for another'
    else 'you have agreed to this key already, and its token was shown then; if it is lost, revoke the key and ask for another'
    end);
end $$;

-- The caller agrees to a key, which then gets its token. Of two concurrent agreements, one gets it.
create or replace function app.accept_key(key uuid, hash bytea, ends_with text, token text) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare offer api_keys := lock_my_key(key);
begin
  perform check_key_answer(offer);
  perform ensure(offer.expires_at is null or offer.expires_at > now(), 'WM409',
      'the last day of this key has passed; ask for another'),
    ensure(offer.project_id is null or exists (select from projects p where p.org_id = offer.org_id
        and p.id = offer.project_id and p.deleted_at is null and can_open(p.id, offer.user_id)), 'WM409',
      'you can no longer open the project of this key; ask for another');
  update api_keys k set token_hash = hash, hint = ends_with, agreed_at = now(), oauth_authorization_id = null
    where k.org_id = org_id() and k.id = key returning k.* into offer;
  return my_key_json(offer) || jsonb_build_object('token', token);
end $$;

create or replace function app.decline_key(key uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform check_key_answer(lock_my_key(key));
  update api_keys k set declined_at = now() where k.org_id = org_id() and k.id = key;
end $$;

-- The caller revokes a key or withdraws a request.
create or replace function app.revoke_my_key(key uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform lock_my_key(key);
  update api_keys k set revoked_at = now() where k.org_id = org_id() and k.id = key and k.revoked_at is null;
end $$;

-- An offer is valid as long as its admin could make it. A key that the member agreed to is the member's own.
create or replace function app.revoke_key_offers() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.status = 'active' and level_of(new.role) >= 40 then return null; end if;
  update api_keys k set revoked_at = now()
    where k.org_id = old.org_id and k.offered_by = old.user_id and k.token_hash is null and k.revoked_at is null;
  return null;
end $$;
create or replace trigger revoke_key_offers after delete on organization_members for each row
  execute function app.revoke_key_offers();
create or replace trigger revoke_more_key_offers after update of role, status on organization_members for each row
  when (new.status <> old.status or app.level_of(new.role) < app.level_of(old.role))
  execute function app.revoke_key_offers();
