-- Entries older than 400 days move to file storage in sealing order. The last one's seal stays, so that the
-- chain continues from it; a chain's newest entry is never archived.

create or replace function app.archive_cutoff() returns uuid language sql stable as $$
  select app.uuid_at(now() - interval '400 days')
$$;

-- The next archivable entries of a chain: {first, last, hash, previous, whole, rows}, or null. `whole` is
-- true if they match their seals.
create or replace function app.archivable(chain uuid, max_rows int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with page as (select s.* from audit_seals s where s.org_id = chain and not s.archived order by s.position limit max_rows),
  head as (select max(s.position) as position from audit_seals s where s.org_id = chain),
  due as (select p.* from page p, head h where p.position < h.position
    and p.position < coalesce((select min(x.position) from page x where x.entry_id >= archive_cutoff()), h.position)),
  start as (select coalesce((select s.hash from audit_seals s where s.org_id = chain
    and s.position = (select min(d.position) - 1 from due d)), chain_start(chain)) as hash),
  rows as (select d.position, d.hash, lag(d.hash, 1, (select hash from start)) over (order by d.position) as previous,
      audit_text(a) as sealed, to_jsonb(a) as entry
    from due d left join audit_log a on a.id = d.entry_id and chain_of(a.org_id, a.action) = chain)
  select json_build_object('first', min(r.position), 'last', max(r.position),
      'hash', (array_agg(encode(r.hash, 'hex') order by r.position desc))[1],
      'previous', (select encode(hash, 'hex') from start),
      'whole', bool_and(coalesce(r.hash = chain_step(null, r.previous, r.sealed), false))
        and count(*) = max(r.position) - min(r.position) + 1,
      'rows', json_agg(json_build_object('position', r.position, 'hash', encode(r.hash, 'hex'), 'sealed', r.sealed,
        'entry', r.entry) order by r.position))
    from rows r having count(*) > 0
$$;

-- Deletes archived entries, if the chain still matches what was archived; idempotent.
create or replace function app.delete_archived(chain uuid, first bigint, last bigint, head bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare former_setting text;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit chain ' || chain, 0));
  if not exists (select from audit_seals s where s.org_id = chain and s.position = last and s.hash = head
      and not s.archived and s.entry_id < archive_cutoff()) then
    return;
  end if;
  perform set_config('app.archiving', 'on', true);
  delete from audit_log a using audit_seals s where s.org_id = chain and s.position between first and last
    and a.id = s.entry_id and a.id < archive_cutoff() and chain_of(a.org_id, a.action) = chain;
  delete from audit_seals s where s.org_id = chain and s.position < last;
  update audit_seals s set archived = true where s.org_id = chain and s.position = last;
  perform set_config('app.archiving', '', true);
end $$;

-- Queues chains whose first entry may be archived.
create or replace function app.daily_archives(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload)
    select org, 'audit.archive', '{}' from (select s.entry_id from audit_seals s
        where s.org_id = org and not s.archived order by s.position limit 1) begins
      where begins.entry_id < archive_cutoff() and not exists (select from outbox b
        where b.org_id = org and b.topic = 'audit.archive' and b.done_at is null)
$$;

-- What is archived leaves at the old end, and vacuum gives its space to new entries. By default it would wait
-- for a fifth of the table, which for years of entries is months too late.
alter table audit_log
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table audit_seals
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
