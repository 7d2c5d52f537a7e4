-- The words of a document as its search index holds them. `words` is the beginning of its text alone: a tsvector
-- cannot pass 1 MB.
create or replace function app.document_words(title text, words text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple', title || ' ' || words)
$$;
