-- What participants hear of a meeting: in the inbox and, where they want mail or have no account, by a mail
-- with an entry for calendars. Of what is over nobody is told.

create or replace function app.meeting_is_to_come(m meetings) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from meeting_occurrences o where o.org_id = m.org_id and o.meeting_id = m.id
    and o.ends_at > now())
$$;

-- When it takes place, in the zone of the meeting.
create or replace function app.said_time(m meetings,
  o meeting_occurrences) returns text language sql stable as $$
  select to_char(o.starts_at at time zone m.time_zone, 'YYYY-MM-DD HH24:MI ') || m.time_zone
$$;

-- Tells one participant, and notes who without an account is not mailed, and why. news: invited, moved,
-- cancelled, cancelled_some or removed.
create or replace function app.tell_participant(m meetings, p meeting_participants, news text,
  o meeting_occurrences default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare host text; shown meeting_occurrences := coalesce(o, occurrence_at(m.id, now())); name text;
  mail uuid; why text;
begin
  if not meeting_is_to_come(m) then return; end if;
  select u.name into host from users u where u.id = m.host_user_id;
  name := coalesce(shown.title, m.title);
  if p.user_id is not null then
    perform tell('meeting', case news when 'removed' then 'organization' else 'meeting' end,
      case news when 'removed' then m.org_id else m.id end, case news
        when 'invited' then case p.role when 'host' then 'You host ' || name
          else format('%s invites you to %s', host, name) end
        when 'moved' then name || ' has another time' when 'removed'
          then format('You do not take part in %s any more', name)
        else name || ' is cancelled' end,
      array[p.user_id], 'meeting:' || p.id || ':' || news || ':' || m.sequence,
      case when news <> 'removed' then said_time(m, shown) end);
  end if;
  if p.user_id = user_id() or p.user_id is not null and not wants_mail(m.org_id, p.user_id, 'meeting')
    then return; end if;
  if coalesce(p.user_id::text, p.email) is null then return; end if;
  mail := queue_mail('meeting', p.user_id, p.email, jsonb_build_object('subject_id', m.id, 'org_id', m.org_id,
    'news', news, 'participant_name', p.name, 'shown', shown.id));
  select x.last_error into why from mails x where x.id = mail and x.state = 'dropped' and p.user_id is null;
  if why is not null then
    perform set_config('app.meeting_unsent', (coalesce(nullif(current_setting('app.meeting_unsent', true), ''),
      '[]')::jsonb || jsonb_build_array(format('%s is not mailed, tell them yourself: %s', p.name, why)))::text,
      true);
  end if;
end $$;

create or replace function app.tell_of_meeting(m meetings, news text,
  o meeting_occurrences default null) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell_participant(m, p, news, o) from meeting_participants p
    where p.org_id = m.org_id and p.meeting_id = m.id order by p.id
$$;

-- After another time or recurrence: calendars get a new sequence, and all but the host are asked again.
create or replace function app.ask_participants_again(meeting uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings;
begin
  update meetings x set sequence = x.sequence + 1 where x.org_id = org_id() and x.id = meeting
    and can_change_meeting(x)
    returning * into m;
  update meeting_participants p set response = 'pending', responded_at = null where p.org_id = m.org_id
    and p.meeting_id = m.id and p.role <> 'host' and p.response <> 'pending';
  perform tell_of_meeting(m, 'moved');
end $$;

-- The facts of a mail about a meeting, with the entry for calendars; null if it is no longer needed.
create or replace function app.meeting_mail_facts(mail mails) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('name', mail.facts->>'participant_name', 'inviter', h.name, 'organization',
    o.name,
      'note', coalesce(s.title, m.title), 'at', utc(s.starts_at), 'timezone', m.time_zone, 'news',
        mail.facts->>'news',
      'address', m.external_url, 'reply_to', h.email, 'calendar', jsonb_build_object(
        'method', case when mail.facts->>'news' in ('cancelled', 'removed') then 'CANCEL' else 'REQUEST' end,
        'id', 'meeting-' || m.id, 'sequence', m.sequence, 'changed', utc(m.updated_at), 'title', m.title,
        'description', m.description, 'url', m.external_url, 'starts', utc(m.starts_at), 'ends',
          utc(m.ends_at),
        'zone', m.time_zone, 'rrule', m.recurrence, 'organizer', jsonb_build_object('name', h.name, 'email',
          h.email),
        'attendee', jsonb_build_object('name', mail.facts->>'participant_name', 'email', mail.address),
        'exceptions', (select coalesce(jsonb_agg(jsonb_build_object('planned', utc(x.planned_at), 'starts',
          utc(x.starts_at),
            'ends', utc(x.ends_at), 'title', x.title, 'cancelled', x.status = 'cancelled')
              order by x.planned_at), '[]')
          from meeting_occurrences x where x.org_id = m.org_id and x.meeting_id = m.id
            and m.recurrence is not null
            and (x.starts_at <> x.planned_at or x.title is not null or x.status = 'cancelled'
              or x.ends_at - x.starts_at <> m.ends_at - m.starts_at))))
    from meetings m join organizations o on o.id = m.org_id and o.deleted_at is null
      and o.status <> 'suspended'
      join users h on h.id = m.host_user_id
      left join meeting_occurrences s on s.org_id = m.org_id and s.id = (mail.facts->>'shown')::uuid
    where m.org_id = org_id() and m.id = (coalesce(mail.facts->>'meeting_id', mail.facts->>'subject_id'))::uuid
$$;
