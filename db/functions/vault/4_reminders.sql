-- Reminders of credentials that end: 30, 7 and 1 days before, and when it is over. They tell whoever entered
-- it, and admins, as far as they may see it. One that is over can still be revealed.

-- The moments at which somebody is reminded of an end.
create or replace function app.expiry_moments(expires_at timestamptz) returns timestamptz[]
language sql immutable as $$
  select array[expires_at - interval '720 hours', expires_at - interval '168 hours',
    expires_at - interval '24 hours',
    expires_at]
$$;
create or replace function app.moments_over(expires_at timestamptz) returns smallint language sql stable as $$
  select count(*)::smallint from unnest(app.expiry_moments(expires_at)) m(at) where m.at <= now()
$$;

-- When the next reminder of the organization is due.
create or replace function app.next_expiry_reminder(org uuid) returns timestamptz
language sql stable security definer set search_path = public, app, pg_temp as $$
  select min((expiry_moments(c.expires_at))[c.reminded + 1]) from credentials c
    where c.org_id = org and c.expires_at is not null and c.reminded < 4
$$;

-- An end that was set or moved is reminded of at the moments that are still to come.
create or replace function app.expect_expiry() returns trigger language plpgsql as $$
begin
  new.reminded := case when new.expires_at is null then 0 else app.moments_over(new.expires_at) end;
  return new;
end $$;
create or replace trigger expect_expiry before insert on credentials for each row
  when (new.expires_at is not null) execute function app.expect_expiry();
create or replace trigger expect_new_expiry before update of expires_at on credentials for each row
  when (new.expires_at is distinct from old.expires_at) execute function app.expect_expiry();

create or replace function app.schedule_expiry() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule(new.org_id, 'vault', '{}', (expiry_moments(new.expires_at))[new.reminded + 1]);
  return null;
end $$;
create or replace trigger schedule_expiry after insert on credentials for each row
  when (new.expires_at is not null) execute function app.schedule_expiry();
create or replace trigger schedule_new_expiry after update of expires_at on credentials for each row
  when (new.expires_at is distinct from old.expires_at and new.expires_at is not null)
  execute function app.schedule_expiry();

-- The job `vault`.
create or replace function app.remind_of_expiry() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare c credentials; over smallint;
begin
  for c in select * from credentials x where x.org_id = org_id() and x.expires_at is not null
      and x.reminded < moments_over(x.expires_at) order by x.id for update loop
    over := moments_over(c.expires_at);
    update credentials x set reminded = over where x.org_id = c.org_id and x.id = c.id;
    perform tell('reminder', 'credential', c.id, c.name || case over when 4
      then ' is over: replace the secret'
        when 3 then ' is over tomorrow' when 2 then ' is over in a week' else ' is over in 30 days' end,
      array(select m.user_id from organization_members m where m.org_id = c.org_id and m.status = 'active'
        and level_of(m.role) >= level_of(c.min_role)
          and (m.user_id = c.created_by or level_of(m.role) >= 40)),
      'expiry:' || c.id || ':' || over || ':' || utc(c.expires_at));
  end loop;
  perform schedule(org_id(), 'vault', '{}', next_expiry_reminder(org_id()));
end $$;

-- Admins are told of how many credentials somebody who leaves knows the secret or a code.
create or replace function app.tell_of_seen_secrets() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare seen int; who text;
begin
  select count(distinct l.credential_id) into seen from credential_access_log l where l.org_id = old.org_id
    and l.actor_user_id = old.user_id and l.action in ('revealed', 'code_shown')
      and l.created_at > now() - interval '365 days';
  if seen > 0 and current_setting('app.purging', true) is distinct from 'on' then
    select u.name into who from users u where u.id = old.user_id;
    perform tell('security', 'former_member', old.user_id,
      format('%s left, who has revealed %s', who, case seen when 1
      then '1 credential' else seen || ' credentials' end || ', or seen codes, in the last 365 days'),
        array_remove(admins(), old.user_id),
      'seen:' || old.user_id || ':' || current_date,
        'Their secrets are to be replaced: the vault lists them.');
  end if;
  return null;
end $$;
create or replace trigger tell_of_seen_secrets after delete on organization_members for each row
  execute function app.tell_of_seen_secrets();
create or replace trigger tell_of_seen_secrets_later after update of status on organization_members
  for each row when (old.status = 'active' and new.status <> 'active') execute function app.tell_of_seen_secrets();
