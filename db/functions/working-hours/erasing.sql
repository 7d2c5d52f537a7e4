-- Erases what records say once the law no longer keeps it, with the answers to corrections. Digests and
-- hashes stay, so that the chain verifies as before. A record that a later one corrects goes with that.
create or replace function app.erase_ended_hours(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare since timestamptz := today - make_interval(months => kept_months('working_hours'));
  saved text := current_setting('app.archiving', true);
begin
  perform set_config('app.archiving', 'on', true);
  with due as materialized (select l.seq from working_hours_log l where l.org_id = org_id()
      and greatest(l.recorded_at, l.occurred_at) < since and not exists (select from working_hours_log c
        where c.org_id = l.org_id and c.corrects_seq = l.seq and c.recorded_at >= since)
      order by l.seq limit 20000),
  answers as (delete from working_hours_acks a using due d where a.org_id = org_id() and a.seq = d.seq),
  gone as (delete from working_hours_log l using due d where l.org_id = org_id() and l.seq = d.seq
    returning l.*)
  insert into working_hours_hashes (seq, recorded_at, entry_digest, prev_hash, hash)
    select g.seq, g.recorded_at, g.entry_digest, g.prev_hash, g.hash from gone g;
  perform set_config('app.archiving', coalesce(saved, ''), true);
end $$;

-- The same for organizations that were erased before the law let their records go, as no job of theirs runs
-- any more. Each is found by one step in the index.
create or replace function app.erase_hours_of_erased() returns void language plpgsql as $$
declare gone uuid;
begin
  for gone in with recursive o as ((select l.org_id from working_hours_log l order by l.org_id limit 1)
      union all select (select l.org_id from working_hours_log l where l.org_id > o.org_id
        order by l.org_id limit 1) from o where o.org_id is not null)
    select o.org_id from o where o.org_id is not null
      and not exists (select from organizations x where x.id = o.org_id) loop
    perform app.enter_system(gone, '', 'daily'), app.erase_ended_hours(current_date);
  end loop;
end $$;
