-- An e-mail address as it is compared: lower case, without what follows a plus sign.
create or replace function app.plain_email(address text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;

-- A tax number as it is compared.
create or replace function app.plain_tax_id(number text) returns text language sql immutable parallel safe strict as $$
  select upper(regexp_replace(number, '[\s.-]', '', 'g'))
$$;

-- Other clients that share the domain, the tax number or an e-mail address (their own or a contact's) with this one, at
-- most ten, those that share most first.
create or replace function app.client_duplicates(c clients) returns json language sql stable as $$
  with own as materialized (select app.plain_tax_id(c.tax_id) as tax_id, app.plain_email(c.email) as email),
  known as materialized (select p.client_id from own join client_contacts p
    on p.org_id = c.org_id and p.email_normalized = own.email)
  select coalesce(array_to_json(array_agg(row_to_json(found) order by cardinality(found.same) desc, found.id)), '[]')
    from (select o.id, o.name, o.archived_at is not null as archived, s.same
      from own join clients o on o.org_id = c.org_id and o.id <> c.id and o.merged_into_id is null
        cross join lateral (select array_remove(array[case when o.domain = c.domain then 'domain' end,
          case when app.plain_tax_id(o.tax_id) = own.tax_id then 'tax_id' end,
          case when app.plain_email(o.email) = own.email or o.id in (select k.client_id from known k) then 'email' end],
          null) as same) s
      where cardinality(s.same) > 0 order by cardinality(s.same) desc, o.id limit 10) found
$$;
