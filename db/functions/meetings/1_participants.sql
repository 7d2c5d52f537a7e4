-- Who takes part in a meeting. The members among them are kept with the meeting, too, for the policies of
-- rows.

create or replace function app.keep_attendees() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare of uuid := coalesce(new.meeting_id, old.meeting_id); org uuid := coalesce(new.org_id, old.org_id);
begin
  update meetings m set attendee_ids = array(select p.user_id from meeting_participants p
      where p.org_id = m.org_id and p.meeting_id = m.id and p.user_id is not null order by 1)
    where m.org_id = org and m.id = of;
  return null;
end $$;
create or replace trigger keep_attendees after insert or delete on meeting_participants for each row
  execute function app.keep_attendees();

-- Those whom a body names: each by user_id, contact_id or email, the same person once. An address of a member
-- is that member, one of a contact that contact. `place` is that in the list; `problem` why one is refused.
create or replace function app.named_participants(wanted jsonb)
returns table (place int, user_id uuid, contact_id uuid, email text, name text, problem text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with named as (select (w.n - 1)::int as place, (w.item->>'user_id')::uuid as user_id,
      (w.item->>'contact_id')::uuid as contact_id, lower(w.item->>'email') as email,
        w.item->>'name' as called,
      case when w.item ? 'user_id' then 'user_id' when w.item ? 'contact_id' then 'contact_id'
        else 'email' end as field
    from jsonb_array_elements(wanted) with ordinality w(item, n)),
  contacts as (select n.*, c.id as found_contact, c.name as contact_name, lower(c.email) as contact_email
    from named n left join lateral (select x.* from client_contacts x where x.org_id = org_id()
      and (x.id = n.contact_id or n.field = 'email' and lower(x.email) = n.email)
        order by x.created_at, x.id limit 1) c
      on true),
  people as (select c.*, u.id as found_user, u.name as user_name from contacts c
    left join lateral (select u.id, u.name from organization_members m join users u on u.id = m.user_id
      where m.org_id = org_id() and m.status = 'active'
        and (u.id = c.user_id or c.field <> 'user_id' and lower(u.email) = coalesce(c.contact_email,
          c.email)) limit 1) u on true)
  select distinct on (coalesce(p.found_user::text, p.found_contact::text, p.email, p.place::text))
      p.place, p.found_user, case when p.found_user is null then p.found_contact end,
      case when p.found_user is null then coalesce(p.contact_email, p.email) end,
      left(coalesce(p.user_name, p.contact_name, p.called, p.email, '?'), 120),
      case when p.field = 'user_id' and p.found_user is null
        then format('body.participants[%s].user_id: not found', p.place)
        when p.field = 'contact_id' and p.found_contact is null
          then format('body.participants[%s].contact_id: not found', p.place) end
    from people p order by coalesce(p.found_user::text, p.found_contact::text, p.email, p.place::text),
      p.place
$$;

-- Makes these the participants of a meeting, besides its host, and tells who comes and who goes. Those who
-- stay keep their answers.
create or replace function app.set_participants(meeting uuid, wanted jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; p meeting_participants;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x);
  if m.id is null then return; end if;
  perform ensure_fields(array(select n.problem from named_participants(wanted) n where n.problem is not null
    order by n.place));
  for p in delete from meeting_participants x where x.org_id = m.org_id and x.meeting_id = m.id
    and x.role = 'participant'
      and not exists (select from named_participants(wanted) n where n.user_id = x.user_id
        or n.contact_id = x.contact_id
        or n.user_id is null and n.contact_id is null and n.email = lower(x.email)) returning * loop
    perform tell_participant(m, p, 'removed');
  end loop;
  for p in insert into meeting_participants (meeting_id, user_id, contact_id, email, name)
      select m.id, n.user_id, n.contact_id, n.email, n.name from named_participants(wanted) n order by n.place
      on conflict do nothing returning * loop
    perform tell_participant(m, p, 'invited');
  end loop;
end $$;

-- The host is a participant who has accepted; another one leaves the former as an ordinary one.
create or replace function app.set_host(meeting uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; h meeting_participants;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting;
  update meeting_participants p set role = 'participant' where p.org_id = m.org_id and p.meeting_id = m.id
    and p.role = 'host' and p.user_id <> m.host_user_id;
  insert into meeting_participants as p (meeting_id, user_id, name, role, response, responded_at)
    select m.id, u.id, u.name, 'host', 'accepted', now() from users u where u.id = m.host_user_id
    on conflict (org_id, meeting_id, (coalesce(user_id::text, contact_id::text, lower(email), id::text)))
      do update set role = 'host', response = 'accepted', responded_at = now() where p.role <> 'host'
    returning * into h;
  if h.id is not null then perform tell_participant(m, h, 'invited'); end if;
end $$;

-- The answer of the caller, of which the host hears once.
create or replace function app.respond_to_meeting(meeting uuid, answer text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; p meeting_participants; was text;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting;
  select * into p from meeting_participants x where x.org_id = m.org_id and x.meeting_id = m.id
    and x.user_id = user_id() for update;
  perform ensure(p.id is not null, 'WM409', 'you do not take part in this meeting; its host can add you');
  perform ensure(p.role <> 'host', 'WM409',
    'the host takes part; cancel the meeting, or have another host named');
  perform ensure(exists (select from meeting_occurrences o where o.org_id = m.org_id and o.meeting_id = m.id
    and meeting_status(o, m.provider) in ('scheduled', 'live')), 'WM409', 'the meeting is over or cancelled');
  update meeting_participants x set response = answer, responded_at = now()
    where x.org_id = p.org_id and x.id = p.id and x.response <> answer;
  if found and answer <> 'pending' then
    perform tell('meeting', 'meeting', m.id, format('%s %s: %s', p.name, case answer when 'accepted'
      then 'accepted'
      when 'declined' then 'declined' else 'may come' end, m.title), array[m.host_user_id],
      'response:' || p.id || ':' || answer || ':' || m.sequence);
  end if;
end $$;
