-- A text as names are compared, sorted and searched: case-insensitively, and the same on every host. Texts
-- are stored in Unicode normalization form C.
create or replace function app.folded(value text) returns text language sql immutable parallel safe strict
  return casefold(value collate "pg_unicode_fast");

-- Text as it is searched, in lists and everywhere: without case, as `folded`, and without accents. Neither
-- this nor `search_words` is an SQL function: every insert would parse it again for the table's index and
-- generated column.
create or replace function app.plain(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return casefold(public.unaccent('public.unaccent'::regdictionary, value) collate "pg_unicode_fast");
end $$;

-- Characters of scripts without spaces: Chinese, Japanese and Korean; Thai, Lao, Burmese and Khmer, with
-- their signs.
create or replace function app.unspaced() returns text language sql immutable parallel safe
  return '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]';

-- Runs of these as overlapping pairs of characters plus the last character: a word within a run is found by
-- its pairs. Each character is doubled, which pairs it with both neighbours; then the first one of a run,
-- which has no neighbour before it, is dropped. This takes linear time.
create or replace function app.pairs(value text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(regexp_replace(regexp_replace(value, app.unspaced() || '+', ' \& ', 'g'),
    app.unspaced(), '\& \&', 'g'), ' ' || app.unspaced() || ' (' || app.unspaced() || '{1,2})', ' \1', 'g')
$$;

-- A text split into words; keys and addresses are split into their parts.
create or replace function app.normalized_words(value text) returns text language plpgsql immutable parallel safe strict as $$
declare words text := regexp_replace(app.plain(value) collate "pg_c_utf8",
  '[^[:alnum:]' || substr(app.unspaced(), 2) || '+', ' ', 'g');
begin
  return case when words ~ app.unspaced()
    then regexp_replace(app.pairs(words), ' +', ' ', 'g') else words end;
end $$;

-- Prefixes indexed words with an organization mark, so that a search skips other tenants' entries. If
-- organizations share a mark, the row check separates them.
create or replace function app.org_word_prefix(org uuid) returns text language sql immutable parallel safe strict as $$
  select 'o' || right(org::text, 5)
$$;
create or replace function app.prefixed_words(org uuid, value text) returns text
language sql immutable parallel safe strict as $$
  select replace(' ' || trim(app.normalized_words(value)), ' ', ' ' || app.org_word_prefix(org))
$$;
-- A text in letters of the organization, for an index of groups of three letters: no two organizations have
-- many of those in common, so that a search reads no neighbour's. The letters are some 20 000 Chinese ones,
-- through which each organization goes from a place and with a stride of its own. Where the database takes
-- none of them for letters, as under the locale C, the text stays as it is.
-- It has no search path of its own: with one, `plain` is planned again whenever this and its caller use it
-- in turn.
create or replace function app.spelled(org uuid, value text) returns text
language plpgsql immutable parallel safe strict as $$
declare alphabet text := 'abcdefghijklmnopqrstuvwxyz0123456789'; letters text := '';
  result text := app.plain(value);
  place int := ('x' || right(org::text, 7))::bit(28)::int % 20873;
  stride int := 1 + ('x' || left(right(org::text, 12), 5))::bit(20)::int % 20872;
begin
  if public.show_trgm('\u4e00') = '{}' then return result; end if;
  if length(result) < octet_length(result) then
    alphabet := alphabet || 'абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρσςτυφχψω';
  end if;
  for n in 1..length(alphabet) loop
    letters := letters || chr(19968 + place);
    place := (place + stride) % 20873;
  end loop;
  return translate(result, alphabet, letters);
end $$;
-- As much of the words as a tsvector holds for certain. A lexeme of up to 2 046 bytes is possible, so a
-- longer word is cut; a vector holds 1 MB, of which a word takes at most half as much again as in the text
-- (its position and padding).
create or replace function app.indexable(words text) returns text language plpgsql immutable parallel safe strict as $$
declare bytes bytea;
begin
  if octet_length(words) > 1000 then words := regexp_replace(words, '([^ ]{250})[^ ]+', '\1', 'g'); end if;
  if octet_length(words) <= 650000 then return words; end if;
  bytes := substring(convert_to(words, 'UTF8') for 650000);
  return convert_from(substring(bytes for length(bytes) - position('\x20'::bytea in reverse(bytes))), 'UTF8');
end $$;
-- An object's search vector; title words weigh more. A long body is indexed in part.
create or replace function app.search_words(org uuid, title text, body text) returns tsvector
language plpgsql immutable parallel safe as $$
begin
  return setweight(to_tsvector('pg_catalog.simple', app.indexable(app.prefixed_words(org, title))), 'A')
    || setweight(to_tsvector('pg_catalog.simple', app.indexable(app.prefixed_words(org, left(body, 200000)))), 'C');
end $$;

-- An e-mail address as it is compared: lower case, without a plus suffix.
create or replace function app.plain_email(address text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;

-- A tax number as it is compared.
create or replace function app.normalized_tax_id(number text) returns text language sql immutable parallel safe strict as $$
  select upper(regexp_replace(number, '[\s.-]', '', 'g'))
$$;
