-- Members beyond the seats of a plan. Nobody is put out: 30 days later those that an owner chose act as
-- viewers, else the non-owners who joined last, until there are seats for all. `viewer_from` of a membership
-- says from when, so that `app.enter` reads it with the role; whatever changes seats or members sets it anew.

-- Who may lose what a seat gives, in that order.
create or replace function app.seats_in_turn(org uuid) returns table (id uuid, user_id uuid, place bigint)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.id, m.user_id, row_number() over (order by m.gives_up_seat desc, m.joined_at desc, m.id desc)
    from organization_members m join users u on u.id = m.user_id and u.status = 'active'
    where m.org_id = org and m.status = 'active' and m.role not in ('viewer', 'owner') and not m.is_app
$$;

-- How many members there are beyond the seats of the plan.
create or replace function app.seats_missing(org uuid) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when l.most is null then 0 else greatest(seats_taken(org) - l.most, 0) end::bigint
    from (select entitlement_limit(org, 'seats') as most offset 0) l
$$;
create or replace function app.has_unsettled_seats(org uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select count(t.id) <> (select count(*) from organization_members m where m.org_id = org
      and m.viewer_from is not null)
    from seats_missing(org) s(missing) left join seats_in_turn(org) t on t.place <= s.missing
$$;

-- Says who acts as a viewer and from when, tells of it, and comes back when there is more to tell.
create or replace function app.settle_seats() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); missing bigint := seats_missing(org); due timestamptz; was timestamptz;
  before uuid[]; saved text;
begin
  perform schedule(org, 'billing', '{}', o.expires_at) from entitlement_overrides o
    where o.org_id = org and o.key = 'seats' and o.expires_at > now();
  if missing = 0 and not exists (select from organization_members m where m.org_id = org
    and (m.viewer_from is not null or m.gives_up_seat)) then return; end if;
  -- Rows before the lock, as whoever changes members takes them.
  perform from organization_members m where m.org_id = org and m.role <> 'owner' order by m.id for update;
  perform pg_advisory_xact_lock(hashtextextended('seats ' || org, 0));
  missing := seats_missing(org);
  select min(m.viewer_from), array_agg(m.user_id) filter (where m.viewer_from <= now()) into was, before
    from organization_members m where m.org_id = org and m.viewer_from is not null;
  due := coalesce(was, date_trunc('milliseconds', now()) + interval '30 days');
  saved := suppress_audit();
  update organization_members m set viewer_from = n.at, gives_up_seat = m.gives_up_seat and missing > 0
    from (select x.id, case when t.place <= missing then due end as at from organization_members x
        left join seats_in_turn(org) t on t.id = x.id where x.org_id = org) n
    where m.org_id = org and m.id = n.id and (m.viewer_from is distinct from n.at
      or m.gives_up_seat and missing = 0);
  perform set_config('app.suppress_audit', saved, true);
  perform tell_of_seats(due),
    tell('security', 'organization', org, 'You act with your own role again',
      array(select b.id from unnest(before) b(id) join organization_members m on m.org_id = org
        and m.user_id = b.id and m.viewer_from is null), 'seats:' || utc(due) || ':back:' || utc(now()));
end $$;

-- Tells owners and those concerned: at once, 7 days and 1 day before, and when it begins; each once.
create or replace function app.tell_of_seats(due timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); concerned uuid[]; day date; stage text; begins boolean := due <= now();
  days int := ceil(extract(epoch from due - now()) / 86400);
begin
  concerned := array(select m.user_id from organization_members m where m.org_id = org
    and m.viewer_from is not null);
  if concerned = '{}' then return; end if;
  select local_day(due, o.timezone) into day from organizations o where o.id = org;
  stage := 'seats:' || utc(due) || ':' || case when begins then 'begins' when days <= 1 then '1'
    when days <= 7 then '7' else 'noticed' end;
  perform tell('security', 'organization', org, format('The plan has too few seats, %s of %s; %s',
      seats_taken(org), entitlement_limit(org, 'seats'), case when begins
        then 'those listed under Plan act as viewers now'
        else format('from %s those listed under Plan act as viewers', day) end), billing_owners(), stage,
      'Nobody is put out. Under Plan and usage you change the plan, or choose who it is.'),
    tell('security', 'organization', org, case when begins then 'You act as a viewer now'
      else format('From %s you act as a viewer', day) end || ', as the plan has fewer seats than members',
      concerned, stage, 'An owner can change the plan, or choose somebody else, under Plan and usage.');
  -- Streams that are open see no more than a viewer does from now on.
  perform note_live(array(select concat(org, '/!', c) from unnest(concerned) c)) where begins;
  perform schedule(org, 'billing', '{}', (select min(due - t.before) from unnest(array[interval '7 days',
    interval '1 day', interval '0']) t(before) where due - t.before > now()));
end $$;

-- Members who come back, go, or get another role.
create or replace function app.settle_seats_again() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.purging', true) = 'on' then return null; end if;
  if old.org_id = org_id() then
    perform settle_seats();
  else
    perform schedule(old.org_id, 'billing', '{}', now()) where billing_provider() is not null;
  end if;
  return null;
end $$;
create or replace trigger settle_seats after delete on organization_members for each row
  execute function app.settle_seats_again();
create or replace trigger settle_seats_later after update of role, status on organization_members
  for each row when ((old.role, old.status) is distinct from (new.role, new.status))
  execute function app.settle_seats_again();

-- Owners choose who acts as a viewer; as far as these are too few, whoever joined last follows. Answers with
-- the overview of the plan.
create or replace function app.choose_viewers(provider text, chosen uuid[]) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); missing bigint; saved text;
begin
  perform keep_billing_provider(provider);
  missing := seats_missing(org);
  perform ensure_fields(array[case when cardinality(chosen) <= missing then null
    when missing = 0 then 'body.user_ids: must be empty, as the plan has seats for all members'
    else format('body.user_ids: at most %s, as many as there are seats too few', missing) end]);
  saved := suppress_audit();
  update organization_members m set gives_up_seat = m.user_id = any (chosen)
    where m.org_id = org and m.gives_up_seat <> (m.user_id = any (chosen));
  perform set_config('app.suppress_audit', saved, true);
  perform settle_seats(), log_billing('billing.viewers_chosen', jsonb_build_object('user_ids', chosen));
  return billing_overview(org);
end $$;

-- {missing, viewers_from, viewers: [{user_id, name, chosen}]} while there are too few seats, else null.
create or replace function app.seats_over_json(org uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('missing', s.missing, 'viewers_from', utc(min(m.viewer_from)),
      'viewers', coalesce(json_agg(json_build_object('user_id', m.user_id, 'name', u.name,
        'chosen', m.gives_up_seat) order by folded(u.name), m.user_id) filter (where m.id is not null), '[]'))
    from seats_missing(org) s(missing) left join (organization_members m join users u on u.id = m.user_id)
      on m.org_id = org and m.viewer_from is not null
    where s.missing > 0 group by s.missing
$$;

-- 403 for a role that is too low; to whoever only acts as a viewer, why.
create or replace function app.refuse_role(needed int, message text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare why text;
begin
  select format('plan limit seats reached: %s of %s; you act as a viewer until an owner changes the plan, '
      || 'removes members or chooses others, under Plan and usage', seats_taken(m.org_id),
      entitlement_limit(m.org_id, 'seats')) into why
    from organization_members m where m.org_id = org_id() and m.user_id = user_id()
      and m.viewer_from <= now() and level_of(m.role) >= needed;
  perform refuse('WM403', coalesce(why, message));
end $$;
