-- Invitations from the recipient's side: by token or address, from outside the organization.

create or replace function app.invitation_status(status text, expires_at timestamptz) returns text
language sql stable
  as $$ select case when status = 'pending' and expires_at <= now() then 'expired' else status end $$;

-- Pending invitations to the caller's address, if it is verified.
create or replace function app.my_invitations(page_limit int, page_offset int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with my_pending as (
    select i.id, i.role, i.message, i.expires_at, i.created_at, i.org_id, i.organization_name,
      inviter.name as inviter
    from users u cross join lateral invitations_to(lower(u.email)) i
      join users inviter on inviter.id = i.invited_by
    where u.id = user_id() and u.email_verified_at is not null and can_reach_organization(i.org_id)),
  page as (select * from my_pending order by created_at desc, id limit page_limit offset page_offset)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', id,
      'organization', json_build_object('id', org_id, 'name', organization_name), 'inviter_name', inviter,
      'role', role, 'message', message, 'expires_at', utc(expires_at), 'created_at', utc(created_at))
      order by created_at desc, id)
      from page), '[]'::json),
    'total', (select count(*) from my_pending), 'limit', page_limit, 'offset', page_offset)
$$;

-- Raises if the invitation's organization is suspended.
create or replace function app.refuse_suspended_invitation(hash bytea) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(not exists (select from invitation_of(hash) i join organizations o on o.id = i.org_id
    where o.status = 'suspended'), 'WM403', 'the organization is suspended');
end $$;

-- What a token holder may know.
create or replace function app.invitation_preview(hash bytea) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select refuse_suspended_invitation(hash);
  select json_build_object('organization_name', o.name, 'inviter_name', u.name, 'role', i.role,
    'email', left(i.email, 1) || '***@' || split_part(i.email, '@', 2), 'expires_at', utc(i.expires_at),
    'status', invitation_status(i.status, i.expires_at))
  from invitation_of(hash) f join organization_invitations i on i.org_id = f.org_id and i.id = f.id
    join organizations o on o.id = f.org_id join users u on u.id = i.invited_by
  where o.deleted_at is null
$$;

-- Makes the caller a member and enters the organization; one winner. Only a mailed token verifies the
-- address.
create or replace function app.accept_invitation(hash bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare accepted organization_invitations; opened record;
begin
  perform refuse_suspended_invitation(hash);
  select * into opened from invitation_of(hash);
  perform set_config('app.org_id', coalesce(opened.org_id::text, ''), true);
  update organization_invitations i set status = 'accepted', responded_at = now(), accepted_user_id = u.id
    from users u, organizations o
    where i.org_id = opened.org_id and i.id = opened.id and i.status = 'pending'
      and i.expires_at > now() and u.id = user_id()
      and lower(u.email) = i.email and o.id = i.org_id and o.deleted_at is null
    returning i.* into accepted;
  if not found then perform refuse('WM404', 'invitation not found'); end if;
  perform set_config('app.rank', level_of(accepted.role)::text, true);
  insert into organization_members as m (org_id, user_id, role, invited_by)
    values (accepted.org_id, user_id(), accepted.role, accepted.invited_by)
    on conflict (org_id, user_id) do update
      set role = excluded.role, status = 'active', invited_by = excluded.invited_by
      where m.status = 'deactivated';
  if not found then perform refuse('WM409', 'already a member of this organization'); end if;
  insert into project_members (org_id, project_id, user_id, role, added_by)
    select p.org_id, p.id, user_id(), case accepted.role when 'viewer' then 'viewer' else 'contributor' end,
      accepted.invited_by
    from projects p where p.org_id = accepted.org_id and p.id = any (accepted.project_ids) and p.deleted_at is null
    on conflict do nothing;
  update users u set email_verified_at = now() where u.id = user_id() and u.email_verified_at is null
    and exists (select from mail_tokens t where t.hash = accept_invitation.hash and t.message = 'invitation'
      and t.address = accepted.email);
end $$;

-- A token holder may decline, signed in or not; the audit trail names the invited address.
create or replace function app.decline_invitation(hash bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare open organization_invitations;
begin
  perform refuse_suspended_invitation(hash);
  select i.* into open from invitation_of(hash) f
      join organization_invitations i on i.org_id = f.org_id and i.id = f.id join organizations o on o.id = f.org_id
    where o.deleted_at is null and i.status in ('pending', 'declined')
      and (i.status = 'declined' or i.expires_at > now()) for update of i;
  if not found then perform refuse('WM404', 'invitation not found'); end if;
  perform set_config('app.org_id', open.org_id::text, true), set_config('app.actor_type', 'user', true),
    set_config('app.actor_label', open.email, true);
  update organization_invitations i set status = 'declined', responded_at = now()
    where i.org_id = open.org_id and i.id = open.id and i.status = 'pending';
end $$;

-- An invitation is valid as long as its inviter could send it: when they leave or lose rank, their open ones
-- are revoked.
create or replace function app.revoke_invitations() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare rank int := case when tg_op = 'UPDATE' and new.status = 'active' then level_of(new.role) else 0 end;
begin
  update organization_invitations i set status = 'revoked', responded_at = now()
    where i.org_id = old.org_id and i.invited_by = old.user_id and i.status = 'pending'
      and (rank < 40 or level_of(i.role) > rank);
  return null;
end $$;
create or replace trigger revoke_invitations after delete on organization_members for each row
  execute function app.revoke_invitations();
create or replace trigger revoke_more_invitations after update of role, status on organization_members for each row
  when (new.status <> old.status or app.level_of(new.role) < app.level_of(old.role))
  execute function app.revoke_invitations();

create or replace function app.daily_invitations(org uuid, max_rows int) returns boolean
language sql security definer set search_path = public, app, pg_temp as $$
  select set_config('app.action', 'invitation.expired', true);
  with ended as (update organization_invitations i set status = 'expired'
    where i.org_id = org and i.id = any (array(select x.id from organization_invitations x
        where x.org_id = org and x.status = 'pending' and x.expires_at < now() order by x.id limit max_rows))
      and i.status = 'pending' returning i.id)
  select count(*) = max_rows from ended
$$;
