-- Guests: people without an account whom a link admits to one meeting.

-- Makes somebody a guest, with a link in place of the one that they had, and mails one to their address.
create or replace function app.add_guest(meeting uuid, guest jsonb, hash bytea, send_mail boolean)
returns uuid language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; named record; p meeting_participants;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x)
    for no key update;
  perform ensure(m.provider <> 'internal', 'WM409', 'this meeting has no room'),
    ensure(m.allow_guests, 'WM409', 'guests may not join this meeting; change it with allow_guests first'),
    ensure(exists (select from meeting_occurrences o where o.org_id = m.org_id and o.meeting_id = m.id
      and meeting_status(o, m.provider) in ('scheduled', 'live')), 'WM409',
      'the meeting is over or cancelled');
  select * into named from named_participants(jsonb_build_array(guest));
  perform ensure_fields(array[replace(named.problem, 'body.participants[0].', 'body.'),
    case when named.user_id is not null then format('body.%s: is a member, who needs no link; invite them',
      case when guest ? 'contact_id' then 'contact_id' else 'email' end) end]);
  if send_mail and named.email is not null then perform require_mail('meeting_guest'); end if;
  insert into meeting_participants as x (meeting_id, contact_id, email, name, role, link_hash)
    values (m.id, named.contact_id, named.email, named.name, 'guest', hash)
    on conflict (org_id, meeting_id, (coalesce(user_id::text, contact_id::text, lower(email), id::text)))
      do update set role = 'guest', link_hash = excluded.link_hash returning * into p;
  perform ensure((select count(*) from meeting_participants x where x.org_id = m.org_id
    and x.meeting_id = m.id and x.role = 'guest') <= 50, 'WM409',
    'the meeting has 50 guests, which is all there may be; take one out first');
  delete from mail_tokens t where t.subject_id = p.id;
  update mails x set state = 'dropped', last_error = 'sent again' where x.address = lower(p.email)
    and x.message = 'meeting_guest' and x.facts->>'subject_id' = p.id::text and x.state = 'queued';
  perform queue_mail('meeting_guest', null, p.email, jsonb_build_object('org_id', m.org_id,
    'subject_id', p.id, 'meeting_id', m.id, 'news', 'invited', 'participant_name', p.name,
    'shown', (occurrence_at(m.id, now())).id)) where send_mail and p.email is not null;
  return p.id;
end $$;

-- Enters the organization of a guest for their meeting, by the copy of the link or the one that was mailed.
-- Links of what is over or cancelled, of guests who were taken out and of meetings without guests are as good
-- as none.
create or replace function app.enter_as_guest(token bytea) returns meeting_participants
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare g meeting_participants;
begin
  select * into g from (select p.* from meeting_participants p where p.link_hash = token
    union all select p.* from mail_tokens t join meeting_participants p on p.id = t.subject_id
      where t.hash = token and t.message = 'meeting_guest' and t.expires_at > now()) x limit 1;
  perform set_config('app.org_id', coalesce(g.org_id::text, ''), true), set_config('app.user_id', '', true),
    set_config('app.rank', '0', true), set_config('app.actor_type', 'system', true),
    set_config('app.actor_label', 'guest', true);
  perform ensure(exists (select from meetings m join organizations o on o.id = m.org_id
      and o.deleted_at is null and o.status <> 'suspended'
    where m.org_id = g.org_id and m.id = g.meeting_id and m.allow_guests and exists (
      select from meeting_occurrences x where x.org_id = m.org_id and x.meeting_id = m.id
        and meeting_status(x, m.provider) in ('scheduled', 'live'))), 'WM404', 'meeting not found');
  return g;
end $$;

-- Who a guest is in a room, with the beginning of their link's hash: another link is another identity.
create or replace function app.guest_identity(g meeting_participants) returns text language sql stable as $$
  select g.id || '#' || left(encode(g.link_hash, 'hex'), 8)
$$;

-- What a link shows of its meeting.
create or replace function app.meeting_of_guest(token bytea) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare g meeting_participants := enter_as_guest(token); o meeting_occurrences;
begin
  o := occurrence_at(g.meeting_id, now());
  return (select json_build_object('title', coalesce(o.title, m.title), 'organization', n.name,
      'host', h.name, 'name', g.name, 'starts_at', utc(o.starts_at), 'ends_at', utc(o.ends_at), 'time_zone', m.time_zone,
      'status', meeting_status(o, m.provider))
    from meetings m join organizations n on n.id = m.org_id join users h on h.id = m.host_user_id
    where m.org_id = g.org_id and m.id = g.meeting_id);
end $$;

-- Lets a guest into the room once the host is there.
create or replace function app.join_as_guest(token bytea, called text, configured text[]) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare g meeting_participants := enter_as_guest(token); m meetings; o meeting_occurrences;
begin
  select * into m from meetings x where x.org_id = g.org_id and x.id = g.meeting_id;
  perform ensure(m.provider <> 'internal', 'WM409', 'this meeting has no room'),
    ensure(m.provider = 'external' or m.provider = any (configured), 'WM409',
      'the room is not set up any more; ask the host');
  o := open_occurrence(m);
  if m.provider <> 'external' then
    if o.host_joined_at is null then
      raise exception using errcode = 'WM409', detail = '10',
        message = 'waiting for the host; try again in 10 s';
    end if;
    if not exists (select from meeting_attendance a where a.org_id = o.org_id and a.occurrence_id = o.id
        and split_part(a.identity, '#', 1) = g.id::text) then
      perform require_usage('meeting_minutes', 1);
    end if;
  end if;
  return room_pass(m, o, guest_identity(g), coalesce(called, g.name), 'guest');
exception when sqlstate 'WM403' then
  perform refuse('WM409', 'nobody else can be admitted now; ask the host');
end $$;
