-- Changes the parts of a profile that need no proof: {name?, locale?, timezone?}. Null clears a value.
create or replace function app.change_profile(change jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before users; after users;
begin
  select * into before from users u where u.id = user_id() for update;
  after := jsonb_populate_record(before, change);
  update users u set name = after.name, locale = after.locale, timezone = after.timezone, updated_at = now()
    where u.id = before.id;
  perform audit_account_change(before.id, (select coalesce(jsonb_object_agg(n.key,
      jsonb_build_object('from', o.value, 'to', n.value)), '{}')
    from jsonb_each(to_jsonb(after)) n join jsonb_each(to_jsonb(before)) o using (key) where n.value <> o.value));
end $$;
