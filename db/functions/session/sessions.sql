-- The caller's own sessions. A session's last use is when it was opened or last refreshed.

create or replace function app.my_sessions(page_limit int, page_offset int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with my_open as (
    select s.id, s.user_agent, s.ip, s.created_at, s.updated_at, s.methods, s.id = session_id() as current from sessions s
    where s.user_id = user_id() and s.revoked_at is null and s.expires_at > now()),
  page as (select * from my_open order by current desc, updated_at desc, id limit page_limit offset page_offset)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', p.id, 'device', p.user_agent,
      'ip', p.ip, 'created_at', utc(p.created_at), 'last_used_at', utc(p.updated_at), 'methods', p.methods,
      'current', p.current)
      order by p.current desc, p.updated_at desc, p.id) from page p), '[]'),
    'total', (select count(*) from my_open), 'limit', page_limit, 'offset', page_offset)
$$;

-- Ends one of the caller's sessions, with its refresh token and its cookie.
create or replace function app.end_my_session(session uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update sessions s set revoked_at = now()
    where s.id = session and s.user_id = user_id() and s.revoked_at is null and s.expires_at > now();
  perform ensure(found, 'WM404', 'session not found');
  perform audit_account_change(user_id());
end $$;

-- Ends all sessions of a person but this one, and returns how many.
create or replace function app.end_sessions(person uuid, except_id uuid) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ended_count int;
begin
  update sessions s set revoked_at = now()
    where s.user_id = person and s.id is distinct from except_id and s.revoked_at is null and s.expires_at > now();
  get diagnostics ended_count = row_count;
  return ended_count;
end $$;

create or replace function app.end_my_other_sessions() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform audit_account_change(user_id(), jsonb_build_object('ended', end_sessions(user_id(), session_id())));
end $$;
