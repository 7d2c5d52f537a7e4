-- Erases what records say once the law no longer keeps it, with the answers to corrections. Digests and
-- hashes stay, so that the chain verifies as before. A record that a later one corrects goes with that.
-- Returns how many, the oldest first.
create or replace function app.erase_ended_hours(today date, max_rows int) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare since timestamptz := today - make_interval(months => kept_months('working_hours'));
  saved text := current_setting('app.archiving', true); n int;
begin
  perform set_config('app.archiving', 'on', true);
  with due as materialized (select l.seq from working_hours_log l where l.org_id = org_id()
      and greatest(l.recorded_at, l.occurred_at) < since and not exists (select from working_hours_log c
        where c.org_id = l.org_id and c.corrects_seq = l.seq and c.recorded_at >= since)
      order by l.seq limit max_rows),
  answers as (delete from working_hours_acks a using due d where a.org_id = org_id() and a.seq = d.seq),
  gone as (delete from working_hours_log l using due d where l.org_id = org_id() and l.seq = d.seq
    returning l.*)
  insert into working_hours_hashes (seq, recorded_at, entry_digest, prev_hash, hash)
    select g.seq, g.recorded_at, g.entry_digest, g.prev_hash, g.hash from gone g;
  get diagnostics n = row_count;
  perform set_config('app.archiving', coalesce(saved, ''), true);
  return n;
end $$;

-- The same for organizations that were erased before the law let their records go, which no other daily work
-- reaches. Each is found by one step in the index.
create or replace function app.daily_erased_hours(after uuid, max_rows int) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid; n int := 0; rows_left int := max_rows;
begin
  loop
    select l.org_id into org from working_hours_log l
      where l.org_id > coalesce(after, '00000000-0000-0000-0000-000000000000') order by l.org_id limit 1;
    exit when not found;
    if not exists (select from organizations x where x.id = org) then
      perform enter_system(org, '', 'daily');
      rows_left := rows_left - erase_ended_hours(current_date, rows_left);
      if rows_left <= 0 then return json_build_object('more', true, 'after', after); end if;
    end if;
    after := org;
    n := n + 1;
    if n = max_rows or page_took_long() then return json_build_object('more', true, 'after', after); end if;
  end loop;
  return json_build_object('more', false);
end $$;
