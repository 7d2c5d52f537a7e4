-- Credentials from a table, each with its parts sealed for it, {secret, totp}. Nothing of the table is kept
-- beside.

-- Which of these credentials is as this row would be and seen by the caller: at the same address, for the same
-- user, and with the same secret.
create or replace function app.credential_like(r jsonb, among uuid[]) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select c.id from credentials c left join credential_secrets s on s.org_id = c.org_id
      and s.credential_id = c.id and s.part = 'secret' and s.secret_version = c.secret_version
    where c.org_id = org_id() and c.id = any (among)
      and c.url is not distinct from r->>'url' and c.username is not distinct from r->>'username'
      and app.rank() >= rank_of(c.min_role) and coalesce(c.project_id <> all (hidden_projects()), true)
      and case when r->'parts'->'secret' is null then s.id is null
        else r->'parts'->'secret'->'prints' @> jsonb_build_array(encode(s.fingerprint, 'hex')) end
    order by c.id limit 1
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
declare r jsonb; done jsonb := refused; same uuid; made uuid; title text; by_name jsonb;
  its_role text := coalesce(wanted_role, role_from(least(40, app.rank())));
begin
  perform pg_advisory_xact_lock(hashtextextended('vault import ' || org_id(), 0));
  -- Read once: a vault has thousands of credentials, and a table hundreds of rows.
  select coalesce(jsonb_object_agg(x.name, x.ids), '{}') into by_name
    from (select folded(c.name) as name, jsonb_agg(c.id) as ids from credentials c
      where c.org_id = org_id() and folded(c.name) = any (array(select folded(w->>'name')
        from jsonb_array_elements(rows) w)) group by 1) x;
  for r in select x from jsonb_array_elements(rows) x order by (x->>'row')::int loop
    title := folded(r->>'name');
    same := credential_like(r, array(select jsonb_array_elements_text(by_name->title)::uuid));
    made := case when same is null then import_credential(r, its_role) end;
    if made is not null then
      by_name := by_name || jsonb_build_object(title, coalesce(by_name->title, '[]') || to_jsonb(made));
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
