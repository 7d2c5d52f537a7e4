-- Somebody leaves: meetings to come that they host go to the successor, else to the first of manager or above
-- who accepted, else they are cancelled; they are taken out of those to come. What is over keeps their name.
create or replace function app.leave_meetings(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; next_host uuid; o meeting_occurrences;
begin
  for m in select * from meetings x where x.org_id = org_id() and x.id = any (array(
      select h.id from meetings h where h.org_id = org_id() and h.host_user_id = person
      union select p.meeting_id from meeting_participants p where p.org_id = org_id() and p.user_id = person))
      and exists (select from meeting_occurrences e where e.org_id = x.org_id and e.meeting_id = x.id
        and e.ends_at > now() and e.status in ('scheduled', 'live')) order by x.id for update loop
    if m.host_user_id = person then
      next_host := coalesce(successor, (select p.user_id from meeting_participants p
        join organization_members r on r.org_id = p.org_id and r.user_id = p.user_id and r.status = 'active'
        where p.org_id = m.org_id and p.meeting_id = m.id and p.user_id <> person and p.response = 'accepted'
          and level_of(r.role) >= 30 order by p.responded_at, p.id limit 1));
      if next_host is null then
        update meeting_occurrences x set status = 'cancelled', ended_at = now(), updated_at = now()
          where x.org_id = m.org_id and x.meeting_id = m.id and meeting_status(x,
            m.provider) in ('scheduled', 'live');
        update meetings x set sequence = x.sequence + 1 where x.org_id = m.org_id
          and x.id = m.id returning * into m;
        o := occurrence_at(m.id, now());
        perform tell_of_meeting(m, 'cancelled', o);
      else
        update meetings x set host_user_id = next_host where x.org_id = m.org_id and x.id = m.id;
        perform set_host(m.id);
      end if;
    end if;
    delete from meeting_participants p where p.org_id = m.org_id and p.meeting_id = m.id
      and p.user_id = person
      and p.role <> 'host';
  end loop;
end $$;

create or replace function app.leave_meetings_of_member() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.purging', true) is distinct from 'on'
    then perform leave_meetings(old.user_id, null); end if;
  return null;
end $$;
create or replace trigger leave_meetings after delete on organization_members for each row
  execute function app.leave_meetings_of_member();
create or replace trigger leave_meetings_later after update of status on organization_members for each row
  when (old.status = 'active' and new.status <> 'active') execute function app.leave_meetings_of_member();
