-- Verification of a chain: recomputes every hash from the fields of its record, and every seal from the
-- complete record.

-- Up to `max_rows` records from a position; `next_seq` says where to resume. Kinds of faults:
-- content_altered, link_broken (the record does not follow the previous one, or the first one not the chain
-- that it names), reordered (it follows another), duplicate_seq, missing_seq, truncated (the head, or what
-- the caller knows, is beyond the last record), chain_missing.
create or replace function app.verify_register(issuer text, from_seq bigint, max_rows int, known_seq bigint, known_hash text)
returns json language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare head invoice_register_heads; summary record; last_seq bigint;
begin
  select * into head from invoice_register_heads h where h.org_id = app.org_id() and h.issuer_tax_id = issuer;
  select max(g.seq) into last_seq from invoice_register g where g.org_id = app.org_id() and g.issuer_tax_id = issuer;
  perform app.check_from_seq(from_seq, head.seq, last_seq);
  with part as materialized (
    select g.*, lag(g.seq) over w as before_seq, lag(g.hash) over w as before_hash, lag(g.seal) over w as before_seal
      from (select * from invoice_register g where g.org_id = app.org_id() and g.issuer_tax_id = issuer
        and g.seq >= greatest(from_seq - 1, 1) order by g.seq limit max_rows + 1) g window w as (order by g.seq)),
  checks as (
    select p.seq, case
      when p.hash <> app.chain_digest(app.register_text(p.record_type, p.issuer_tax_id, p.number, p.issue_date, p.invoice_type,
          p.tax_total, p.total, p.prev_hash, p.generated_at_text))
        or p.canonical_body <> app.register_text(p.record_type, p.issuer_tax_id, p.number, p.issue_date, p.invoice_type,
          p.tax_total, p.total, p.prev_hash, p.generated_at_text) then 'content_altered'
      when l.fault = 'link_broken' and exists (select from invoice_register o where o.org_id = p.org_id
        and o.issuer_tax_id = issuer and o.hash = p.prev_hash) then 'reordered'
      when l.fault is not null then l.fault
      when (p.before_seq is not null or from_seq = 1) and p.seal <> app.register_seal(row(p.org_id, p.issuer_tax_id, p.seq,
          p.record_type, p.is_correction, p.invoice_id, p.number, p.issue_date, p.invoice_type, p.tax_total, p.total, p.prev_seq,
          p.prev_hash, p.hash, p.hash_type, p.generated_at, p.generated_at_text, p.canonical_body, p.payload, p.created_by,
          p.seal)::invoice_register, coalesce(p.before_seal, '')) then 'content_altered'
      when p.seq = 1 and p.payload ? 'CadenaAnterior' and not exists (select from invoice_register o where o.org_id = p.org_id
          and o.issuer_tax_id = p.payload->'CadenaAnterior'->>'IDEmisorFactura'
          and o.seq = (p.payload->'CadenaAnterior'->>'Registros')::bigint
          and o.hash = p.payload->'CadenaAnterior'->>'Huella') then 'link_broken'
      end as kind from part p
      cross join lateral (select app.link_fault(p.seq, p.before_seq, p.prev_hash, p.before_hash, from_seq) as fault) l
      where p.seq >= from_seq)
  select count(*) as checked, max(j.seq) as last, (select row_to_json(b) from (select k.seq, k.kind from checks k
      where k.kind is not null order by k.seq limit 1) b) as first_break into summary from checks j;
  return app.chain_verdict(summary.checked, summary.last, summary.first_break, last_seq, head.seq, head.last_hash,
    known_seq, known_hash, (select g.hash from invoice_register g where g.org_id = app.org_id()
      and g.issuer_tax_id = issuer and g.seq = known_seq));
end $$;

-- For the checkpoint job.
create or replace function app.register_head(org uuid, issuer text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('seq', h.seq, 'hash', h.last_hash, 'at', app.utc(now())) from invoice_register_heads h
    where h.org_id = org and h.issuer_tax_id = issuer
$$;
create or replace function app.register_hash_at(org uuid, issuer text, at_seq bigint) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select g.hash from invoice_register g where g.org_id = org and g.issuer_tax_id = issuer and g.seq = at_seq
$$;
