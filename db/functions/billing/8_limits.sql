-- What a plan refuses. Nothing is deleted and nothing hidden: what grows is refused, what shrinks is not.

create or replace function app.refuse_limit(key text, used numeric, most numeric) returns void
language plpgsql as $$
begin
  perform app.refuse('WM403', format(
    'plan limit %s reached: %s of %s; an owner can change the plan under Plan and usage', key, used, most));
end $$;

-- Whoever becomes a member finds a seat, or is refused; counted under a lock.
create or replace function app.require_seat() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare most numeric; taken bigint;
begin
  most := entitlement_limit(new.org_id, 'seats');
  if most is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('seats ' || new.org_id, 0));
  taken := seats_taken(new.org_id);
  if taken > most and taken > 1 then perform refuse_limit('seats', taken - 1, most); end if;
  return null;
end $$;
create or replace trigger require_seat after insert on organization_members for each row
  when (new.status = 'active' and new.role <> 'viewer' and not new.is_app)
  execute function app.require_seat();
create or replace trigger require_new_seat after update of role, status on organization_members for each row
  when (new.status = 'active' and new.role <> 'viewer' and (old.status <> 'active' or old.role = 'viewer')
    and not new.is_app)
  execute function app.require_seat();

-- Mail of an organization to others, by which a plan is used up. What an account needs, and what tells of
-- limits, is sent in any case.
create or replace function app.counts_as_mail(kind text) returns boolean language sql immutable as $$
  select kind = any ('{invitation,project_share,invoice,ticket_received,ticket_reply,ticket_resolved,
    ticket_news,meeting,meeting_guest}')
$$;
-- How many mails the entered organization sent in this period, with those that wait.
create or replace function app.mails_used() returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select meter_used(org_id(), 'mails') + (select count(*) from mails m where m.state in ('queued', 'sending')
    and shard_of((m.facts->>'sender')::uuid) = shard_of(org_id())
    and m.facts->>'sender' = org_id()::text)
$$;
-- Why the entered organization may not send so many more mails in this period, or null. A mail that waits is
-- what is reserved; near the limit they are counted under a lock, one transaction after the other.
drop function if exists app.mail_problem(uuid, text);
create or replace function app.mail_problem(sender uuid, kind text, quantity int default 1) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare most numeric; used numeric;
begin
  if sender is distinct from org_id() or not counts_as_mail(kind) then return null; end if;
  most := entitlement_limit(sender, 'mails');
  if most is null then return null; end if;
  used := mails_used();
  if used + quantity > most - 500 then
    perform pg_advisory_xact_lock(hashtextextended('usage ' || sender || 'mails', 0));
    used := mails_used();
  end if;
  return case when used + quantity > most then case when quantity > 1
      then format('%s mails would be sent; ', quantity) else '' end || said_limit('mails', used, most) end;
end $$;
-- Refuses what is made for a mail that would not be sent, before anything is made.
create or replace function app.require_mail(kind text, quantity int default 1) returns void
language plpgsql as $$
declare problem text := app.mail_problem(app.org_id(), kind, quantity);
begin
  perform app.ensure(problem is null, 'WM403', problem);
end $$;

-- Notes which limits of requests are reached, so that `app.enter` refuses without counting. For an hour at
-- most: then somebody's request is answered, counted and judged again, whatever has changed meanwhile.
create or replace function app.note_used_up() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare reached jsonb; saved text; until timestamptz := least(date_trunc('hour', now()) + interval '1 hour',
  (metering_period(org_id(), now())).ends_at);
begin
  select jsonb_object_agg(e.key, jsonb_build_object('until', utc(until), 'why', said_limit(e.key,
      number_of(e.value), number_of(e.value)))) into reached
    from entitlements_of(org_id()) e cross join lateral (select case when number_of(e.value) is not null
        then meter_used(org_id(), e.key) end as used offset 0) u
    where e.key in ('requests', 'tool_calls') and u.used >= number_of(e.value);
  saved := suppress_audit();
  update organizations o set used_up = reached where o.id = org_id() and o.used_up is distinct from reached;
  perform set_config('app.suppress_audit', saved, true);
end $$;
create or replace function app.refuse_used_up(used_up jsonb, meter text) returns void language plpgsql as $$
begin
  if (used_up->meter->>'until')::timestamptz > now() then
    perform app.refuse('WM403', used_up->meter->>'why');
  end if;
end $$;
-- What is allowed has changed.
create or replace function app.note_used_up_again() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if coalesce(new.org_id, old.org_id) = org_id() then
    perform note_used_up(), settle_seats();
  end if;
  return null;
end $$;
create or replace trigger note_used_up after insert or update or delete on entitlement_overrides for each row
  execute function app.note_used_up_again();
create or replace trigger note_used_up after insert or update on subscriptions for each row
  execute function app.note_used_up_again();

-- Without the vault in the plan its credentials can be read, revealed and deleted.
create or replace function app.require_vault() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(entitled(new.org_id, 'vault'), 'WM403', 'the plan does not include the vault: '
    || 'what is in it can be read and deleted; an owner can change the plan under Plan and usage');
  return new;
end $$;
create or replace trigger require_vault before insert on credentials for each row
  execute function app.require_vault();
create or replace trigger require_vault_still before update of name, username, url, tags, notes,
  secret_version,
  totp_version, expires_at on credentials for each row execute function app.require_vault();
