-- Search: the index, kept by triggers, and queries over it.

-- Syncs one entry with app.searchable.
create or replace function app.sync_search_entry(org uuid, kind text, id uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  execute format('select %I($1, $2)', 'index_' || kind) using org, id;
end $$;

-- Makes what syncs the entries of one kind, as each has a plan of its own, which reads only that kind's
-- tables.
create or replace procedure app.make_index_function(kind text) language plpgsql as $make$
begin
  execute format($create$
    create or replace function app.%I(org uuid, id uuid) returns void
    language plpgsql security definer set search_path = public, app, pg_temp
    set plan_cache_mode = force_generic_plan as $$
    begin
      insert into search_entries as e (org_id, entity_type, entity_id, project_id, owner_user_id, min_rank,
          subject_type, subject_id, archived, title, body)
        select s.* from searchable s where s.entity_type = %2$L and s.entity_id = $2 and s.org_id = $1
        on conflict (org_id, entity_type, entity_id) do update set project_id = excluded.project_id,
          owner_user_id = excluded.owner_user_id, min_rank = excluded.min_rank,
          subject_type = excluded.subject_type, subject_id = excluded.subject_id, archived = excluded.archived,
          title = excluded.title, body = excluded.body;
      if not found then
        delete from search_entries e where e.org_id = $1 and e.entity_type = %2$L and e.entity_id = $2;
      end if;
    end $$
  $create$, 'index_' || kind, kind);
end $make$;

-- A row was inserted, deleted or changed in an indexed column.
create or replace function app.index_row() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r record;
begin
  if tg_op = 'DELETE' then r := old; else r := new; end if;
  if tg_argv[0] = 'member' then perform sync_search_entry(r.org_id, 'member', r.user_id);
  else perform sync_search_entry(r.org_id, tg_argv[0], r.id); end if;
  return null;
end $$;
create or replace function app.index_person() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid; previous_org text := coalesce(current_setting('app.org_id', true), '');
begin
  for org in select m.org_id from memberships_of(new.id) m loop
    perform set_config('app.org_id', org::text, true), sync_search_entry(org, 'member', new.id),
      expect_person(org, new.id);
  end loop;
  perform set_config('app.org_id', previous_org, true);
  return null;
end $$;
create or replace trigger index_person after update on users
  for each row when (old.name is distinct from new.name or new.email_verified_at is not null
    and (old.email_verified_at is null or old.email <> new.email)) execute function app.index_person();

-- True if the caller may find an entry. `person` may find what is theirs alone; `projects` are those in
-- scope; `outside` includes objects without a project.
create or replace function app.is_findable(e search_entries, org uuid, person uuid, rank int, projects uuid[],
  outside boolean, include_archived boolean) returns boolean language sql immutable as $$
  select e.org_id = org and e.min_rank <= rank and (e.owner_user_id is null or e.owner_user_id = person)
    and (include_archived or not e.archived)
    and case when e.project_id is null then outside else e.project_id = any (projects) end
$$;
-- The entries the caller may find, of the given kinds and changed since then; comments by their subject.
-- Inlined by the planner. `coalesce` makes the organization and the kinds mere filters: whoever asks chooses
-- the index, by naming the organization with words or an id, or by letters, which are the organization's
-- anyway. Where one organization is most of the database, Postgres would read all of it for few letters.
create or replace function app.findable_entries(org uuid, person uuid, rank int, projects uuid[], outside boolean,
  include_archived boolean, kinds text[], since timestamptz) returns setof search_entries language sql stable as $$
  select e.* from search_entries e where coalesce(e.org_id = org, false) and coalesce(e.entity_type = any (kinds), true)
    and ((select app.only_project() is null) or e.entity_type = any (app.project_key_kinds()))
    and case when e.subject_id is null then app.is_findable(e, org, person, rank, projects, outside, include_archived)
      else e.min_rank <= rank and exists (select from search_entries s where s.org_id = org
        and s.entity_type = e.subject_type and s.entity_id = e.subject_id
        and app.is_findable(s, org, person, rank, projects, outside, include_archived)) end
    and (since is null or app.changed_at(e.entity_type, org, e.entity_id) >= since)
$$;

-- Projects whose objects the caller may find.
create or replace function app.findable_projects(project uuid, include_archived boolean) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array(select p.id from projects p where p.org_id = org_id() and p.deleted_at is null
    and (include_archived or p.archived_at is null) and (project is null or p.id = project)
    and p.id <> all (hidden_projects()) and (only_project() is null or p.id = only_project()))
$$;

create or replace function app.changed_at(kind text, org uuid, id uuid) returns timestamptz
language sql stable as $$
  select i.updated_at from app.item(org, $1, $3) i
$$;

-- A text as a tsquery: all its words (or any, with '|'), the last as a prefix. Null if it has none.
create or replace function app.search_query(org uuid, value text, weight text, operator text default '&')
returns tsquery
language sql immutable as $$
  with terms as (select w, n, max(n) over () as last from
    string_to_table(trim(app.normalized_words(value)), ' ') with ordinality t(w, n) where w <> '')
  select string_agg('''' || app.org_word_prefix(org) || w || '''' || case when n = last then ':*' || weight
    when weight = '' then '' else ':' || weight end, operator)::tsquery from terms
$$;

-- Tasks and projects with a key, current or former, with or without its hyphen.
create or replace function app.find_by_key(value text) returns table (kind text, id uuid)
language sql stable rows 3 security definer set search_path = public, app, pg_temp as $$
  with input as (select upper(replace(trim(value), '-', '')) as key, upper(trim(value)) as full_key
      where trim(value) ~ '^[A-Za-z][A-Za-z0-9]{1,9}-?[0-9]{0,9}$'),
  parts as (select left(key, n) as project, substr(key, n + 1) as number from input, generate_series(2, 10) n
      where substr(key, n + 1) ~ '^[1-9][0-9]{0,8}$'
        and (full_key not like '%-%' or full_key = left(key, n) || '-' || substr(key, n + 1))),
  project_keys as (select p.id, p.key from projects p where p.org_id = org_id() and p.deleted_at is null
    union all select a.project_id, a.key from project_key_aliases a where a.org_id = org_id())
  select 'task', t.id from parts x join project_keys p on p.key = x.project
      join tasks t on t.org_id = org_id() and t.project_id = p.id and t.number = x.number::int
    union select 'task', a.task_id from parts x join task_key_aliases a
      on a.org_id = org_id() and a.key = x.project || '-' || x.number
    union select 'project', p.id from input join project_keys p on p.key = input.key
$$;

call app.make_type('hit', 'kind text, id uuid, score real');

-- What the caller may see, best first, at most a thousand: keys, then words (title before body), then similar
-- titles if that found less than a page and the text is neither a key nor longer than a misspelt title; if
-- nothing was found, and only if `any_word` is true, what has any of the words. params: {q, types?,
-- project_id?, updated_since?, archived?, any_word?, limit, offset}.
create or replace function app.search_hits(params jsonb) returns setof app.hit
language plpgsql stable security definer set search_path = public, app, pg_temp
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare org uuid := org_id(); person uuid := own_id(); level int := app.role_level(); max_rows int := 1000;
  needle text := folded(trim(params->>'q'));
  typed text := trim(normalized_words(params->>'q')); fuzzy_input text := spelled(org, typed);
  in_title tsquery := search_query(org, params->>'q', 'A'); in_text tsquery := search_query(org, params->>'q', '');
  in_any tsquery := search_query(org, params->>'q', '', '|');
  include_archived boolean := coalesce((params->>'archived')::boolean, false);
  projects uuid[] := findable_projects((params->>'project_id')::uuid, include_archived);
  outside boolean := only_project() is null and not params ? 'project_id';
  kinds text[] := case when params ? 'types' then array(select e.kind from entities e
    where params->'types' ? e.kind or params->'types' ? e.found_as) end;
  since timestamptz := (params->>'updated_since')::timestamptz;
  results hit[]; fuzzy_results hit[]; is_key boolean;
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.45', true);
  if in_text is null then return; end if;
  select array_agg((e.entity_type, e.entity_id, 10)::hit) into results from find_by_key(params->>'q') k
    join findable_entries(org, person, level, projects, outside, include_archived, kinds, since) e
      on e.org_id = org and e.entity_type = k.kind and e.entity_id = k.id;
  -- What mentions a key has it with its hyphen.
  is_key := results is not null and params->>'q' like '%-%';
  with titled as materialized (select e.entity_type, e.entity_id, e.title, e.words
      from findable_entries(org, person, level, projects, outside, include_archived, kinds, since) e
      where e.org_id = org and e.words @@ in_title limit max_rows),
  by_text as materialized (select e.entity_type, e.entity_id, e.words
      from findable_entries(org, person, level, projects, outside, include_archived, kinds, since) e
      where (select count(*) from titled) < max_rows and e.org_id = org and e.words @@ in_text limit max_rows)
  select array_agg((x.entity_type, x.entity_id, x.score)::hit) into fuzzy_results from (
    select t.entity_type, t.entity_id, 3 + ts_rank(t.words, in_text, 1)
      + case when folded(t.title) = needle then 2 when starts_with(folded(t.title), needle) then 1 else 0 end as score
      from titled t
    union all select s.entity_type, s.entity_id, 2 + ts_rank(s.words, in_text, 1) from by_text s
      where (s.entity_type, s.entity_id) not in (select t.entity_type, t.entity_id from titled t)) x;
  results := results || fuzzy_results;
  if not is_key and coalesce(cardinality(results), 0) < (params->>'limit')::int + (params->>'offset')::int
      and length(fuzzy_input) between 3 and 120 then
    select array_agg(n) into fuzzy_results
      from (select (e.entity_type, e.entity_id, word_similarity(typed, plain(e.title)))::hit as n
      from findable_entries(org, person, level, projects, outside, include_archived, kinds, since) e
      where e.title <> '' and fuzzy_input <% spelled(e.org_id, e.title) limit max_rows) x;
    results := results || fuzzy_results;
  end if;
  if results is null and (params->>'any_word')::boolean then
    select array_agg((x.entity_type, x.entity_id, ts_rank(x.words, in_any, 1))::hit) into results
      from (select e.entity_type, e.entity_id, e.words
        from findable_entries(org, person, level, projects, outside, include_archived, kinds, since) e
        where e.org_id = org and e.words @@ in_any limit max_rows) x;
  end if;
  return query select p.kind, p.id, max(f.score) from unnest(results) f
    cross join lateral app.shown_as(org, f.kind, f.id) p
    group by p.kind, p.id order by max(f.score) desc, p.id desc limit max_rows;
end $$;

-- Messages are found as their ticket, and contacts as their client.
create or replace function app.shown_as(org uuid, found_kind text, found_id uuid, out kind text, out id uuid)
language sql stable as $$
  select e.subject_type, e.subject_id from search_entries e where found_kind = any (app.kinds_found_otherwise())
    and e.org_id = org and e.entity_type = found_kind and e.entity_id = found_id
  union all select found_kind, found_id where found_kind <> all (app.kinds_found_otherwise())
$$;

-- The text of a result, or of the first part of it that has the words.
create or replace function app.search_passage(found_kind text, found_id uuid, q text) returns text language sql stable as $$
  select app.excerpt(case e.entity_type when 'contact' then concat_ws(' ', e.title, e.body) else e.body end, app.plain(q))
    from search_entries e where e.org_id = app.org_id() and (e.entity_type = found_kind and e.entity_id = found_id
      or e.entity_type = any (app.kinds_found_otherwise())
        and e.subject_type = found_kind and e.subject_id = found_id)
    order by e.words @@ app.search_query(e.org_id, q, '') desc, e.entity_id = found_id desc, e.entity_id limit 1
$$;

-- Where a stranger wrote a ticket, the system that a task was imported from, or that a comment was.
create or replace function app.outside_origin(kind text, id uuid) returns text language sql stable as $$
  select case kind
    when 'task' then (select t.external_source from tasks t where t.org_id = app.org_id() and t.id = $2)
    when 'ticket' then (select nullif(t.channel, 'agent') from tickets t
      where t.org_id = app.org_id() and t.id = $2)
    when 'comment' then (select 'import' from comments c
      where c.org_id = app.org_id() and c.id = $2 and c.imported_author is not null) end
$$;

-- A search result: {type, id, key, title, origin, project, subject, updated_at}.
create or replace function app.search_result(kind text, id uuid) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('type', kind, 'id', e.entity_id, 'key', item_key(e.org_id, $1, e.entity_id),
    'title', case when e.subject_id is null then e.title else s.title end,
    'origin', coalesce(outside_origin(s.entity_type, s.entity_id), outside_origin(e.entity_type, e.entity_id)),
    'project', case when p.id is not null then jsonb_build_object('id', p.id, 'key', p.key, 'name', p.name) end,
    'subject', case when s.entity_id is not null then jsonb_build_object('type', s.entity_type, 'id', s.entity_id,
      'key', item_key(e.org_id, s.entity_type, s.entity_id)) end,
    'updated_at', utc(changed_at(kind, e.org_id, e.entity_id)))
  from search_entries e left join search_entries s on s.org_id = e.org_id and s.entity_type = e.subject_type
      and s.entity_id = e.subject_id
    left join projects p on p.org_id = e.org_id and p.id = coalesce(s.project_id, e.project_id)
  where e.org_id = org_id() and e.entity_type = $1 and e.entity_id = $2
$$;

-- The key people know an object by, or null.
create or replace function app.item_key(org uuid, kind text, id uuid) returns text language sql stable as $$
  select i.key from app.item(org, $2, $3) i
$$;

-- An excerpt of a text around the first matching word, or its beginning.
create or replace function app.excerpt(body text, words text) returns text language sql stable as $$
  with place as (select coalesce(min(nullif(strpos(t.body, w), 0)), 1) as at
    from (select app.plain(excerpt.body)) t(body), string_to_table(words, ' ') w where w <> '')
  select case when at > 60 then '…' else '' end || substr(body, greatest(1, at - 59), 240)
    || case when length(body) > greatest(1, at - 59) + 239 then '…' else '' end from place
$$;

-- {items, words, total, limit, offset, counts_by_type}; items include the matching passage.
create or replace function app.search(params jsonb) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with hits as materialized (select h.*, row_number() over () as place
    from search_hits(params || '{"any_word": true}') h),
  shown as (select * from hits where place > (params->>'offset')::int
    and place <= (params->>'offset')::int + (params->>'limit')::int)
  select json_build_object('items', coalesce((select json_agg(search_result(h.kind, h.id) || jsonb_build_object(
        'score', round(h.score::numeric, 4), 'passage', search_passage(h.kind, h.id, params->>'q'))
      order by h.place) from shown h), '[]'),
    'words', trim(normalized_words(params->>'q')), 'total', (select count(*) from hits), 'limit', (params->>'limit')::int,
      'offset', (params->>'offset')::int,
    'counts_by_type', coalesce((select json_object_agg(c.kind, c.n)
      from (select kind, count(*) as n from hits group by kind order by kind) c), '{}'))
$$;

-- Titles and keys for typeahead.
create or replace function app.suggest(params jsonb) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('items', coalesce(json_agg(search_result(h.kind, h.id) - 'subject' - 'updated_at' order by h.place),
    '[]'))
    from (select h.*, row_number() over () as place from search_hits(params) h) h where h.place <= (params->>'limit')::int
$$;

-- Records, after the response, that a person opened an object; keeps the last fifty per person.
create or replace function app.record_opened(org uuid, person uuid, kind text, id uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into recent_items as r (org_id, user_id, entity_type, entity_id) values (org, person, kind, id)
    on conflict (org_id, user_id, entity_type, entity_id) do update set opened_at = now();
  delete from recent_items r using (select x.entity_type, x.entity_id from recent_items x
      where x.org_id = org and x.user_id = person order by x.opened_at desc, x.entity_id offset 50) old
    where r.org_id = org and r.user_id = person and (r.entity_type, r.entity_id) = (old.entity_type, old.entity_id)
$$;

-- What the caller last opened and may still see.
create or replace function app.recently_opened(max_rows int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('items', coalesce(json_agg(search_result(x.entity_type, x.entity_id) - 'subject' - 'updated_at'
      || jsonb_build_object('opened_at', utc(x.opened_at)) order by x.opened_at desc, x.entity_id), '[]'))
    from (select r.* from recent_items r join findable_entries(org_id(), own_id(), app.role_level(), findable_projects(null, true),
        only_project() is null, true, null, null) e
        on e.org_id = r.org_id and e.entity_type = r.entity_type and e.entity_id = r.entity_id
      where r.org_id = org_id() and r.user_id = own_id()
      order by r.opened_at desc, r.entity_id limit max_rows) x
$$;
