-- Document content: editing, versions, links and comment anchors.

-- A prefix in whole characters, at most `most` bytes.
create or replace function app.first_bytes(value text, most int) returns text
language plpgsql immutable parallel safe as $$
declare bytes bytea := convert_to(value, 'UTF8'); n int := most;
begin
  if length(bytes) <= most then return value; end if;
  while get_byte(bytes, n) & 192 = 128 loop n := n - 1; end loop;
  return convert_from(substr(bytes, 1, n), 'UTF8');
end $$;

-- Markdown stripped of fences, links, headings, lists, quotes and emphasis. Every pattern is linear in the
-- text.
create or replace function app.plain_text(markdown text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(markdown,
    '^ {0,3}(```|~~~)[^\n]*$', '', 'gn'), '!?\[([^][\n]*)\]\([^()\n]*\)', '\1', 'g'),
    '^ {0,3}(#{1,6} +|> ?|[-*+] +)', '', 'gn'), '(\*\*|__|~~|`)', '', 'g')
$$;

-- The section under a heading, inclusive, up to the next heading that is not deeper; null if there is none.
-- Headings inside a fence do not count.
create or replace function app.section_of(markdown text, heading text) returns text language sql immutable as $$
  with lines as (select n, line, count(*) filter (where line ~ '^ {0,3}(```|~~~)') over (order by n) % 2 = 1 as fenced
      from string_to_table(markdown, E'\n') with ordinality l(line, n)),
  headings as (select n, length(substring(line from '^ {0,3}(#{1,6})\s')) as level,
      trim(regexp_replace(line, '^ {0,3}#{1,6}\s+|\s+#*\s*$', '', 'g')) as title
      from lines where not fenced and line ~ '^ {0,3}#{1,6}\s'),
  first as (select h.n, h.level from headings h
      where app.folded(h.title) = app.folded(trim(ltrim(heading, '# '))) order by h.n limit 1)
  select string_agg(l.line, E'\n' order by l.n) from first f join lines l on l.n >= f.n
    and l.n < coalesce((select min(h.n) from headings h where h.n > f.n and h.level <= f.level), 2147483647)
$$;

create or replace function app.split_lines(content text) returns setof text language sql immutable as $$
  select string_to_table(case when right(content, 1) = E'\n' then left(content, -1) else content end, E'\n')
$$;

-- Lines added and removed between two texts. A moved line is neither.
create or replace function app.line_diff(before text, after text, out added int, out removed int)
language sql immutable as $$
  select coalesce(sum(l.n) filter (where l.n > 0), 0), coalesce(-sum(l.n) filter (where l.n < 0), 0) from (
    select sum(x.side) as n from (select app.split_lines(after) as line, 1 as side
      union all select app.split_lines(before), -1) x group by x.line) l
$$;

-- Derived columns, and the next version number if title or text changed. A last newline alone is no change.
create or replace function app.derive_document_columns() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if abs(length(new.content) - length(old.content)) = 1
      and rtrim(new.content, E'\n') = rtrim(old.content, E'\n') then new.content := old.content; end if;
    if new.title = old.title and new.content = old.content then return new; end if;
    new.current_version := old.current_version + 1;
  end if;
  if tg_op = 'INSERT' or new.content <> old.content then
    new.word_count := regexp_count(new.content, '\S+');
  end if;
  return new;
end $$;
create or replace trigger write_document before insert or update of title, content on documents
  for each row execute function app.derive_document_columns();

-- True if the next save may overwrite this version: an unlabelled edit by the same person within five
-- minutes. Creations and restores are not overwritten.
create or replace function app.is_replaceable(v document_versions) returns boolean language sql stable as $$
  select v.label is null and v.edit_mode not in ('create', 'restore') and v.author_id = app.user_id()
    and v.created_at > now() - interval '5 minutes'
$$;

-- Each change of title or text is a version with a new number, so that stale edits are detected.
create or replace function app.save_version() returns trigger language plpgsql as $$
declare last document_versions; version_id uuid := uuidv7(); before text; lines record;
  mode text := coalesce(nullif(current_setting('app.edit_mode', true), ''), 'replace');
begin
  if tg_op = 'INSERT' then mode := 'create';
  elsif new.current_version = old.current_version then return null; end if;
  select * into last from document_versions v
    where v.org_id = new.org_id and v.document_id = new.id order by v.number desc limit 1;
  if mode <> 'restore' and app.is_replaceable(last) then version_id := last.id; end if;
  select v.content into before from document_versions v where v.org_id = new.org_id and v.document_id = new.id
    and v.id <> version_id order by v.number desc limit 1;
  lines := app.line_diff(coalesce(before, ''), new.content);
  insert into document_versions as v (id, org_id, document_id, number, title, content, content_hash, edit_mode, summary,
      added_lines, removed_lines)
    values (version_id, new.org_id, new.id, new.current_version, new.title, new.content, sha256(convert_to(new.content, 'UTF8')),
      mode,
      nullif(current_setting('app.edit_summary', true), ''), lines.added, lines.removed)
    on conflict (id) do update set number = excluded.number, title = excluded.title, content = excluded.content,
      content_hash = excluded.content_hash, edit_mode = excluded.edit_mode, added_lines = excluded.added_lines,
      removed_lines = excluded.removed_lines, summary = coalesce(excluded.summary, v.summary);
  return null;
end $$;
create or replace trigger keep_version after insert or update of title, content on documents
  for each row execute function app.save_version();

-- History is immutable: only the newest version can be overwritten, unless it is labelled.
create or replace function app.prevent_version_change() returns trigger language plpgsql as $$
begin
  if (new.document_id, new.number, new.title, new.content) is distinct from
      (old.document_id, old.number, old.title, old.content) and (old.label is not null or exists (
        select from document_versions v
          where v.org_id = old.org_id and v.document_id = old.document_id and v.number > old.number)) then
    raise exception using errcode = '42501', message = 'versions of a document are append-only';
  end if;
  return new;
end $$;
create or replace trigger guard_version before update on document_versions
  for each row execute function app.prevent_version_change();

-- A text in overlapping pieces, so that a search through them can stop once it has found enough.
create or replace function app.overlapping_chunks(content text) returns setof text language sql immutable as $$
  -- The copy is made once, as a stored text would be read again for each piece.
  select substr(c.whole, piece * 100000 + 1, 100100) from (select content || '' as whole offset 0) c
    cross join generate_series(0, length(c.whole) / 100000) piece
$$;

-- What a text references: linked documents, tasks and projects, and tasks by key. At most 1000, among the
-- first 3000 mentions of each kind.
create or replace function app.extract_links(org uuid, content text) returns table (kind text, id uuid)
language sql stable as $$
  with pieces as materialized (select piece from app.overlapping_chunks(content) piece),
  named_links as (select distinct lower(m.f[1]) as kind, m.f[2]::uuid as id from (
      select regexp_matches(piece, '(?:\]\(|/)(document|task|project)s?[:/]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})',
        'gi') as f from pieces, lower(piece) low where strpos(low, 'task') > 0 or strpos(low, 'document') > 0
          or strpos(low, 'project') > 0 limit 3000) m limit 1000),
  keys as (select distinct m.f[1] as key from (
      select regexp_matches(piece, '\m([A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,8})\M', 'g') as f
        from pieces where strpos(piece, '-') > 0 limit 3000) m limit 1000)
  select n.kind, n.id from named_links n where case n.kind
      when 'document' then exists (select from documents d where d.org_id = org and d.id = n.id)
      when 'task' then exists (select from tasks t where t.org_id = org and t.id = n.id)
      else exists (select from projects p where p.org_id = org and p.id = n.id) end
  union select 'task', t.id from keys k join projects p on p.org_id = org and p.deleted_at is null
      and p.key = split_part(k.key, '-', 1)
    join tasks t on t.org_id = org and t.project_id = p.id and t.number = split_part(k.key, '-', 2)::int
  union select 'task', a.task_id from keys k join task_key_aliases a on a.org_id = org and a.key = k.key
$$;

create or replace function app.sync_document_links() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  delete from document_links l where l.org_id = new.org_id and l.document_id = new.id;
  insert into document_links (org_id, document_id, target_type, target_id)
    select new.org_id, new.id, k.kind, k.id from extract_links(new.org_id, new.content) k where k.id <> new.id;
  return null;
end $$;
create or replace trigger link_document after insert or update of content on documents
  for each row execute function app.sync_document_links();

-- The offset (from 0) of an anchor's quote in a text, or null. Its context disambiguates.
create or replace function app.find_quote(content text, anchor jsonb) returns int
language sql immutable parallel safe as $$
  select strpos(content, w.before || (anchor->>'quote') || w.behind) + length(w.before) - 1
    from (values (1, coalesce(anchor->>'prefix', ''), coalesce(anchor->>'suffix', '')),
      (2, coalesce(anchor->>'prefix', ''), ''), (3, '', coalesce(anchor->>'suffix', '')), (4, '', ''))
      w(place, before, behind)
    where strpos(content, w.before || (anchor->>'quote') || w.behind) > 0 order by w.place limit 1
$$;

-- After each save, re-anchors the document's threads; reports those whose quote is gone.
create or replace function app.reanchor_comments() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare orphaned_ids uuid[];
begin
  with located as materialized (select c.id, c.anchor_state as was, find_quote(new.content, c.anchor) as start
      from comments c where c.org_id = new.org_id and c.document_id = new.id and c.anchor is not null),
  reanchored as (update comments c set anchor_start = f.start,
      anchor_state = case when f.start is null then 'orphaned' else 'attached' end from located f
      where c.org_id = new.org_id and c.id = f.id and c.anchor_start is distinct from f.start
      returning c.id, c.created_at, f.start)
  select array_agg(m.id order by m.created_at, m.id) into orphaned_ids from reanchored m where m.start is null;
  perform save_for_answer(json_build_object('orphaned_comments', coalesce(orphaned_ids, '{}')));
  return null;
end $$;
create or replace trigger anchor_comments after update of content on documents
  for each row when (old.content is distinct from new.content) execute function app.reanchor_comments();
