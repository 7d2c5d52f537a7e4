-- An e-mail address as it is compared: lower case, without what follows a plus sign.
create or replace function app.plain_email(address text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;

-- Other clients that share the domain, the tax number or an e-mail address (their own or a contact's) with this one, at
-- most ten, those that share most first.
create or replace function app.client_duplicates(c clients) returns json language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(found) order by cardinality(found.same) desc, found.id)), '[]')
    from (select o.id, o.name, o.archived_at is not null as archived, s.same
      from clients o cross join lateral (select array_remove(array[
          case when o.domain = c.domain then 'domain' end,
          case when upper(regexp_replace(o.tax_id, '[\s.-]', '', 'g')) = upper(regexp_replace(c.tax_id, '[\s.-]', '', 'g'))
            then 'tax_id' end,
          case when app.plain_email(o.email) = app.plain_email(c.email) or exists (select from client_contacts p
            where p.org_id = o.org_id and p.client_id = o.id and p.email_normalized = app.plain_email(c.email))
            then 'email' end], null) as same) s
      where o.org_id = c.org_id and o.id <> c.id and o.merged_into_id is null and cardinality(s.same) > 0
      order by cardinality(s.same) desc, o.id limit 10) found
$$;
