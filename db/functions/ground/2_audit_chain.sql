-- How the audit trail is cut into chains, for the indexes of its table.

-- The chain that an entry belongs to: its organization's, or the platform's (zeros) for what organizations never see.
create or replace function app.chain_of(org uuid, action text) returns uuid
language sql immutable parallel safe as $$
  select case when org is null or action like 'platform.%' then '00000000-0000-0000-0000-000000000000'::uuid else org end
$$;

-- The least id that a row of this moment can have: ids are UUIDs of version 7, which begin with their milliseconds.
create or replace function app.uuid_at(moment timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select (lpad(to_hex(greatest(floor(extract(epoch from moment) * 1000), 0)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
