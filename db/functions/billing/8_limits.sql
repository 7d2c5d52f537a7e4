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

-- Without the vault in the plan its credentials can be read, revealed and deleted.
create or replace function app.require_vault() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform require(entitled(new.org_id, 'vault'), 'WM403', 'the plan does not include the vault: '
    || 'what is in it can be read and deleted; an owner can change the plan under Plan and usage');
  return new;
end $$;
create or replace trigger require_vault before insert on credentials for each row
  execute function app.require_vault();
create or replace trigger require_vault_still before update of name, username, url, tags, notes,
  secret_version,
  expires_at on credentials for each row execute function app.require_vault();
