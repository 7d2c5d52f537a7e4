-- The people of an import are accounts that nobody can sign in with. When a member has the verified address
-- of one, everything that names it is theirs: whatever column that is in, and however they became a member.

create or replace function app.bound_id(id uuid, olds uuid[], news uuid[]) returns uuid
language sql immutable as $$ select coalesce(news[array_position(olds, id)], id) $$;
create or replace function app.bound_ids(ids uuid[], olds uuid[], news uuid[]) returns uuid[]
language sql immutable as $$
  select case when ids && olds then array(
      select b.id from (select app.bound_id(i.id, olds, news) as id, min(i.n) as n
        from unnest(ids) with ordinality i(id, n) group by 1) b order by b.n)
    else ids end
$$;
create or replace function app.bound_text(said text, olds uuid[], news uuid[]) returns text
language plpgsql immutable as $$
begin
  for n in 1 .. cardinality(olds) loop said := replace(said, olds[n]::text, news[n]::text); end loop;
  return said;
end $$;

-- The columns of a table that may name a person: how it is found that one does (`x` is the row; `$2` are old
-- ids, `$3` new ones, `$4` patterns of the old), and what it becomes. Prose beside a digest of the row was
-- signed, and stays; a digest that the import has computed is computed again.
create or replace function app.binding_columns(of_table regclass) returns table (name text, found text,
  becomes text) language sql stable set search_path = public, app, pg_temp as $$
  with digests as (select a.attname as name, h.becomes from pg_attribute a
      left join import_changes() h on h.column_name = of_table::text || '.' || a.attname
    where a.attrelid = of_table and a.attnum > 0 and not a.attisdropped and a.attname ~ '(sha256|_hash)$'),
  columns as (
    select c.name::text, case c.type when 'uuid' then format('x.%I = any ($2)', c.name)
          when 'uuid[]' then format('x.%I && $2', c.name)
          else format('x.%I::text like any ($4)', c.name) end as found,
        case c.type when 'uuid' then format('app.bound_id(x.%I, $2, $3)', c.name)
          when 'uuid[]' then format('app.bound_ids(x.%I, $2, $3)', c.name)
          else format('app.bound_text(x.%I::text, $2, $3)::%s', c.name, c.type) end as becomes
      from person_columns(of_table) c where c.type like 'uuid%'
        or not exists (select from digests d where d.becomes is null))
  select c.name, c.found, c.becomes from columns c
  union all select d.name, null, replace(d.becomes, 'x.' || c.name, c.becomes) from digests d
    join columns c on d.becomes like '%x.' || c.name || ',%'
$$;

-- The columns in whose order a table is gone over: those of an index of rows by organization, up to the first
-- that descends. Null for tables without one.
create or replace function app.binding_order(of_table regclass) returns text[]
language sql stable set search_path = public, app, pg_temp as $$
  select array(select a.attname::text from generate_series(1, k.n) s(n)
      join pg_attribute a on a.attrelid = of_table and a.attnum = k.indkey[s.n] order by s.n)
    from (select i.*, (select coalesce(min(o.n) - 1, i.indnkeyatts - 1)
        from generate_series(1, i.indnkeyatts - 1) o(n) where i.indoption[o.n] <> 0)::int as n
      from pg_index i) k
    where k.indrelid = of_table and k.indpred is null and k.indexprs is null and k.n > 0
      and (select a.attname from pg_attribute a where a.attrelid = of_table
        and a.attnum = k.indkey[0]) = 'org_id'
      and not exists (select from pg_attribute a where a.attrelid = of_table and a.attnum = any (k.indkey)
        and not a.attnotnull)
    order by k.indisunique desc, k.n desc, k.indexrelid limit 1
$$;

-- The statements that go over a table, worked out once for each revision of the schema: `$1` is the
-- organization, `$5` the key after which and `$6` the one up to which, `$7` the place of a single row. `look`
-- says how many rows follow, the last key and whether one of them names an old id; `merge` writes a row over
-- the one that is there already, of tables whose rows nothing refers to.
create table if not exists app.binding_plans (
  place int primary key, name text not null, look text not null, change text not null, among text not null,
  merge text
);
create or replace function app.binding_plan(of_table regclass, step int) returns setof app.binding_plans
language plpgsql stable set search_path = public, app, pg_temp as $$
declare p app.binding_plans; ordered text[] := binding_order(of_table); key text; keys text[]; found text;
  changes text; said text; source text; has_id boolean;
begin
  select string_agg(c.found, ' or '), string_agg(format('%I = %s', c.name, c.becomes), ', ')
    into found, changes from binding_columns(of_table) c;
  if found is null then return; end if;
  select string_agg(format('x.%I', o.name), ', ' order by o.n),
      string_agg(format('($%%1$s->>%s)::%s', o.n - 1, format_type(a.atttypid, a.atttypmod)), ', '
        order by o.n)
    into key, said
    from unnest(ordered) with ordinality o(name, n)
    join pg_attribute a on a.attrelid = of_table and a.attname = o.name;
  p.place := step; p.name := of_table::text;
  p.among := format('x.org_id = $1 and (%s)', found);
  if ordered is null then
    -- Found by the rows that it belongs to, where an index has these.
    source := coalesce((
      select format('%s t join %s x on x.%I = t.id and t.org_id = $1', f.confrelid::regclass, p.name,
          a.attname)
        from pg_constraint f
        join pg_attribute a on a.attrelid = of_table and a.attnum = f.conkey[cardinality(f.conkey)]
        join pg_index k on k.indrelid = of_table and k.indkey[0] = a.attnum
        where f.contype = 'f' and f.conrelid = of_table and cardinality(f.conkey) = 2 limit 1),
      p.name || ' x');
    p.look := format('select 0, null::jsonb, exists (select from %s where %s)', source, p.among);
    p.among := format('x.ctid = any (array(select x.ctid from %s where %s limit 500))', source, p.among);
  else
    p.look := format('with w as (
        select jsonb_build_array(%1$s) as key, row_number() over (order by %1$s) as n, %2$s as hit
          from %3$s x where x.org_id = $1 and ($5 is null or (%1$s) > (%4$s))
          order by %1$s fetch first 500 rows with ties)
      select count(*), (select w.key from w order by w.n desc limit 1), bool_or(w.hit) is true from w',
      key, found, p.name, format(said, 5));
    p.among := format('%s and ($5 is null or (%2$s) > (%3$s)) and (%2$s) <= (%4$s)', p.among, key,
      format(said, 5), format(said, 6));
  end if;
  p.change := format('update %s x set %s where ', p.name, changes);
  select coalesce(bool_or(a.attname = 'id'), false) into has_id from pg_attribute a
    where a.attrelid = of_table;
  if not has_id then
    select array_agg(a.attname::text) into keys from pg_index i join pg_attribute a on a.attrelid = of_table
        and a.attnum = any (i.indkey) where i.indrelid = of_table and i.indisprimary;
    p.merge := (select format('update %1$s t set %2$s from %1$s x where x.ctid = $7 and %3$s', p.name,
        coalesce(string_agg(format('%I = %s', a.attname, coalesce(c.becomes, 'x.'
          || quote_ident(a.attname))), ', ')
          filter (where a.attname <> all (keys)), format('%1$I = t.%1$I', keys[1])),
        string_agg(format('t.%I = %s', a.attname, coalesce(c.becomes, 'x.' || quote_ident(a.attname))),
            ' and ')
          filter (where a.attname = any (keys) or a.attname = 'org_id'))
      from pg_attribute a left join binding_columns(of_table) c on c.name = a.attname
      where a.attrelid = of_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '');
  end if;
  return next p;
end $$;
begin;
delete from app.binding_plans;
-- What an import wrote comes after what it refers to, as there; then what was derived from it.
insert into app.binding_plans select p.* from (
    select e.name, row_number() over (order by t.level, e.name) as n from app.entities e
      left join app.import_plans t on t.name = e.name
      where e.tenant and not e.outlives
        and e.name not in (select a.name from app.import_archives() a)
        and e.name not in ('idempotency_keys', 'parked_jobs')) o
  cross join lateral app.binding_plan(o.name::regclass, o.n::int) p;
commit;

-- Which statements these are: a place among others of another version says nothing of these.
create or replace function app.binding_revision() returns text language sql stable as $$
  select md5(string_agg(p.name || p.look, '' order by p.place)) from app.binding_plans p
$$;

-- The members who have the verified address of somebody in the import: [[old, new]], at most twenty at once.
create or replace function app.people_to_bind(import uuid) returns jsonb
language sql stable set search_path = public, app, pg_temp as $$
  select jsonb_agg(jsonb_build_array(f.old, f.new)) from (select p.user_id as old, u.id as new
    from organization_members m join users u on u.id = m.user_id
    join organization_import_people p on p.import_id = m.org_id and lower(p.email) = lower(u.email)
    where m.org_id = import and m.status = 'active' and u.status = 'active'
      and u.email_verified_at is not null and p.bound_at is null and p.user_id <> u.id
    order by p.user_id limit 20) f
$$;

-- Goes over the rows of a table up to a key, and says how many of them named an old id and now name a person,
-- and how many stay as they are: they stand beside one of that person which must be the only one.
create or replace function app.bind_rows(p app.binding_plans, org uuid, olds uuid[], news uuid[], after jsonb,
  upto jsonb, out changed int, out kept int)
language plpgsql set search_path = public, app, pg_temp as $$
declare patterns text[] := array(select '%' || o || '%' from unnest(olds) o); place tid; merged int;
begin
  changed := 0; kept := 0;
  begin
    execute p.change || p.among using org, olds, news, patterns, after, upto;
    get diagnostics changed = row_count;
    return;
  exception when integrity_constraint_violation then null;
  end;
  for place in execute format('select x.ctid from %s x where %s for update', p.name, p.among)
      using org, olds, news, patterns, after, upto loop
    begin
      execute p.change || 'x.ctid = $7' using org, olds, news, patterns, after, upto, place;
      changed := changed + 1;
    exception when integrity_constraint_violation then
      merged := 0;
      if p.merge is not null then
        execute p.merge using org, olds, news, patterns, after, upto, place;
        get diagnostics merged = row_count;
        if merged > 0 then execute format('delete from %s x where x.ctid = $1', p.name) using place; end if;
      end if;
      changed := changed + merged; kept := kept + 1 - merged;
    end;
  end loop;
end $$;

-- Everything names the people themselves. Their addresses are no longer needed.
create or replace function app.finish_binding(import uuid, olds uuid[], news uuid[], kept int) returns void
language sql set search_path = public, app, pg_temp as $$
  update organization_import_people p set bound_to = n.new, bound_at = now(), email = null
    from unnest(olds, news) n(old, new) where p.import_id = import and p.user_id = n.old;
  update organization_imports i set binding = null, kept_rows = i.kept_rows + kept where i.id = import;
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, entity_label, changes)
    select import, 'system', 'organization.person_bound', 'organization_members', m.id::text, u.email,
        jsonb_build_object('imported_as', jsonb_build_object('to', n.old))
      from unnest(olds, news) n(old, new) join organization_members m on m.org_id = import
        and m.user_id = n.new
      join users u on u.id = n.new
$$;

-- Hands over what names the people of an import who are members, some hundred rows at a time, and says if
-- there is more to do. Whoever is no member any more keeps what they got; the rest stays with the name.
create or replace function app.bind_slice(import uuid) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp
    set plan_cache_mode = force_custom_plan as $$
declare i organization_imports; pairs jsonb; olds uuid[]; news uuid[]; p app.binding_plans; after jsonb;
  upto jsonb; n int; hit boolean; seen int := 0; changed int := 0; kept int; now_changed int; now_kept int;
  patterns text[]; is_over boolean := true; revision text := binding_revision();
begin
  select * into i from organization_imports x where x.id = import and x.state = 'done' for update;
  if i.id is null then return false; end if;
  if i.binding->>'revision' is distinct from revision then
    i.binding := i.binding - '{place,after}'::text[];
  end if;
  pairs := coalesce(i.binding->'people', people_to_bind(import));
  if pairs is null then return false; end if;
  -- Nobody leaves meanwhile: what they hold would be handed to somebody who has left.
  perform from organization_members m where m.org_id = import and m.user_id in (select (x->>1)::uuid
    from jsonb_array_elements(pairs) x) order by m.id for share;
  select array_agg((x->>0)::uuid order by x->>0), array_agg((x->>1)::uuid order by x->>0), jsonb_agg(x)
    into olds, news, pairs from jsonb_array_elements(pairs) x join organization_members m on m.org_id = import
      and m.user_id = (x->>1)::uuid and m.status = 'active';
  if olds is null then
    update organization_imports x set binding = null where x.id = import;
    return true;
  end if;
  patterns := array(select '%' || o || '%' from unnest(olds) o);
  after := nullif(i.binding->'after', 'null'); kept := coalesce((i.binding->>'kept')::int, 0);
  perform set_config('app.restoring', 'on', true), suppress_audit();
  for p in select * from binding_plans x where x.place >= coalesce((i.binding->>'place')::int, 0)
      order by x.place loop
    loop
      execute p.look into n, upto, hit using import, olds, news, patterns, after;
      now_changed := 0; now_kept := 0;
      if hit then
        select b.changed, b.kept into now_changed, now_kept
          from bind_rows(p, import, olds, news, after, upto) b;
      end if;
      changed := changed + now_changed; kept := kept + now_kept;
      seen := seen + n; after := upto;
      exit when n < 500 and not (upto is null and now_changed > 0);
      exit when seen + 10 * changed > 5000;
    end loop;
    is_over := seen + 10 * changed <= 5000;
    exit when not is_over;
    after := null;
  end loop;
  perform set_config('app.restoring', '', true), set_config('app.suppress_audit', '', true);
  if is_over then
    perform finish_binding(import, olds, news, kept);
  else
    update organization_imports x set binding = jsonb_build_object('people', pairs, 'place', p.place,
      'after', after, 'kept', kept, 'revision', revision) where x.id = import;
  end if;
  return true;
end $$;

-- Whoever becomes a member, in whatever way, may be somebody of the import; so may a member whose address is
-- verified later (`index_person`).
create or replace function app.expect_person(org uuid, person uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from organization_import_people p join users u on u.id = person
      and lower(u.email) = lower(p.email) where p.import_id = org and p.bound_at is null) then
    perform emit_import('organization.bind', org);
  end if;
end $$;
create or replace function app.expect_member() returns trigger language plpgsql as $$
begin
  perform app.expect_person(new.org_id, new.user_id);
  return null;
end $$;
create or replace trigger expect_member after insert or update of status on organization_members for each row
  when (new.status = 'active' and not new.is_app) execute function app.expect_member();
