-- Objectives, which form a tree of at most six levels. Whoever changes it takes its lock first, in a
-- statement of its own, so that two opposite moves at once cannot make a ring.

create or replace function app.lock_objectives() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('objectives:' || app.org_id(), 0))
$$;

-- The objective and those below it, seen or not, with their distance.
create or replace function app.objectives_below(objective uuid) returns table (id uuid, distance int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive below as (select objective as id, 0 as distance
    union all select o.id, b.distance + 1 from below b join okr_objectives o on o.org_id = org_id()
      and o.parent_id = b.id and o.deleted_at is null where b.distance < 10)
  select * from below
$$;
-- The objective and those above it.
create or replace function app.objectives_above(objective uuid) returns table (id uuid, distance int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive above as (select objective as id, 0 as distance
    union all select o.parent_id, a.distance + 1 from above a join okr_objectives o on o.org_id = org_id()
      and o.id = a.id where o.parent_id is not null and a.distance < 10)
  select * from above
$$;

-- Whether somebody may read an objective. Who may not is told nothing of it either.
create or replace function app.person_reads_objective(o okr_objectives, person uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from organization_members m where m.org_id = o.org_id and m.user_id = person
    and m.status = 'active' and level_of(m.role) >= 20
    and (o.visibility <> 'private' or level_of(m.role) >= 40 or person = any (o.reader_ids)))
$$;

-- The days of a period that is named as calendars do: 2026, 2026-H2, 2026-Q4, 2026-11; or as years that begin
-- with another month than January are: 2026/27, 2026/27-H2, 2026/27-Q4. Null for any other text.
create or replace function app.named_period(label text, out first_day date, out last_day date)
language plpgsql stable as $$
declare parts text[] := regexp_match(label, '^(\d{4})(?:/(\d{2}))?(?:-(?:([HQ])(\d)|(\d{2})))?$'); months int;
  place int; year_start int := 1;
begin
  if parts is null or parts[1] < '1900' then return; end if;
  if parts[2] is not null then
    select o.fiscal_year_start into year_start from organizations o where o.id = app.org_id();
    if year_start = 1 or parts[5] is not null or (parts[1]::int + 1) % 100 <> parts[2]::int then
      return;
    end if;
  end if;
  months := case when parts[3] = 'H' then 6 when parts[3] = 'Q' then 3 when parts[5] is not null then 1 else
    12 end;
  place := coalesce(parts[4], parts[5], '1')::int;
  if place not between 1 and 12 / months then return; end if;
  first_day := make_date(parts[1]::int, year_start, 1) + make_interval(months => (place - 1) * months);
  last_day := first_day + make_interval(months => months) - interval '1 day';
end $$;

-- The problems of an objective as it is written.
create or replace function app.objective_problems(o okr_objectives) returns text[]
language plpgsql stable as $$
declare named record;
begin
  select p.* into named from app.named_period(o.period_label) p;
  return array[
    case when o.status <> 'draft' and o.period_start is null then 'body.period_start: required' end,
    case when o.status <> 'draft' and o.period_end is null then 'body.period_end: required' end,
    case when o.period_end < o.period_start then 'body.period_end: before period_start'
      when o.period_end >= o.period_start + interval '2 years' then 'body.period_end: at most two years' end,
    case when named.first_day <> o.period_start or named.last_day <> o.period_end
      then format('body.period_label: %s is from %s to %s', o.period_label, named.first_day, named.last_day)
        end,
    case when o.department_id is not null and o.level <> 'department'
      then 'body.department_id: only at the level department' end,
    case when o.project_id is not null and o.level <> 'project' then
      'body.project_id: only at the level project' end,
    case when o.visibility = 'private' and app.role_level() < 40 and app.user_id() is distinct from o.owner_id
        and app.user_id() <> all (o.reader_ids)
      then 'body.visibility: only its owner and admins may make it private' end];
end $$;

-- The problems of a parent: 422, and 409 where it would close a ring.
create or replace function app.require_parent(objective uuid, parent uuid) returns void
language plpgsql stable as $$
begin
  if parent is null then return; end if;
  perform app.ensure_fields(array[case
    when parent = objective then 'body.parent_id: the objective itself'
    when not exists (select from okr_objectives o where o.org_id = app.org_id() and o.id = parent
      and o.deleted_at is null) then 'body.parent_id: not found' end]);
  perform app.ensure(not exists (select from app.objectives_below(objective) b where b.id = parent), 'WM409',
    'the parent is below this objective');
  perform app.ensure_fields(array[case
    when (select max(a.distance) from app.objectives_above(parent) a) + 2
        + coalesce((select max(b.distance) from app.objectives_below(objective) b where objective is not
          null), 0) > 6
      then 'body.parent_id: at most six levels' end]);
end $$;

create or replace function app.require_room_for_objective() returns void language plpgsql stable
security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure((select count(*) < 2000 from okr_objectives o where o.org_id = org_id() and o.deleted_at is
    null
    and is_open(o)), 'WM409', 'an organization has at most 2000 open objectives; close or delete some first');
end $$;

-- Checks a draft; returns the row as it will be written, with what it copies from another.
create or replace function app.check_new_objective(draft jsonb) returns okr_objectives language plpgsql as $$
declare o okr_objectives; source okr_objectives; named record;
begin
  o := app.new_row(null::okr_objectives);
  if draft->>'copy_from' is not null then
    select x.* into source from okr_objectives x where x.org_id = app.org_id() and x.deleted_at is null
      and x.id = (draft->>'copy_from')::uuid;
    o.title := source.title; o.description := source.description; o.weight := source.weight;
    o.level := source.level; o.department_id := source.department_id; o.project_id := source.project_id;
    o.roll_up := source.roll_up; o.visibility := source.visibility;
  end if;
  o.owner_id := app.user_id();
  o := jsonb_populate_record(o, draft);
  if draft->>'level' is null and source.id is null then
    o.level := case when o.department_id is not null then 'department' when o.project_id is not null then
      'project'
      else o.level end;
  end if;
  select p.* into named from app.named_period(o.period_label) p;
  o.period_start := coalesce(o.period_start, named.first_day);
  o.period_end := coalesce(o.period_end, named.last_day);
  o.confidence_on := case when o.confidence is not null then app.org_today() end;
  perform app.ensure_fields(app.objective_problems(o)), app.require_parent(null, o.parent_id),
    app.require_room_for_objective();
  return o;
end $$;

-- A closed objective keeps what it was: only its description changes, unless it is reopened.
create or replace function app.check_objective_change(objective uuid, change jsonb) returns okr_objectives
language plpgsql as $$
declare o okr_objectives; changed okr_objectives;
begin
  select x.* into o from okr_objectives x where x.org_id = app.org_id() and x.id = objective;
  perform app.ensure(app.is_open(o) or change->>'status' = 'active' or change - 'description' = '{}',
    'WM409',
    'the objective is closed: only its description changes; reopen it by the status active');
  perform app.ensure(o.status <> 'active' or change->>'status' is distinct from 'draft'
    or not exists (select from okr_key_results k where k.org_id = o.org_id and k.objective_id = o.id
      and k.checked_on is not null), 'WM409', 'it has check-ins; close it instead');
  changed := jsonb_populate_record(o, change);
  if change ? 'confidence' then
    changed.confidence_on := case when changed.confidence is not null then app.org_today() end;
  end if;
  perform app.ensure_fields(app.objective_problems(changed)
    || array[case when o.visibility <> 'private' and changed.visibility = 'private' and app.role_level() < 40
      and o.owner_id is distinct from app.user_id()
      then 'body.visibility: only its owner and admins may make it private' end]);
  if changed.parent_id is distinct from o.parent_id then perform app.require_parent(o.id, changed.parent_id);
    end if;
  if not app.is_open(o) and changed.status = 'active' then
    perform app.require_room_for_objective();
    changed.score := null; changed.progress := null; changed.closed_at := null; changed.close_note := null;
    update okr_key_results k set frozen = null where k.org_id = o.org_id and k.objective_id = o.id
      and k.frozen is not null;
  end if;
  return changed;
end $$;

-- Closes an objective with a final score, by default its progress; what is computed live is kept as it is
-- now.
create or replace function app.close_objective(objective uuid, outcome text, given numeric, note text) returns
  void
language plpgsql as $$
declare o okr_objectives; now_at numeric;
begin
  select x.* into o from okr_objectives x where x.org_id = app.org_id() and x.id = objective;
  perform app.ensure(app.is_open(o), 'WM409', 'the objective is closed already');
  perform app.ensure(o.status = 'active' or outcome = 'dropped', 'WM409',
    'the objective is a draft, which can only be dropped');
  select f.progress into now_at from app.okr_figures(array[o.id]) f where f.objective_id = o.id;
  perform app.ensure_fields(array[case when coalesce(given, now_at) is null and outcome <> 'dropped'
    then 'body.score: required, as nothing is measured' end]);
  update okr_key_results k set frozen = jsonb_build_object('value', f.value, 'done', f.done, 'total', f.total,
      'raw', f.raw, 'reason', f.reason, 'on', app.org_today())
    from okr_key_results x cross join lateral app.key_result_figure(x, o.visibility = 'private') f
    where x.org_id = o.org_id and x.objective_id = o.id and x.deleted_at is null and x.metric_type in
      ('tasks', 'bi')
      and k.org_id = x.org_id and k.id = x.id;
  update okr_objectives x set status = outcome, score = round(coalesce(given, now_at), 2),
      progress = round(now_at, 4), closed_at = now(), close_note = note
    where x.org_id = o.org_id and x.id = o.id;
end $$;

-- Moves an objective to the trash. Those below it go along, as far as the caller sees them, or stay without a
-- parent.
create or replace function app.delete_objective(objective uuid, cascading boolean) returns void
language plpgsql as $$
declare gone uuid[] := array[objective];
begin
  if cascading then
    gone := array(with recursive seen as (select objective as id
      union all select o.id from seen s join okr_objectives o on o.org_id = app.org_id() and o.parent_id =
        s.id
        and o.deleted_at is null) select s.id from seen s);
  end if;
  perform app.detach_children(gone);
  update okr_objectives o set deleted_at = now() where o.org_id = app.org_id() and o.id = any (gone);
end $$;

-- Brings an objective back from the trash, with what went there with it, as far as the caller sees it. Where
-- its parent is gone, it hangs under the nearest one above that is there.
create or replace function app.restore_objective(objective uuid) returns void language plpgsql as $$
declare o okr_objectives; above uuid; back uuid[];
begin
  select x.* into o from okr_objectives x where x.org_id = app.org_id() and x.id = objective;
  select a.id into above from app.objectives_above(o.parent_id) a join okr_objectives p on p.org_id = o.org_id
      and p.id = a.id and p.deleted_at is null where o.parent_id is not null order by a.distance limit 1;
  back := array(with recursive together as (select o.id
    union all select x.id from together t join okr_objectives x on x.org_id = o.org_id and x.parent_id = t.id
      and x.deleted_at = o.deleted_at) select t.id from together t);
  perform app.require_room_for_objective();
  update okr_objectives x set deleted_at = null, parent_id = case when x.id = o.id then above
    else x.parent_id end
    where x.org_id = o.org_id and x.id = any (back);
  perform app.ensure((select max(a.distance) from app.objectives_above(objective) a)
      + (select max(b.distance) from app.objectives_below(objective) b) < 6, 'WM409',
    'with what is above it now there would be more than six levels; move its parent up first');
end $$;

-- The children that stay, seen or not, have no parent from now on.
create or replace function app.detach_children(gone uuid[]) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update okr_objectives o set parent_id = null where o.org_id = org_id() and o.parent_id = any (gone)
    and o.id <> all (gone) and o.deleted_at is null
$$;

-- The readers of an objective follow from its owner and those of its key results.
create or replace function app.readers_of(o okr_objectives) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array(select distinct p from unnest(array_remove(array[o.owner_id], null) || array(
    select k.owner_id from okr_key_results k where k.org_id = o.org_id and k.objective_id = o.id
      and k.deleted_at is null and k.owner_id is not null)) p order by p)
$$;

create or replace function app.set_objective_readers() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  new.reader_ids := readers_of(new);
  new.only_for := case when new.visibility = 'private'
    then coalesce(new.owner_id, '00000000-0000-0000-0000-000000000000') end;
  return new;
end $$;
create or replace trigger set_readers before insert or update of owner_id, visibility, reader_ids on
  okr_objectives
  for each row execute function app.set_objective_readers();

create or replace function app.sync_objective_readers() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update okr_objectives o set reader_ids = readers_of(o) where o.org_id = new.org_id and o.id =
    new.objective_id
    and o.reader_ids <> readers_of(o);
  return null;
end $$;
create or replace trigger sync_readers after insert on okr_key_results for each row
  when (new.owner_id is not null) execute function app.sync_objective_readers();
create or replace trigger sync_changed_readers after update of owner_id, deleted_at on okr_key_results for
  each row
  when (old.owner_id is distinct from new.owner_id or old.deleted_at is distinct from new.deleted_at)
  execute function app.sync_objective_readers();

-- The name of an owner who leaves is kept until there is another.
create or replace function app.keep_former_owner() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  new.former_owner := case when new.owner_id is null
    then coalesce((select u.name from users u where u.id = old.owner_id), old.former_owner) end;
  return new;
end $$;
create or replace trigger keep_former_owner before update of owner_id on okr_objectives for each row
  when (old.owner_id is distinct from new.owner_id) execute function app.keep_former_owner();
create or replace trigger keep_former_owner before update of owner_id on okr_key_results for each row
  when (old.owner_id is distinct from new.owner_id) execute function app.keep_former_owner();
