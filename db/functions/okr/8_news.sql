-- What owners are told of their objectives. Who may not read one is told nothing of it.

create or replace function app.tell_of_objective(o okr_objectives, title text, people uuid[], source text
  default null,
  snippet text default null) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell('objective', 'objective', o.id, title, array(select p from unnest(people) p
    where p is not null and person_reads_objective(o, p)), source, snippet)
$$;

create or replace function app.tell_of_owner() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare lost boolean := tg_op = 'UPDATE' and new.owner_id is null;
begin
  perform tell_of_objective(new, case when lost then format('%s has nobody who owns it any more', new.title)
      else 'You own an objective: ' || new.title end,
    case when lost then admins() || array(select p.owner_id from okr_objectives p where p.org_id = new.org_id
      and p.id = new.parent_id) else array[new.owner_id] end);
  return null;
end $$;
create or replace trigger tell_of_owner after insert on okr_objectives for each row
  when (new.owner_id is not null) execute function app.tell_of_owner();
create or replace trigger tell_of_new_owner after update of owner_id on okr_objectives for each row
  when (new.owner_id is distinct from old.owner_id) execute function app.tell_of_owner();

-- The owner of what is above is told of the end.
create or replace function app.tell_of_close() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform tell_of_objective(new, format('%s is closed: %s', new.title, replace(new.status, '_', ' ')),
    array(select p.owner_id from okr_objectives p where p.org_id = new.org_id and p.id = new.parent_id
      and p.deleted_at is null));
  return null;
end $$;
create or replace trigger tell_of_close after update of closed_at on okr_objectives for each row
  when (old.closed_at is null and new.closed_at is not null) execute function app.tell_of_close();

-- Owners are told once that health fell to off track, and again only after it had risen.
create or replace function app.tell_of_falls(ids uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; today date := org_today();
begin
  for x in select o, h.health from okr_figures(ids) f join okr_objectives o on o.org_id = org_id()
        and o.id = f.objective_id and o.id = any (ids)
      cross join lateral okr_health(o, f.progress, o.confidence, o.confidence_on, today) h
      where (coalesce(h.health, '') = 'off_track') <> (o.told_off_track is not null) order by o.id loop
    update okr_objectives o set told_off_track = case when x.health = 'off_track' then today end
      where o.org_id = org_id() and o.id = (x.o).id;
    if x.health = 'off_track' then
      perform tell_of_objective(x.o, (x.o).title || ' is off track', array[(x.o).owner_id]);
    end if;
  end loop;
end $$;

create or replace function app.tell_of_mentions(k okr_key_results, o okr_objectives, c okr_check_ins) returns
  void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell('mentioned', 'objective', o.id, o.title, array(select p from unnest(mentions_in(c.comment)) p
    where person_reads_objective(o, p)), 'check_in:' || c.id, left(c.comment, 300))
$$;

-- Once per week without a check-in: the owner of the key result, or else that of the objective.
create or replace function app.remind_of_check_ins(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  for x in select o, k.title, coalesce(k.owner_id, o.owner_id) as person, 'check_in_due:' || k.id || ':' ||
    w.due as source
      from okr_objectives o join okr_key_results k on k.org_id = o.org_id and k.objective_id = o.id
        and k.deleted_at is null and k.metric_type not in ('tasks', 'bi')
      cross join lateral (select coalesce(k.checked_on, greatest(o.period_start, k.created_at::date)) as
        since) s
      cross join lateral (select s.since + 7 * ((today - s.since) / 7) as due) w
      where o.org_id = org_id() and o.deleted_at is null and o.status = 'active'
        and today between o.period_start and o.period_end and w.due > s.since order by k.id loop
    perform tell_of_objective(x.o, 'Check in: ' || x.title, array[x.person], x.source);
  end loop;
end $$;

-- Owners are told once of a key result whose filter is gone.
create or replace function app.tell_of_lost_sources() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  for x in select o, k.id, k.title, coalesce(k.owner_id, o.owner_id) as person from okr_objectives o
      join okr_key_results k on k.org_id = o.org_id and k.objective_id = o.id and k.deleted_at is null
        and k.metric_type in ('tasks', 'bi') and k.told_gone is null
      cross join lateral key_result_figure(k, o.visibility = 'private') f
      where o.org_id = org_id() and o.deleted_at is null and is_open(o)
        and f.reason in ('filter_gone', 'filter_personal', 'source_gone') order by k.id loop
    update okr_key_results k set told_gone = org_today() where k.org_id = org_id() and k.id = x.id;
    perform tell_of_objective(x.o, x.title || ' counts nothing any more: what it is bound to is gone',
      array[x.person]);
  end loop;
end $$;

-- Whether objectives may have news on a day.
create or replace function app.has_okr_news(org uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from okr_objectives o where o.org_id = org and o.deleted_at is null and o.status =
    'active')
$$;

-- The job `okr`, in the morning.
create or replace function app.run_okr_day() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare zone text;
begin
  select o.timezone into zone from organizations o where o.id = org_id();
  perform tell_of_falls(array(select o.id from okr_objectives o where o.org_id = org_id() and o.deleted_at is
    null
      and o.status = 'active')), remind_of_check_ins(job_day(zone)), tell_of_lost_sources();
  perform schedule_okr_day(org_id(), zone);
end $$;

create or replace function app.schedule_okr_day(org uuid, zone text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'okr', '{}', case when has_okr_news(org) then job_time(zone, job_day(zone) + 1) end)
$$;

-- The first active objective of an organization begins its mornings; the daily job goes on with them.
create or replace function app.begin_okr_days() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule_okr_day(o.id, o.timezone) from organizations o where o.id = new.org_id;
  return null;
end $$;
create or replace trigger begin_days after insert on okr_objectives for each row
  when (new.status = 'active') execute function app.begin_okr_days();
create or replace trigger begin_days_again after update of status on okr_objectives for each row
  when (new.status = 'active' and old.status <> 'active') execute function app.begin_okr_days();
