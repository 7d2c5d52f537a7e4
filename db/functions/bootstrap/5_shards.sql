-- The sixteenth of all organizations that this one is in, 0 to 15; one clock does its jobs and sends its
-- mail. What belongs to no organization is in the first.
create or replace function app.shard_of(org uuid) returns smallint language sql immutable parallel safe
  as $$ select coalesce(get_byte(uuid_send(org), 15) & 15, 0)::smallint $$;
