-- What the chains of records have in common, which are the invoice register and the log of working hours:
-- each record has its place, the hash of the one before it, and its own.

-- Stable, like convert_to; otherwise it is not inlined.
create or replace function app.chain_digest(body text) returns text language sql stable parallel safe as $$
  select upper(encode(sha256(convert_to(body, 'UTF8')), 'hex'))
$$;

-- How a record does not follow the one before it, or null: duplicate_seq, missing_seq or link_broken. The
-- first one that is looked at has none before it, unless it begins the chain.
create or replace function app.link_fault(seq bigint, before_seq bigint, prev_hash text, before_hash text,
  from_seq bigint) returns text language sql immutable parallel safe as $$
  select case when before_seq is null and from_seq > 1 then null
    when seq = before_seq then 'duplicate_seq'
    when seq > coalesce(before_seq, 0) + 1 then 'missing_seq'
    when prev_hash <> coalesce(before_hash, '') then 'link_broken' end
$$;

-- The verdict on a part of a chain: `last_checked` is the last record of the part, `last_seq` that of the
-- table, and `head_seq` what the head counts. `known_found` is the hash of the record that the caller kept
-- the hash of.
create or replace function app.chain_verdict(checked bigint, last_checked bigint, first_fault json,
  last_seq bigint,
  head_seq bigint, head_hash text, known_seq bigint, known_hash text, known_found text) returns json
language plpgsql stable as $$
declare known text;
begin
  first_fault := coalesce(first_fault, case
    when coalesce(last_seq, 0) < coalesce(head_seq, 0)
      and coalesce(last_checked, 0) >= coalesce(last_seq, 0) then
      json_build_object('seq', coalesce(last_seq, 0) + 1, 'kind',
        case when last_seq is null then 'chain_missing' else 'truncated' end)
    when head_seq is null and last_seq is not null then json_build_object('seq', 1, 'kind', 'chain_missing')
    when last_seq > head_seq then json_build_object('seq', head_seq + 1, 'kind', 'link_broken') end);
  known := case when known_seq is null then null when known_found is null then 'truncated'
    when known_found = upper(known_hash) then 'consistent' else 'rewritten' end;
  return (select row_to_json(x) from (select
    first_fault is null and coalesce(known, 'consistent') = 'consistent' as valid, checked,
    case when head_seq > 0 then (select row_to_json(h) from (select head_seq as seq, head_hash as hash) h) end
      as head,
    first_fault as first_break, known as known_head,
    case when last_checked < last_seq then last_checked + 1 end as next_seq) x);
end $$;

-- Refuses to begin behind the last record.
create or replace function app.check_from_seq(from_seq bigint, head_seq bigint, last_seq bigint) returns void
language plpgsql as $$
begin
  perform app.ensure_fields(array[case
    when from_seq > greatest(coalesce(head_seq, 0), coalesce(last_seq, 0), 1)
    then format('query.from_seq: beyond the last record, which is %s', coalesce(head_seq, 0)) end]);
end $$;
