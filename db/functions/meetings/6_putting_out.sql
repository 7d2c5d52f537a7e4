-- Whose access to a room ends leaves it, whatever ended it: their connection is ended at the provider, after
-- the commit. A token only matters when connecting, so who connects late is put out as they are reported.

-- Whether a connection may stay in the room of an occurrence: that of members who take part and of managers,
-- with the rights of the host as long as they are it, and of guests by the link that they have, while the
-- meeting has guests; nobody's once the organization is suspended or deleted.
create or replace function app.may_be_in_room(m meetings, o meeting_occurrences, identity text)
returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select o.status = 'live' and m.provider = 'livekit' and exists (select from organizations n
      where n.id = m.org_id and n.status <> 'suspended' and n.deleted_at is null) and (
    exists (select from organization_members r join users u on u.id = r.user_id and u.status = 'active'
      where r.org_id = m.org_id and r.user_id::text = split_part(identity, '#', 1) and r.status = 'active'
        and (r.user_id = m.host_user_id or split_part(identity, '#', 2) <> 'host')
        and (level_of(r.role) >= 30 or level_of(r.role) >= 20
          and (r.user_id = m.host_user_id or r.user_id = any (m.attendee_ids))))
    or m.allow_guests and exists (select from meeting_participants g where g.org_id = m.org_id
      and g.meeting_id = m.id and g.role = 'guest' and identity ~ ('^' || guest_identity(g) || '(#|$)')))
$$;

-- Puts out of the rooms of one meeting, or of all of the organization, who may not stay there. Nobody is put
-- out twice of what they did not come back to.
create or replace function app.put_out_of_rooms(meeting uuid default null) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select call_room(o.org_id, 'livekit', o.room_name, a.identity, a.sid)
    from meeting_occurrences o join meetings m on m.org_id = o.org_id and m.id = o.meeting_id
      join meeting_attendance a on a.org_id = o.org_id and a.occurrence_id = o.id
        and a.joined_at is not null and a.left_at is null
    where o.org_id = org_id() and o.status = 'live' and o.starts_at > now() - interval '29 hours'
      and (meeting is null or o.meeting_id = meeting) and not may_be_in_room(m, o, a.identity)
      and not exists (select from outbox b where b.org_id = o.org_id and b.done_at is null
        and b.topic = 'meeting.room' and b.payload->>'room' = o.room_name and b.payload->>'sid' = a.sid)
$$;

-- Whether what a job of `meeting.room` asks is still to be done: a connection that ended, or a room that was
-- opened again since, is left alone.
create or replace function app.is_to_leave_room(room text, sid text) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select not exists (select from meeting_occurrences o left join meeting_attendance a
      on a.org_id = o.org_id and a.occurrence_id = o.id and a.sid = is_to_leave_room.sid
    where o.org_id = org_id() and o.room_name = room
      and case when is_to_leave_room.sid is null then o.status = 'live' else a.left_at is not null end)
$$;

create or replace function app.put_out_of_meeting() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform put_out_of_rooms((to_jsonb(old)->>tg_argv[0])::uuid);
  return null;
end $$;
create or replace trigger put_out_of_room after delete on meeting_participants for each row
  execute function app.put_out_of_meeting('meeting_id');
create or replace trigger put_out_of_room_by_link after update of link_hash on meeting_participants
  for each row when (old.link_hash is distinct from new.link_hash) execute function app.put_out_of_meeting('meeting_id');
create or replace trigger put_out_of_room after update of allow_guests, provider, host_user_id on meetings
  for each row when ((old.allow_guests, old.provider, old.host_user_id)
    is distinct from (new.allow_guests, new.provider, new.host_user_id))
  execute function app.put_out_of_meeting('id');

create or replace function app.put_out_of_organization() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform put_out_of_rooms();
  return null;
end $$;
create or replace trigger put_out_of_rooms after delete on organization_members for each row
  execute function app.put_out_of_organization();
create or replace trigger put_out_of_rooms_later after update of role, status on organization_members
  for each row when ((old.role, old.status) is distinct from (new.role, new.status))
  execute function app.put_out_of_organization();

create or replace trigger put_out_of_rooms after update of deleted_at on organizations for each row
  when (new.deleted_at is not null and old.deleted_at is null)
  execute function app.put_out_of_organization();

-- A room ends with its occurrence.
create or replace function app.end_room() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform call_room(m.org_id, m.provider, new.room_name) from meetings m
    where m.org_id = new.org_id and m.id = new.meeting_id;
  return null;
end $$;
create or replace trigger end_room after update of status on meeting_occurrences for each row
  when (old.status = 'live' and new.status in ('ended', 'cancelled')) execute function app.end_room();
