-- Verification of the log, and what it takes to verify the extract of one worker without the records of
-- others.

-- Up to `max_rows` records from a place; `next_seq` says where to go on. Kinds of faults: content_altered,
-- link_broken, reordered (it follows another than the one before it), duplicate_seq, missing_seq, truncated
-- (the head, or what the caller knows, is beyond the last record), chain_missing.
create or replace function app.verify_working_hours(from_seq bigint, max_rows int, known_seq bigint,
  known_hash text)
returns json language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare head working_hours_heads; summary record; last_seq bigint;
begin
  select h.* into head from working_hours_heads h where h.org_id = org_id();
  last_seq := last_working_hours();
  perform check_from_seq(from_seq, head.seq, last_seq);
  with part as materialized (
    select l.*, lag(l.seq) over w as before_seq, lag(l.hash) over w as before_hash
      from (select x.* from working_hours_chain(greatest(from_seq - 1, 1), 9223372036854775807) x
        order by x.seq limit max_rows + 1) l window w as (order by l.seq)),
  checks as (
    select p.*, case when not (p.is_said and p.is_placed) then 'content_altered'
      else link_fault(p.seq, p.before_seq, p.prev_hash, p.before_hash, from_seq) end as kind
      from part p where p.seq >= from_seq order by p.seq limit max_rows)
  select count(*) as checked, max(j.seq) as last, (select row_to_json(b) from (select k.seq,
      case when k.is_said and k.kind in ('content_altered', 'link_broken')
        and k.prev_hash <> coalesce(k.before_hash, '')
        and exists (select from working_hours_log o where o.org_id = org_id() and o.hash = k.prev_hash)
        then 'reordered' else k.kind end as kind
      from checks k where k.kind is not null order by k.seq limit 1) b) as first_break
    into summary from checks j;
  return chain_verdict(summary.checked, summary.last, summary.first_break, last_seq, head.seq, head.last_hash,
    known_seq, known_hash, working_hours_hash_at(known_seq));
end $$;

create or replace function app.working_hours_hash_at(place bigint) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select c.hash from working_hours_chain(place, place) c
$$;

-- The last record of the chain: what to keep, and to compare another time.
create or replace function app.working_hours_head() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('seq', h.seq, 'hash', h.last_hash, 'at', utc(now())) from working_hours_heads h
    where h.org_id = org_id() and h.seq > 0
$$;

-- The places, digests and hashes of a part of the chain: what links the records of one worker, and tells
-- nothing of the others.
create or replace function app.working_hours_skeleton(first bigint, last bigint) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('seq', l.seq, 'entry_digest', l.entry_digest,
      'prev_hash', l.prev_hash, 'hash', l.hash) order by l.seq), '[]')
    from working_hours_chain(first, last) l
$$;
