-- Which keys of the deployment something is sealed with: noted with each secret, so that nobody has to read
-- all of them.
create or replace function app.note_sealing_key() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into sealing_keys (key_id) values (new.kek_id) on conflict do nothing;
  return null;
end $$;
do $$
declare sealed text;
begin
  for sealed in select c.relname from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      where a.attname = 'kek_id' and c.relnamespace = 'public'::regnamespace loop
    execute format('create or replace trigger note_sealing_key after insert or update of kek_id on %I
      for each row execute function app.note_sealing_key()', sealed);
    -- Also for rows that are moved from another database, when no other trigger acts.
    execute format('alter table %I enable always trigger note_sealing_key', sealed);
  end loop;
end $$;

create or replace function app.sealing_keys_in_use() returns text[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(k.key_id order by k.key_id), '{}') from sealing_keys k
$$;
