-- Text as search compares it: small letters without accents. With rules of its own, so that every database agrees.
create or replace function app.plain(value text) returns text language sql immutable parallel safe strict as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, value) collate "pg_c_utf8")
$$;

-- The same with nothing but words: a key or an address is the words it is made of.
create or replace function app.plain_words(value text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(app.plain(value) collate "pg_c_utf8", '[^[:alnum:]]+', ' ', 'g')
$$;

-- Begins every word of an organization in the index, so that none has to be looked for among everybody's. Two that share
-- one are told apart by their rows.
create or replace function app.word_mark(org uuid) returns text language sql immutable parallel safe strict as $$
  select 'o' || right(org::text, 5)
$$;
create or replace function app.marked_words(org uuid, value text) returns text
language sql immutable parallel safe strict as $$
  select replace(' ' || trim(app.plain_words(value)), ' ', ' ' || app.word_mark(org))
$$;
-- The words of an object; those of its title weigh more. Of the body the first 200 000 characters alone: a tsvector
-- cannot pass 1 MB.
create or replace function app.search_words(org uuid, title text, body text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector('pg_catalog.simple', app.marked_words(org, title)), 'A')
    || setweight(to_tsvector('pg_catalog.simple', app.marked_words(org, left(body, 200000))), 'C')
$$;
