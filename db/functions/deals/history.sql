-- The history of deals, derived from the rows by triggers, so that every change is recorded whoever makes it.

-- The clock of an open deal restarts in each stage, and when the deal is reopened. It is read under the
-- deal's lock, so that a deal's entries are in order.
create or replace function app.enter_stage() returns trigger language plpgsql as $$
begin
  new.stage_entered_at := clock_timestamp();
  return new;
end $$;
create or replace trigger enter_stage before update on deals for each row
  when (new.status = 'open' and (old.stage_id <> new.stage_id or old.status <> 'open'))
  execute function app.enter_stage();

create or replace function app.stage_name(org uuid, stage uuid) returns text language sql stable as $$
  select s.name from pipeline_stages s where s.org_id = org and s.id = stage
$$;

create or replace function app.log_new_deals() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into deal_history (org_id, deal_id, kind, to_value, to_stage_id, changed_at)
    select d.org_id, d.id, 'created', stage_name(d.org_id, d.stage_id), d.stage_id, d.stage_entered_at from new_rows d;
  return null;
end $$;
create or replace trigger note_new after insert on deals referencing new table as new_rows
  for each statement execute function app.log_new_deals();

create or replace function app.seconds_between(since timestamptz, until timestamptz) returns int language sql immutable as $$
  select least(greatest(floor(extract(epoch from until - since)), 0), 2147483647)::int
$$;

-- One entry per kind of change in an update. Closing a deal ends its time in the stage, and reopening starts
-- it again. A deal moved while closed spends no time in any stage, so its seconds_in_previous is null.
create or replace function app.log_deal_changes() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into deal_history (org_id, deal_id, kind, from_value, to_value, from_stage_id, to_stage_id, seconds_in_previous,
      changed_at)
    select n.org_id, n.id, c.kind, c.from_value, c.to_value, c.from_stage, c.to_stage, c.seconds,
        case when n.stage_entered_at <> o.stage_entered_at then n.stage_entered_at else clock_timestamp() end
      from old_rows o join new_rows n on n.id = o.id cross join lateral (values
        (1, o.stage_id <> n.stage_id, 'stage', stage_name(o.org_id, o.stage_id), stage_name(n.org_id, n.stage_id), o.stage_id,
          n.stage_id, case when n.status = 'open' then seconds_between(o.stage_entered_at, n.stage_entered_at) end),
        (2, o.status <> n.status, 'status', o.status, n.status, case when o.status = 'open' then o.stage_id end,
          case when n.status = 'open' then n.stage_id end, case when o.status = 'open'
            then seconds_between(o.stage_entered_at, n.closed_at) else seconds_between(o.closed_at, n.stage_entered_at) end),
        (3, o.value_minor <> n.value_minor or o.currency <> n.currency, 'value', concat_ws(' ', o.value_minor, o.currency),
          concat_ws(' ', n.value_minor, n.currency), null, null, null),
        (4, o.owner_user_id is distinct from n.owner_user_id, 'owner', o.owner_user_id::text, n.owner_user_id::text, null, null,
          null)) c(place, differs, kind, from_value, to_value, from_stage, to_stage, seconds)
      where c.differs order by n.id, c.place;
  return null;
end $$;
create or replace trigger note_changes after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function app.log_deal_changes();
