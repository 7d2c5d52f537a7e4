-- What the deployment knows of all organizations at once: whose an address is, which organizations a person
-- belongs to, which invitations wait for an address, which slugs are taken. A test holds that no other
-- function looks across organizations for it, so that it can live elsewhere once organizations are in several
-- databases. The answers name organizations; what is in them is read by their ids.

-- The account with an address, which is in lower case.
create or replace function app.account_with_address(address text) returns uuid language sql stable as $$
  select u.id from users u where lower(u.email) = address
$$;

-- The organizations that a person belongs to or was deactivated in; `active` where they may still enter,
-- suspension apart; `role` is what they act as, and `viewer_from` since when that is less than their role.
drop function if exists app.memberships_of(uuid);
create function app.memberships_of(person uuid) returns table (org_id uuid, member_id uuid,
  active boolean, role text, joined_at timestamptz, name text, slug text, status text, timezone text, locale text,
  require_second_factor boolean, fiscal_year_start smallint, viewer_from timestamptz)
language sql stable security definer rows 3 set search_path = public, pg_temp as $$
  select m.org_id, m.id, m.status = 'active' and o.deleted_at is null,
      app.acting_role(m.role, m.viewer_from), m.joined_at, o.name, o.slug,
      o.status, o.timezone, o.locale, o.require_second_factor, o.fiscal_year_start,
      case when m.viewer_from <= now() then m.viewer_from end
    from organization_members m join organizations o on o.id = m.org_id where m.user_id = person
$$;

-- The open invitations to an address, in organizations that still take members.
create or replace function app.invitations_to(address text) returns table (org_id uuid, id uuid,
  organization_name text, role text, message text, expires_at timestamptz, created_at timestamptz, invited_by uuid)
language sql stable security definer rows 3 set search_path = public, pg_temp as $$
  select i.org_id, i.id, o.name, i.role, i.message, i.expires_at, i.created_at, i.invited_by
    from organization_invitations i join organizations o on o.id = i.org_id
    where i.email = address and i.status = 'pending' and i.expires_at > now() and o.deleted_at is null
      and o.status <> 'suspended'
$$;

-- The invitation that a token opens: the inviter's copy of it, or the one that was mailed.
create or replace function app.invitation_of(token bytea) returns table (org_id uuid, id uuid)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select i.org_id, i.id from organization_invitations i where i.token_hash = token
  union all select i.org_id, i.id from mail_tokens t join organization_invitations i on i.id = t.subject_id
    where t.hash = token and t.message = 'invitation' limit 1
$$;

-- The organization with a slug.
create or replace function app.organization_with_slug(wanted text) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from organizations o where o.slug = wanted and o.deleted_at is null
$$;

-- The first of base, base-2, base-3 … that is neither taken nor reserved.
create or replace function app.free_slug(base text, reserved text[]) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare candidate text := base; n int := 1;
begin
  while candidate = any (reserved) or exists (select from organizations o where o.slug = candidate) loop
    n := n + 1; candidate := base || '-' || n;
  end loop;
  return candidate;
end $$;

-- Whether others issue invoices with this system too.
create or replace function app.has_several_issuers(issuer text) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from invoice_register_heads h
    where h.issuer_tax_id not in ('', issuer) and h.closed_at is null)
$$;
