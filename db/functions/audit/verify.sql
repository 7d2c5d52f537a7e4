-- Chain verification, for `GET /audit-log/verify` and the invariants.

-- Without statistics the planner takes a chain to be short, hence no nested loops here.

-- Faults in the seals of a chain over a range of entry ids: how many were checked, and the lowest position
-- that has no seal (gap), no entry (missing) or a different hash (edited). `old` counts their entries with
-- ids below `up_to`, and `misdated` is the first that was not written when its id was made.
create or replace function app.check_seals(chain uuid, first uuid, end_id uuid, up_to uuid)
returns table (checked bigint, gap bigint, missing bigint, edited bigint, old bigint, misdated uuid)
language sql stable security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
  select count(*), min(s.position - 1) filter (where p.hash is null and s.position > 1),
    min(s.position) filter (where a.id is null),
    min(s.position) filter (where a.id is not null and (p.hash is not null or s.position = 1)
      and s.hash <> chain_step(p.hash, (select chain_start(chain)), audit_text(a))),
    count(a.id) filter (where a.id < up_to),
      (array_agg(a.id order by a.id) filter (where not id_matches_time(a.id, a.created_at)))[1]
  from audit_seals s
    left join (select b.position, b.hash from audit_seals b where b.org_id = chain and b.position >= (
        select min(r.position) - 1 from audit_seals r where r.org_id = chain and r.entry_id >= first and r.entry_id < end_id)
      and b.position <= (
        select max(r.position) from audit_seals r where r.org_id = chain and r.entry_id >= first and r.entry_id < end_id)) p
      on p.position = s.position - 1
    left join audit_log a on chain_of(a.org_id, a.action) = chain and a.id = s.entry_id and a.id >= first and a.id < end_id
  where s.org_id = chain and s.entry_id >= first and s.entry_id < end_id and not s.archived
$$;

-- How many entries of a range of ids are unsealed, and the first of them.
create or replace function app.unsealed(chain uuid, first uuid, end_id uuid, out n bigint, out oldest uuid)
language sql stable security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
  select count(*), (array_agg(a.id order by a.id))[1] from audit_log a
    where chain_of(a.org_id, a.action) = chain and a.id >= first and a.id < end_id
      and not exists (select from audit_seals s where s.org_id = chain and s.entry_id = a.id
        and s.entry_id >= first and s.entry_id < end_id)
$$;

-- Another entry of a range whose text matches the seal at this position.
create or replace function app.find_sealed_entry(chain uuid, chain_position bigint, first uuid, end_id uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select a.id from audit_log a
    where chain_of(a.org_id, a.action) = chain and a.id >= first and a.id < end_id
      and a.id <> (select s.entry_id from audit_seals s where s.org_id = chain and s.position = chain_position)
      and chain_step((select p.hash from audit_seals p where p.org_id = chain and p.position = chain_position - 1),
          (select chain_start(chain)), audit_text(a))
        = (select s.hash from audit_seals s where s.org_id = chain and s.position = chain_position)
    limit 1
$$;

-- Verifies the chain between two times, up to `max_rows` entries. Reports the first fault. Uses indexes only,
-- so that no other organization's entries are read, however large the chain's share of the table.
create or replace function app.verify_chain(chain uuid, since timestamptz, until timestamptz, max_rows int) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
declare
  first uuid := coalesce(uuid_at(since), '00000000-0000-0000-0000-000000000000');
  end_id uuid := coalesce(uuid_at(until + interval '1 millisecond'), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  sealable_until uuid := sealed_up_to(chain); stop uuid; faults record; unsealed_entries record; head audit_seals;
  first_fault json;
begin
  select s.entry_id into stop from audit_seals s where s.org_id = chain and s.entry_id >= first and s.entry_id < end_id
    order by s.entry_id offset max_rows limit 1;
  select * into head from audit_seals s where s.org_id = chain order by s.position desc limit 1;
  end_id := coalesce(stop, end_id);
  select * into faults from check_seals(chain, first, end_id, sealable_until);
  select * into unsealed_entries from unsealed(chain, sealable_until, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if least(faults.gap, faults.missing, faults.edited) is not null then
    first_fault := broken_seal(chain, faults.gap, faults.missing, faults.edited, first, end_id);
  elsif (select count(*) from audit_log a where chain_of(a.org_id, a.action) = chain and a.id >= first
      and a.id < least(end_id, sealable_until)) > faults.old then
    first_fault := json_build_object('kind', 'inserted', 'position', null,
      'entry_id', (unsealed(chain, first, least(end_id, sealable_until))).oldest);
  elsif faults.misdated is not null then
    first_fault := json_build_object('kind', 'forged', 'position', (select s.position from audit_seals s
      where s.org_id = chain and s.entry_id = faults.misdated), 'entry_id', faults.misdated);
  end if;
  return json_build_object('org_id', chain, 'folder', folder_of(chain), 'checked', faults.checked, 'broken', first_fault,
    'unsealed', unsealed_entries.n,
    'unsealed_since', (select utc(a.created_at) from audit_log a where a.id = unsealed_entries.oldest),
    'position', coalesce(head.position, 0), 'hash', encode(head.hash, 'hex'),
    'archived', (select json_build_object('position', s.position, 'hash', encode(s.hash, 'hex')) from audit_seals s
      where s.org_id = chain and s.archived order by s.position limit 1),
    'next', utc(uuid_extract_timestamp(stop)));
end $$;

create or replace function app.broken_seal(chain uuid, gap bigint, missing bigint, edited bigint, first uuid, end_id uuid)
returns json language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('position', at.place, 'entry_id', s.entry_id, 'kind', case
      when at.place is distinct from edited then 'missing'
      when find_sealed_entry(chain, edited, first, end_id) is not null then 'swapped' else 'edited' end)
    from (select least(gap, missing, edited)) at(place)
      left join audit_seals s on s.org_id = chain and s.position = at.place
$$;

-- A chain's unarchived entries; sealed ones are counted by position.
create or replace function app.unarchived_entry_count(chain uuid) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select s.position from audit_seals s where s.org_id = chain order by s.position desc limit 1), 0)
    - coalesce((select s.position from audit_seals s where s.org_id = chain and s.archived order by s.position limit 1), 0)
    + u.n from unsealed(chain, sealed_up_to(chain), 'ffffffff-ffff-ffff-ffff-ffffffffffff') u
$$;
