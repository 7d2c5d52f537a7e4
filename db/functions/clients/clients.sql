-- Possible duplicates: clients that share the domain, the tax number or an e-mail address (their own or a
-- contact's) with this one, at most ten, best matches first. Each criterion considers at most a hundred.
-- Security definer, as row-level security would prevent use of the expression indexes.
create or replace function app.client_duplicates(c clients) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with keys as materialized (select c.org_id as org, normalized_tax_id(c.tax_id) as tax_id, plain_email(c.email) as email
    where c.org_id = org_id()),
  matches as (
    (select o.id, 'domain' as reason, 1 as place from keys join clients o on o.org_id = keys.org
      and o.domain = c.domain limit 100)
    union (select o.id, 'tax_id', 2 from keys join clients o on o.org_id = keys.org
      and normalized_tax_id(o.tax_id) = keys.tax_id limit 100)
    union (select o.id, 'email', 3 from keys join clients o on o.org_id = keys.org
      and plain_email(o.email) = keys.email limit 100)
    union (select p.client_id, 'email', 3 from keys join client_contacts p
      on p.org_id = keys.org and p.email_normalized = keys.email limit 100))
  select coalesce(array_to_json(array_agg(row_to_json(found) order by cardinality(found.same) desc, found.id)), '[]')
    from (select o.id, o.name, o.archived_at is not null as archived, array_agg(a.reason order by a.place) as same
      from keys cross join matches a join clients o on o.org_id = keys.org and o.id = a.id
      where o.id <> c.id and o.merged_into_id is null
      group by o.org_id, o.id order by count(*) desc, o.id limit 10) found
$$;


-- Why a client that a body references cannot be used, for a 422, or null: archived clients get nothing new.
create or replace function app.client_problem(client uuid) returns text language sql stable as $$
  select case when count(*) = 0 then 'not found' when bool_or(c.merged_into_id is not null)
    then 'merged into another; use that one' when bool_or(c.archived_at is not null)
    then 'archived; restore the client first' end
    from clients c where c.org_id = app.org_id() and c.id = client
$$;
