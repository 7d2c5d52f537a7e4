-- Text normalized for search: lower case, unaccented. Fixed collation, so that every database agrees. Neither this nor
-- `search_words` is an SQL function: every insert would parse it anew for the table's index and generated column.
create or replace function app.plain(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value) collate "pg_c_utf8");
end $$;

-- The same, split into words: keys and addresses become their parts.
create or replace function app.plain_words(value text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(app.plain(value) collate "pg_c_utf8", '[^[:alnum:]]+', ' ', 'g')
$$;

-- Prefixes indexed words with an organization mark, so that a search skips other tenants' entries. Those that
-- share a mark are told apart by their rows.
create or replace function app.word_mark(org uuid) returns text language sql immutable parallel safe strict as $$
  select 'o' || right(org::text, 5)
$$;
create or replace function app.marked_words(org uuid, value text) returns text
language sql immutable parallel safe strict as $$
  select replace(' ' || trim(app.plain_words(value)), ' ', ' ' || app.word_mark(org))
$$;
-- An object's search vector; title words weigh more. Only the first 200 000 characters of the body: a tsvector is
-- limited to 1 MB.
create or replace function app.search_words(org uuid, title text, body text) returns tsvector
language plpgsql immutable parallel safe as $$
begin
  return setweight(to_tsvector('pg_catalog.simple', app.marked_words(org, title)), 'A')
    || setweight(to_tsvector('pg_catalog.simple', app.marked_words(org, left(body, 200000))), 'C');
end $$;
