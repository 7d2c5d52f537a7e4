-- Accounts of a table of people, and what its headers mean.

-- Invites whoever of a table is employed, has a work e-mail address and no account; not members, and nobody
-- whom an open invitation waits for. The link is only in the mail. Returns how many are invited.
create or replace function app.invite_imported(people app.imported_employee[], invited_role text) returns int
language plpgsql security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
declare addresses text[]; invited uuid[];
begin
  addresses := array(select distinct lower(e.work_email) from unnest(people) p
      join employees e on e.org_id = org_id() and e.id = p.id
    where e.work_email is not null and e.user_id is null
      and coalesce(e.termination_date >= org_today(), true)
      and not exists (select from organization_members m join users u on u.id = m.user_id
        where m.org_id = org_id() and m.status = 'active' and lower(u.email) = lower(e.work_email))
      and not exists (select from organization_invitations i where i.org_id = org_id()
        and i.email = lower(e.work_email) and i.status = 'pending' and i.expires_at > now()) order by 1);
  perform ensure_fields(array[case when cardinality(addresses) > 200 then format(
    'body.invite: %s people would be invited, and at most 200 are at once; send the table in parts',
    cardinality(addresses)) end]);
  if cardinality(addresses) > 0 then
    perform require_mail('invitation', cardinality(addresses));
  end if;
  update organization_invitations i set status = 'expired' where i.org_id = org_id()
    and i.email = any (addresses) and i.status = 'pending';
  with made as (insert into organization_invitations (email, role, token_hash, expires_at)
    select a, invited_role, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
        now() + interval '7 days' from unnest(addresses) a order by a returning id)
  select array(select m.id from made m) into invited;
  perform mail_invitation(i, true) from unnest(invited) i;
  return cardinality(invited);
end $$;

-- What headers of a table of people meant in imports before.
create or replace function app.import_columns() returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select s.import_columns from workforce_settings s where s.org_id = org_id()), '{}')
$$;

-- Keeps what headers mean for the next import: with what was said before, as long as that is not too much.
create or replace function app.keep_import_columns(said jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare kept jsonb := import_columns() || said;
begin
  if kept = import_columns() then return; end if;
  if (select count(*) > 200 from jsonb_object_keys(kept)) then kept := said; end if;
  insert into workforce_settings default values on conflict do nothing;
  update workforce_settings s set import_columns = kept where s.org_id = org_id();
end $$;
