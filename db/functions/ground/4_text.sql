-- A text as names are compared, sorted and searched: case-insensitively, and the same on every host. Texts are stored
-- in Unicode normalization form C.
create or replace function app.folded(value text) returns text language sql immutable parallel safe strict
  return casefold(value collate "pg_unicode_fast");

-- Text normalized for search: lower case, unaccented. Fixed collation, so that every database agrees. Neither this nor
-- `search_words` is an SQL function: every insert would parse it again for the table's index and generated column.
create or replace function app.plain(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value) collate "pg_c_utf8");
end $$;

-- Runs of Chinese, Japanese and Korean as overlapping pairs of characters plus the last character, because these
-- scripts have no spaces: a word within a run is found by its pairs.
create or replace function app.cjk_bigrams(value text) returns text language sql immutable parallel safe strict as $$
  select string_agg(case when r.run[1] is null then r.run[2] else (
      select ' ' || string_agg(substr(r.run[1], n, 2), ' ') || ' ' from generate_series(1, length(r.run[1])) n) end, ''
        order by r.place)
    from regexp_matches(value, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+)|([^\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+)', 'g')
      with ordinality r(run, place)
$$;

-- The same, split into words; keys and addresses are split into their parts.
create or replace function app.normalized_words(value text) returns text language plpgsql immutable parallel safe strict as $$
declare words text := regexp_replace(app.plain(value) collate "pg_c_utf8", '[^[:alnum:]]+', ' ', 'g');
begin
  return case when words ~ '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]'
    then regexp_replace(app.cjk_bigrams(words), ' +', ' ', 'g') else words end;
end $$;

-- Prefixes indexed words with an organization mark, so that a search skips other tenants' entries. If organizations
-- share a mark, the row check separates them.
create or replace function app.org_word_prefix(org uuid) returns text language sql immutable parallel safe strict as $$
  select 'o' || right(org::text, 5)
$$;
create or replace function app.prefixed_words(org uuid, value text) returns text
language sql immutable parallel safe strict as $$
  select replace(' ' || trim(app.normalized_words(value)), ' ', ' ' || app.org_word_prefix(org))
$$;
-- An object's search vector; title words weigh more. Only the first 200 000 characters of the body: a tsvector is
-- limited to 1 MB.
create or replace function app.search_words(org uuid, title text, body text) returns tsvector
language plpgsql immutable parallel safe as $$
begin
  return setweight(to_tsvector('pg_catalog.simple', app.prefixed_words(org, title)), 'A')
    || setweight(to_tsvector('pg_catalog.simple', app.prefixed_words(org, left(body, 200000))), 'C');
end $$;

-- An e-mail address as it is compared: lower case, without a plus suffix.
create or replace function app.plain_email(address text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;

-- A tax number as it is compared.
create or replace function app.normalized_tax_id(number text) returns text language sql immutable parallel safe strict as $$
  select upper(regexp_replace(number, '[\s.-]', '', 'g'))
$$;
