-- How the audit trail is split into chains, for the table's indexes.

-- An entry's chain: its organization's, or the platform's (zeros) for what organizations never see.
create or replace function app.chain_of(org uuid, action text) returns uuid
language sql immutable parallel safe as $$
  select case when org is null or action like 'platform.%' then '00000000-0000-0000-0000-000000000000'::uuid else org end
$$;

-- The lowest UUIDv7 of a given time: these ids start with a millisecond timestamp.
create or replace function app.uuid_at(moment timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select (lpad(to_hex(greatest(floor(extract(epoch from moment) * 1000), 0)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
