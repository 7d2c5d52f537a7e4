-- That another organization may read a project. A share is a row of the owner; the other side reaches it
-- through the functions here alone, which enter the organizations concerned one after the other.

-- True once the last day of a share has passed where its owner is.
create or replace function app.is_past(day date, zone text) returns boolean language sql stable as $$
  select coalesce(now() >= (day + 1)::timestamp at time zone zone, false)
$$;

-- Offers a project to another organization. The caller has locked the project.
create or replace function app.create_share(new_id uuid, project uuid, hash bytea, label text,
  include text[], email text,
  until date, message text, send_mail boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare shared projects;
begin
  select * into shared from projects p where p.org_id = org_id() and p.id = project;
  perform ensure(shared.archived_at is null, 'WM409', 'project is archived'),
    ensure((select count(*) from project_shares s where s.org_id = org_id() and s.project_id = project
      and s.status = 'pending' and s.expires_at > now()) < 20, 'WM409',
      'the project has 20 open invitations, which is all there may be; revoke one first');
  if send_mail and email is not null then perform require_mail('project_share'); end if;
  insert into project_shares (id, project_id, label, invite_email, token_hash, include, message, expires_at,
    access_until,
      project_name)
    values (new_id, project, label, email, hash, include, message, now() + interval '14 days', until,
      shared.name);
  if send_mail and email is not null then
    perform queue_mail('project_share', null, email, jsonb_build_object('subject_id', new_id, 'org_id',
      org_id()));
  end if;
end $$;

-- Changes what a share shows and until when, and tells the other side.
create or replace function app.change_share(share uuid, new_label text, shown text[], hidden text[],
  ends boolean,
  until date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s project_shares;
begin
  select * into s from project_shares x where x.org_id = org_id() and x.id = share for update;
  perform ensure(s.status in ('pending', 'accepted'), 'WM409', 'the share has ended; offer another one');
  update project_shares x set label = coalesce(new_label, x.label), access_until = case when ends then until
        else x.access_until end,
      include = array(select distinct name from unnest(x.include || shown) name where name <> all (hidden)
        order by 1)
    where x.org_id = s.org_id and x.id = s.id;
  perform tell_of_changed_share(share, s.include, s.access_until);
end $$;

-- The share that a token opens: the copy of it, or the one that was mailed.
create or replace function app.share_of(token bytea) returns setof project_shares language sql stable rows 1
  as $$
  select s.* from project_shares s where s.token_hash = token
  union all select s.* from mail_tokens t join project_shares s on s.id = t.subject_id
    where t.hash = token and t.message = 'project_share' limit 1
$$;

-- True while an invitation may be answered, which takes that whoever sent it could still send it.
create or replace function app.is_answerable(s project_shares) returns boolean language sql stable as $$
  select s.status = 'pending' and s.expires_at > now() and exists (select from organizations o
      join projects p on p.org_id = o.id and p.id = s.project_id and p.deleted_at is null
      join organization_members m on m.org_id = o.id and m.user_id = s.created_by and m.status = 'active'
        and app.level_of(m.role) >= 40
    where o.id = s.org_id and o.deleted_at is null and o.status = 'active'
      and not app.is_past(s.access_until, o.timezone))
$$;

create or replace function app.switches(include text[]) returns json language sql immutable as $$
  select json_object_agg(name, name = any (include))
    from unnest('{comments,documents,attachments,estimates,people}'::text[]) name
$$;

-- What whoever holds the token of an invitation may know before anybody answers.
create or replace function app.share_preview(token bytea) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('organization_name', o.name, 'project_name', p.name, 'include',
    switches(s.include),
      'message', s.message, 'access_until', s.access_until, 'expires_at', utc(s.expires_at),
      'email', left(s.invite_email, 1) || '***@' || split_part(s.invite_email, '@', 2))
    from share_of(token) s join organizations o on o.id = s.org_id
      join projects p on p.org_id = s.org_id and p.id = s.project_id
    where is_answerable(s)
$$;

-- The invitation that the caller may answer, locked. With an address it is for whoever has verified that one.
create or replace function app.lock_invitation_to_share(token bytea) returns project_shares language plpgsql
  as $$
declare s project_shares;
begin
  select x.* into s from project_shares x where x.id = (select o.id from app.share_of(token) o) for update;
  perform app.ensure(s.id is not null and (s.invite_email is null or exists (select from users u
    where u.id = app.user_id()
      and lower(u.email) = s.invite_email and u.email_verified_at is not null)), 'WM404',
        'invitation not found'),
    app.ensure_fields(array[case
      when s.org_id = app.org_id() then 'body.token: the project is your own organization’s' end]);
  return s;
end $$;

-- Gives the entered organization a share. Of two organizations with one token the first one has it.
create or replace function app.accept_share(token bytea) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); me organizations; person text;
  s project_shares := lock_invitation_to_share(token);
begin
  select * into me from organizations o where o.id = org_id();
  perform ensure(s.status <> 'accepted' or s.target_org_id <> me.id, 'WM409',
      'your organization has accepted it already'),
    ensure(is_answerable(s), 'WM404', 'invitation not found'),
    ensure(not exists (select from project_shares x where x.project_id = s.project_id
      and x.target_org_id = me.id
      and x.status = 'accepted'), 'WM409', 'your organization has this project already'),
    ensure((select count(*) from project_shares x where x.org_id = s.org_id and x.project_id = s.project_id
      and x.status = 'accepted') < 50, 'WM409',
        'the project is shared with 50 organizations, which is all there may be');
  select u.name into person from users u where u.id = user_id();
  perform log_of_link('project_shares', here->>'app.action', s.id, jsonb_build_object('status',
    jsonb_build_object('from', 'pending', 'to', 'accepted')));
  perform enter_system(s.org_id, here->>'app.action', here->>'app.request_id'),
    set_config('app.actor_label', me.name, true);
  update project_shares x set status = 'accepted', target_org_id = me.id, target_name = me.name,
      accepted_by = nullif(here->>'app.user_id', '')::uuid, accepted_at = now()
    where x.org_id = s.org_id and x.id = s.id;
  perform tell('system', 'organization', s.org_id, format('%s of %s accepted what you share of %s', person,
    me.name,
      s.project_name), admins(), 'share:' || s.id || ':accepted',
        'If you did not expect them, end the share on the page of the project.'),
    schedule_end_of_share(s.id), set_config('app.actor_label', '', true), come_back(here);
  return s.id;
end $$;

create or replace function app.decline_share(token bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); me organizations; s project_shares := lock_invitation_to_share(token);
begin
  select * into me from organizations o where o.id = org_id();
  perform ensure(s.status <> 'accepted' or s.target_org_id <> me.id, 'WM409',
      'your organization has accepted it; leave the project instead'),
    ensure(is_answerable(s), 'WM404', 'invitation not found'),
    log_of_link('project_shares', here->>'app.action', s.id, '{}');
  perform enter_system(s.org_id, here->>'app.action', here->>'app.request_id'),
    set_config('app.actor_label', me.name, true);
  update project_shares x set status = 'declined', ended_at = now() where x.org_id = s.org_id and x.id = s.id;
  perform tell('system', 'organization', s.org_id, format('%s declined what you offered of %s', s.label,
    s.project_name),
      admins(), 'share:' || s.id || ':declined'), set_config('app.actor_label', '', true), come_back(here);
end $$;

-- Ends a share from either side, whatever has become of the other, and tells the other.
create or replace function app.end_share(share uuid, reason text default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); me organizations; s project_shares; title text; is_owner boolean;
begin
  select * into me from organizations o where o.id = org_id();
  select x.* into s from project_shares x where x.id = share and (x.org_id = me.id
    or x.target_org_id = me.id) for update;
  is_owner := s.org_id = me.id;
  perform ensure(s.id is not null and (is_owner or s.status = 'accepted'), 'WM404',
    'shared project not found');
  if s.status not in ('pending', 'accepted') then return; end if;
  select p.name into title from projects p where p.org_id = s.org_id and p.id = s.project_id;
  if not is_owner then
    perform log_of_link('project_shares', here->>'app.action', s.id, '{}');
    perform enter_system(s.org_id, here->>'app.action', here->>'app.request_id'),
      set_config('app.actor_label', me.name, true);
  end if;
  update project_shares x set status = case when is_owner then 'revoked' else 'left' end, ended_at = now(),
      ended_by = nullif(here->>'app.user_id', '')::uuid, ended_reason = reason, project_name = coalesce(title,
        x.project_name),
      target_name = coalesce((select o.name from organizations o where o.id = x.target_org_id), x.target_name)
    where x.org_id = s.org_id and x.id = s.id;
  if s.status = 'accepted' and is_owner then
    perform enter_system(s.target_org_id, here->>'app.action', here->>'app.request_id'),
      log_of_link('project_shares', here->>'app.action', s.id, '{}', me.name);
  end if;
  if s.status = 'accepted' then
    perform tell('system', 'organization', org_id(), case
      when is_owner then format('%s no longer shares %s with you',
          me.name, coalesce(title, s.project_name))
        else format('%s left the project %s that you shared', me.name, coalesce(title, s.project_name)) end,
      admins(), 'share:' || s.id || ':ended');
  end if;
  perform set_config('app.actor_label', '', true), come_back(here);
end $$;

-- Tells the other side what a share shows from now on.
create or replace function app.tell_of_changed_share(share uuid, was text[], until date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); me organizations; s project_shares; title text; more text; less text;
begin
  select * into me from organizations o where o.id = org_id();
  select x.* into s from project_shares x where x.org_id = me.id and x.id = share;
  if s.status <> 'accepted' then return; end if;
  select string_agg(name, ', ' order by name) filter (where name = any (s.include) and name <> all (was)),
      string_agg(name, ', ' order by name) filter (where name = any (was) and name <> all (s.include))
    into more, less from unnest(s.include || was) name;
  if s.access_until is distinct from until then perform schedule_end_of_share(s.id); end if;
  if more is null and less is null and s.access_until is not distinct from until then return; end if;
  select p.name into title from projects p where p.org_id = me.id and p.id = s.project_id;
  perform enter_system(s.target_org_id, here->>'app.action', here->>'app.request_id'),
    log_of_link('project_shares', here->>'app.action', s.id, jsonb_build_object('include', jsonb_build_object(
      'from', to_jsonb(was), 'to', to_jsonb(s.include))), me.name),
    tell('system', 'organization', org_id(), format('%s changed what it shows of %s', me.name, title),
      admins(), null,
      concat_ws('; ', 'now also ' || more, 'no longer ' || less, case when s.access_until is distinct
        from until
        then coalesce('until ' || s.access_until, 'without an end') end)),
    come_back(here);
end $$;

-- Seven days before a share ends, both sides are told, by the job `share.ending`.
create or replace function app.schedule_end_of_share(share uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload, available_at)
    select s.org_id, 'share.ending', jsonb_build_object('share', s.id, 'day', s.access_until),
        greatest(now(), (s.access_until - 7)::timestamp at time zone o.timezone)
      from project_shares s join organizations o on o.id = s.org_id
      where s.org_id = org_id() and s.id = share and s.status = 'accepted' and s.access_until is not null
$$;
create or replace function app.tell_of_ending_share(share uuid, day date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); s project_shares; owner_name text; title text; side uuid;
begin
  select x.* into s from project_shares x where x.org_id = org_id() and x.id = share and x.status = 'accepted'
    and x.access_until = day;
  if not found then return; end if;
  select o.name, p.name into owner_name, title from organizations o join projects p on p.org_id = o.id
    and p.id = s.project_id where o.id = s.org_id;
  foreach side in array array[s.org_id, s.target_org_id] loop
    perform enter_system(side, 'project_share.ending', 'job'),
      tell('system', 'organization', side, case when side = s.org_id
          then format('%s sees %s until %s', s.target_name, title, day)
          else format('%s shows you %s until %s', owner_name, title, day) end,
        admins(), 'share:' || s.id || ':ending:' || day);
  end loop;
  perform come_back(here);
end $$;

-- What others share with the entered organization: what it accepted, what has ended of it, and for admins the
-- invitations to their own verified address.
create or replace function app.incoming_shares() returns table (id uuid, status text, project_name text,
  project_key text,
  owner_name text, include text[], message text, access_until date, expires_at timestamptz,
    accepted_at timestamptz,
  accepted_by uuid, ended_at timestamptz, ended_reason text, created_at timestamptz, is_archived boolean,
    available boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select s.id, case when s.status = 'accepted' and is_past(s.access_until, o.timezone) then 'expired'
    else s.status end,
      case when s.status in ('pending', 'accepted') then coalesce(p.name, s.project_name)
        else s.project_name end,
      case when s.status = 'accepted' then p.key end,
      o.name, s.include, s.message, s.access_until, s.expires_at, s.accepted_at, s.accepted_by, s.ended_at,
      s.ended_reason, s.created_at, coalesce(p.archived_at is not null, false),
      s.status = 'accepted' and p.deleted_at is null and p.id is not null and o.status = 'active'
        and o.deleted_at is null
        and not is_past(s.access_until, o.timezone)
    from (select x.* from project_shares x where x.target_org_id = org_id()
        union all select x.* from users u join project_shares x on x.invite_email = lower(u.email)
            and x.status = 'pending' and x.org_id <> org_id() and is_answerable(x)
          where u.id = user_id() and u.email_verified_at is not null and app.role_level() >= 40) s
      cross join lateral (select y.* from organizations y where y.id = s.org_id offset 0) o
      left join lateral (select y.* from projects y where y.org_id = s.org_id
        and y.id = s.project_id offset 0) p on true
$$;

-- How tools find a share: one of a project by what its owner calls it, to those who may end it; without a
-- project one that can be read, by the names of its project and its organization.
create or replace function app.find_share(kind text, input text, project uuid)
returns table (id uuid, label text, fit int) language sql stable as $$
  with w as (select app.folded(btrim(input)) as name, upper(btrim(input)) as key)
  select s.id, s.label || coalesce(' (' || s.target_name || ')', ''), 1 from w, project_shares s
    where kind = 'share' and s.org_id = app.org_id() and s.project_id = project and app.role_level() >= 40
      and s.status in ('pending', 'accepted') and w.name in (app.folded(s.label), app.folded(s.target_name))
  union all select s.id, s.project_name || ' (' || s.owner_name || ')', 1 from w, app.incoming_shares() s
    where kind = 'share' and project is null and app.role_level() >= 20 and app.only_project() is null
      and s.available
      and (w.name in (app.folded(s.project_name), app.folded(s.owner_name)) or w.key = s.project_key)
$$;

-- Invitations die with the right of whoever sent them; what was accepted stays, and admins are told.
create or replace function app.lose_sharer() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare count int;
begin
  if tg_op = 'UPDATE' and new.status = 'active' and level_of(new.role) >= 40 then return null; end if;
  update project_shares s set status = 'revoked', ended_at = now()
    where s.org_id = old.org_id and s.created_by = old.user_id and s.status = 'pending';
  select count(*) into count from project_shares s where s.org_id = old.org_id and s.created_by = old.user_id
    and s.status = 'accepted';
  if count > 0 and exists (select from organizations o where o.id = old.org_id and o.deleted_at is null) then
    perform tell('system', 'organization', old.org_id,
      format('%s, who shared projects with other organizations, is no admin any more',
        (select u.name from users u where u.id = old.user_id)), admins(), null,
      'What was accepted goes on; end it on the pages of the projects if it should not.');
  end if;
  return null;
end $$;
create or replace trigger lose_sharer after delete on organization_members for each row
  execute function app.lose_sharer();
create or replace trigger lose_sharer_by_role after update of role, status on organization_members
  for each row
  when (new.status <> old.status or app.level_of(new.role) < app.level_of(old.role))
  execute function app.lose_sharer();

-- A project that is gone for good is shared no more; the rows stay, for both sides.
create or replace function app.lose_shared_project() returns trigger language plpgsql as $$
begin
  if new.status in ('pending', 'accepted') then
    new.status := 'revoked'; new.ended_at := now(); new.ended_reason := 'project_deleted';
  end if;
  return new;
end $$;
create or replace trigger lose_shared_project before update of project_id on project_shares for each row
  when (old.project_id is not null and new.project_id is null) execute function app.lose_shared_project();

-- An organization that is deleted ends what it shares and what is shared with it, for good.
create or replace function app.leave_shares() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare share uuid; here jsonb := entered();
begin
  for share in select s.id from project_shares s where s.status in ('pending', 'accepted')
      and (s.org_id = new.id or s.target_org_id = new.id) order by s.id loop
    perform set_config('app.org_id', new.id::text, true), end_share(share, 'organization_deleted'),
      come_back(here);
  end loop;
  return null;
end $$;
create or replace trigger leave_shares after update of deleted_at on organizations for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.leave_shares();

-- After the response: somebody of the other side has read. Days are the owner's.
create or replace function app.record_shared_read(share uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into project_share_reads as r (org_id, share_id, day)
    select s.org_id, s.id, today(o.timezone) from project_shares s join organizations o on o.id = s.org_id
      where s.id = share
    on conflict (org_id, share_id, day) do update set reads = r.reads + 1, last_at = now()
$$;
