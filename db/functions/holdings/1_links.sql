-- Who belongs to a holding. A link is a row of the parent; the other side reaches it through the functions
-- here alone, which enter the organizations that it names, one after the other.

create or replace function app.holding_owners() returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(m.user_id), '{}') from organization_members m where m.org_id = org_id()
    and m.status = 'active' and m.role = 'owner'
$$;

-- Every link that the entered organization is a part of, with the names of both, as far as each may know
-- them: a parent knows an invited organization by the slug that it wrote alone.
create or replace function app.holding_links_here() returns table (id uuid, is_parent boolean, slug text,
  other_org uuid,
  other_name text, status text, ownership_percent numeric, offered_scopes text[], data_scopes text[],
  created_at timestamptz, expires_at timestamptz, accepted_at timestamptz, ended_at timestamptz,
    ended_reason text,
  is_alive boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select l.id, x.is_parent, l.slug, o.id, o.name, case when l.status = 'invited' and l.expires_at <= now()
    then 'expired'
      else l.status end, l.ownership_percent, l.offered_scopes, l.data_scopes, l.created_at, l.expires_at,
        l.accepted_at,
      l.ended_at, l.ended_reason, coalesce(o.deleted_at is null and o.status = 'active', true)
    from organizations me cross join lateral (
        select y.* from holding_links y where y.org_id = me.id
        union all select y.* from holding_links y where y.subsidiary_org_id = me.id
        union all select y.* from holding_links y where y.slug = me.slug and y.status = 'invited'
          and not y.is_void and y.org_id <> me.id and y.subsidiary_org_id is distinct from me.id) l
      cross join lateral (select l.org_id = me.id as is_parent) x
      left join lateral (select y.* from organizations y
        where y.id = case when x.is_parent then l.subsidiary_org_id else l.org_id end offset 0) o on true
    where me.id = org_id() and (x.is_parent or l.status <> 'invited'
      or l.expires_at > now() and o.deleted_at is null and o.status = 'active')
$$;

-- Both organizations, in one order whoever comes first: of two that become each other's parent one waits,
-- and then finds out.
create or replace function app.lock_holdings(one uuid, other uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('holding:' || least(one, other), 0)),
    pg_advisory_xact_lock(hashtextextended('holding:' || greatest(one, other), 0))
$$;

-- Asks an organization, known by its slug alone, for some of its figures. Asking again is the same
-- invitation; asking an active one for more leaves what it gives as it is until it agrees.
create or replace function app.invite_subsidiary(new_id uuid, wanted text, percent numeric,
  scopes text[]) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); l holding_links;
begin
  perform ensure_fields(array[case when exists (select from organizations o where o.id = org
    and o.slug = wanted)
    then 'body.organization_slug: your own organization' end]);
  perform pg_advisory_xact_lock(hashtextextended('holding:' || org, 0));
  update holding_links x set status = 'removed', ended_at = x.expires_at where x.org_id = org_id()
    and x.slug = wanted
    and x.status = 'invited' and x.expires_at <= now();
  select * into l from holding_links x where x.org_id = org_id() and x.slug = wanted
    and x.status in ('invited', 'active')
    order by x.status for update;
  if l.id is not null then
    update holding_links x set ownership_percent = percent, offered_scopes = array(select distinct s
        from unnest(scopes || x.data_scopes) s order by s) where x.org_id = org_id() and x.id = l.id;
    return l.id;
  end if;
  perform ensure((select count(*) from holding_links x where x.org_id = org_id()
    and x.status = 'active') < 50,
      'WM409', 'a holding has at most 50 subsidiaries'),
    ensure((select count(*) from holding_links x where x.org_id = org_id()
      and x.created_at > now() - interval '1 day') < 20, 'WM409',
        'at most 20 invitations a day; go on tomorrow');
  insert into holding_links (id, slug, ownership_percent, offered_scopes, expires_at)
    values (new_id, wanted, percent, scopes, now() + interval '14 days');
  insert into outbox (org_id, topic, payload) values (org, 'holding.invited', jsonb_build_object('link',
    new_id));
  return new_id;
end $$;

-- The job `holding.invited`: tells the owners of the organization, if there is one. It runs after the answer,
-- so that an invitation takes the same time whoever it is for.
create or replace function app.tell_of_holding_invitation(link uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare l holding_links; parent organizations; invited uuid;
begin
  select * into l from holding_links x where x.org_id = org_id() and x.id = link and x.status = 'invited';
  select * into parent from organizations o where o.id = org_id();
  invited := organization_with_slug(l.slug);
  if invited is null or invited = l.org_id then return; end if;
  perform enter_system(invited, 'holding_link.invited', 'job');
  perform log_of_link('holding_links', 'holding_link.invited', link, jsonb_build_object('data_scopes',
      jsonb_build_object('to', to_jsonb(l.offered_scopes))), parent.name),
    tell('system', 'organization', invited, parent.name || ' asks to see figures of your organization',
      holding_owners(), 'holding:' || link, 'Owners decide it.');
  perform enter_system(parent.id, 'holding_link.invited', 'job');
end $$;

-- The answer to an invitation, or fewer figures of a link that is active. Only here does anything prevent
-- that an organization has two parents, or is both: the parent is not told what it could not know.
create or replace function app.answer_holding_invitation(link uuid, accepts boolean,
  scopes text[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); me organizations; l holding_links; was text[];
begin
  select * into me from organizations o where o.id = org_id();
  select x.* into l from holding_links x where x.id = link and (x.subsidiary_org_id = me.id
    or x.slug = me.slug
    and not x.is_void and x.org_id <> me.id and (x.status <> 'invited' or x.expires_at > now()));
  perform ensure(l.id is not null and (l.subsidiary_org_id = me.id or exists (select from organizations o
    where o.id = l.org_id and o.deleted_at is null and o.status = 'active')), 'WM404',
      'invitation not found');
  perform lock_holdings(me.id, l.org_id);
  select x.* into l from holding_links x where x.id = link for update;
  perform ensure(l.status = 'invited' or l.status = 'active' and accepts, 'WM409', case l.status
    when 'active' then 'you accepted it; to end it, remove the link' when 'declined'
      then 'you declined it; ask for another'
    else 'it has ended; ask for another invitation' end);
  if accepts then
    perform ensure_fields(array[case when not scopes <@ l.offered_scopes then 'body.data_scopes: only '
        || array_to_string(l.offered_scopes, ', ') || ' was asked for' end]),
      ensure(not exists (select from holding_links x where x.status = 'active'
        and x.subsidiary_org_id = me.id
        and x.id <> l.id), 'WM409', 'your organization has a parent already; leave that holding first'),
      ensure(not exists (select from holding_links x where x.status = 'active' and x.org_id = me.id),
        'WM409',
        'your organization is a parent itself; a holding has one level'),
      ensure(not exists (select from holding_links x where x.status = 'active'
        and x.subsidiary_org_id = l.org_id),
        'WM409', 'the other organization belongs to a holding itself; a holding has one level'),
      ensure(l.status = 'active' or (select count(*) from holding_links x where x.org_id = l.org_id
        and x.status = 'active') < 50, 'WM409', 'the holding has 50 subsidiaries already');
  end if;
  was := l.data_scopes;
  perform log_of_link('holding_links', here->>'app.action', link, jsonb_build_object('data_scopes', jsonb_build_object(
    'from', to_jsonb(was), 'to', to_jsonb(case when accepts then scopes else '{}' end))));
  perform tell('system', 'organization', me.id, case when not accepts
    then 'The invitation to a holding was declined'
      when l.status = 'active' then 'What the holding sees of your organization was changed'
      else 'Your organization belongs to a holding now' end, holding_owners());
  perform enter_system(l.org_id, here->>'app.action', here->>'app.request_id');
  update holding_links x set status = case when accepts then 'active' else 'declined' end,
    subsidiary_org_id = me.id,
      data_scopes = case when accepts then scopes else '{}' end, accepted_at = case when accepts
        then coalesce(x.accepted_at, now()) end, ended_at = case when not accepts then now() end,
      ended_reason = case when not accepts then 'declined' end
    where x.org_id = l.org_id and x.id = link;
  perform tell('system', 'organization', l.org_id, me.name || case when not accepts
    then ' declined your invitation'
      when l.status = 'active' then ' changed which figures you see' else ' belongs to your holding now' end,
    holding_owners());
  perform come_back(here);
end $$;

-- Ends a link, from either side, whatever has become of the other. Both lose their marks of each other.
create or replace function app.end_holding_link(link uuid, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare here jsonb := entered(); me uuid := org_id(); l holding_links; side uuid; other uuid; title text;
begin
  select x.* into l from holding_links x join organizations o on o.id = me where x.id = link and (x.org_id = me
    or x.subsidiary_org_id = me and x.status = 'active'
    or x.slug = o.slug and x.status = 'invited' and not x.is_void and x.expires_at > now());
  perform ensure(l.id is not null, 'WM404', 'subsidiary not found');
  perform lock_holdings(l.org_id, coalesce(l.subsidiary_org_id, l.org_id));
  select x.* into l from holding_links x where x.id = link for update;
  perform ensure(l.status in ('invited', 'active'), 'WM404', 'subsidiary not found');
  if me <> l.org_id then perform log_of_link('holding_links', here->>'app.action', link, '{}'); end if;
  foreach side in array array_remove(array[l.org_id, l.subsidiary_org_id], null) loop
    other := case when side = l.org_id then l.subsidiary_org_id else l.org_id end;
    select o.name into title from organizations o where o.id = other;
    if side <> me or reason = 'organization_deleted' then
      perform enter_system(side, here->>'app.action', here->>'app.request_id');
      if side <> l.org_id then perform log_of_link('holding_links', here->>'app.action', link, '{}',
        (select o.name from organizations o where o.id = l.org_id)); end if;
    end if;
    update clients c set related_org_id = null where c.org_id = side and c.related_org_id = other;
    update suppliers s set related_org_id = null where s.org_id = side and s.related_org_id = other;
    if l.status = 'active' then
      perform tell('system', 'organization', side, title || case when side = l.org_id
        then ' left your holding'
        else ' is no longer your parent: it sees no figures of yours' end, holding_owners());
    end if;
    if side = l.org_id then
      update holding_links x set status = 'removed', ended_at = now(), ended_reason = coalesce(reason,
          case when me = l.org_id then 'removed_by_parent' else 'removed_by_subsidiary' end)
        where x.org_id = side and x.id = link;
    end if;
    perform come_back(here);
  end loop;
end $$;

-- An organization that is deleted leaves its holding for good; of one with another slug, invitations to the
-- old one die.
create or replace function app.leave_holdings() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare link uuid; here jsonb := entered();
begin
  if new.deleted_at is not null then
    for link in select l.id from holding_links l where l.status in ('invited', 'active')
        and (l.org_id = new.id or l.subsidiary_org_id = new.id) loop
      perform set_config('app.org_id', new.id::text, true);
      perform end_holding_link(link, 'organization_deleted');
      perform come_back(here);
    end loop;
  end if;
  if new.slug <> old.slug then
    update holding_links l set is_void = true where l.slug = old.slug and l.status = 'invited'
      and l.org_id <> new.id;
  end if;
  return null;
end $$;
create or replace trigger leave_holdings after update of deleted_at, slug on organizations for each row
  when (new.slug <> old.slug or old.deleted_at is null and new.deleted_at is not null)
  execute function app.leave_holdings();

-- The organizations of the holding that the entered one belongs to, as its parent or under one; itself alone
-- without.
create or replace function app.holding_organizations() returns table (id uuid, name text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select o.id, o.name from (select coalesce((select l.org_id from holding_links l
        where l.subsidiary_org_id = org_id() and l.status = 'active'), org_id()) as id) parent
    cross join lateral (select parent.id union select l.subsidiary_org_id from holding_links l
      where l.org_id = parent.id and l.status = 'active') one
    cross join lateral (select y.* from organizations y where y.id = one.id and y.deleted_at is null
      offset 0) o
$$;
