-- How much of a meter is used up in the current period, as far as there are rows to count; null for others.
create or replace function app.meter_used(org uuid, meter text) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case meter
    when 'seats' then seats_taken(org)
    when 'storage_bytes' then (select coalesce(sum(a.size_bytes), 0) from attachments a where a.org_id = org
      and (a.object_id is not null or a.created_at > now() - interval '1 hour'))
  end
$$;
