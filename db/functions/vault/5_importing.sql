-- Credentials from a table, each with its parts sealed for it, {secret, totp}. Nothing of the table is kept
-- beside.

-- What tells a credential from others: its name, address and user, and the fingerprint of its secret, if any.
create or replace function app.credential_mark(name text, url text, username text, print text) returns text
language sql immutable as $$ select jsonb_build_array(app.folded(name), url, username, print)::text $$;

-- The credentials that the caller sees of those with such names, by their mark: {mark: id}.
create or replace function app.credentials_named(names text[]) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(jsonb_object_agg(x.mark, x.ids[1]), '{}')
    from (select credential_mark(c.name, c.url, c.username, encode(s.fingerprint, 'hex')) as mark,
        array_agg(c.id order by c.id) as ids
      from credentials c left join credential_secrets s on s.org_id = c.org_id and s.credential_id = c.id
        and s.part = 'secret' and s.secret_version = c.secret_version
      where c.org_id = org_id() and folded(c.name) = any (array(select folded(n) from unnest(names) n))
        and app.role_level() >= level_of(c.min_role)
        and coalesce(c.project_id <> all (hidden_projects()), true)
      group by 1) x
$$;

-- The marks that a credential as this row would have, by each key of fingerprints.
create or replace function app.marks_of_row(r jsonb) returns text[] language sql immutable as $$
  select array_agg(app.credential_mark(r->>'name', r->>'url', r->>'username', p))
    from unnest(case when r->'parts' ? 'secret'
      then array(select jsonb_array_elements_text(r->'parts'->'secret'->'prints'))
      else array[null::text] end) p
$$;

-- Creates one; returns its id.
create or replace function app.import_credential(r jsonb, its_min_role text) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare its_id uuid := (r->>'id')::uuid;
begin
  insert into credentials (id, name, kind, username, url, notes, min_role, secret_version, totp_version,
      rotated_at)
    values (its_id, r->>'name', r->>'kind', r->>'username', r->>'url', r->>'notes', its_min_role,
      (r->'parts' ? 'secret')::int, (r->'parts' ? 'totp')::int,
      case when r->'parts' ? 'secret' then now() end);
  perform store_credential_secret(its_id, p.key, p.value->'sealed', p.value->>'print', p.value->>'key')
    from jsonb_each(r->'parts') p;
  return its_id;
end $$;

create or replace function app.import_credentials(rows jsonb, refused jsonb, ignored jsonb, wanted_role text)
returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r jsonb; done jsonb := refused; same uuid; made uuid; mark text;
  there jsonb; added jsonb := '{}'; its_role text := coalesce(wanted_role, role_of_level(least(40, app.role_level())));
begin
  perform pg_advisory_xact_lock(hashtextextended('vault import ' || org_id(), 0));
  -- Read once: a vault has thousands of credentials, and a table hundreds of rows.
  there := credentials_named(array(select w->>'name' from jsonb_array_elements(rows) w));
  for r in select x from jsonb_array_elements(rows) x order by (x->>'row')::int loop
    same := null; made := null;
    foreach mark in array marks_of_row(r) loop
      same := coalesce(same, (there->>mark)::uuid, (added->>mark)::uuid);
    end loop;
    if same is null then
      made := import_credential(r, its_role);
      added := added || jsonb_build_object(credential_mark(r->>'name', r->>'url', r->>'username',
        r->'parts'->'secret'->>'print'), made);
    end if;
    done := done || jsonb_build_object('row', r->'row', 'name', r->'name', 'credential_id',
      coalesce(made, same), 'result', case when made is null then 'skipped' else 'created' end,
      'problems', '[]'::jsonb);
  end loop;
  return json_build_object('created', count(*) filter (where x->>'result' = 'created'),
      'skipped', count(*) filter (where x->>'result' = 'skipped'),
      'refused', count(*) filter (where x->>'result' = 'refused'),
      'ignored_headers', ignored, 'rows', coalesce(jsonb_agg(x order by (x->>'row')::int), '[]'))
    from jsonb_array_elements(done) x;
end $$;
