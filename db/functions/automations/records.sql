-- Running automations of other records than tasks, from the outbox. As for tasks, a rule acts as itself, with
-- at most a manager's rights.

-- Serializes an organization's runs as for tasks, and locks the records in id order.
create or replace function app.lock_records(kind text, ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('automate:' || app.org_id()::text, 0));
  execute format('select from %I r where r.org_id = app.org_id() and r.id = any ($1) order by r.id for no key update',
    app.table_of(kind)) using ids;
end $$;

-- The job `automate.records`: runs the rules that listen to its events, in event order, rules by rank; each
-- sees the results of the previous ones. The events after the first `max_rows` runs go into another job.
create or replace function app.run_record_automations(work jsonb, max_rows int) returns void language plpgsql as $$
declare e jsonb; event_index bigint; automation uuid; runs_so_far int := 0;
  chain uuid[] := array(select x::uuid from jsonb_array_elements_text(work->'chain') x);
  -- Jobs of the release before say type.
  record_kind text := coalesce(work->>'kind', work->>'type');
begin
  perform app.lock_records(record_kind, array(select (x->>'id')::uuid from jsonb_array_elements(work->'events') x));
  for e, event_index in select x.value, x.n from jsonb_array_elements(work->'events') with ordinality x(value, n)
    order by x.n loop
    if runs_so_far >= max_rows then
      perform app.emit('automate.records', work || jsonb_build_object('events', (select jsonb_agg(x.value order by x.n)
        from jsonb_array_elements(work->'events') with ordinality x(value, n) where x.n >= event_index)));
      return;
    end if;
    for automation in select a.id from automations a where a.org_id = app.org_id() and a.is_enabled and a.deleted_at is null
        and split_part(a.trigger->>'event', '.', 1) = record_kind and app.matches_event(a.trigger, e)
        order by a.rank, a.created_at, a.id loop
      runs_so_far := runs_so_far + app.run_record_automation(automation, record_kind, e, chain);
    end loop;
  end loop;
end $$;

-- Runs a rule on the record of an event, once: the run row and its effects are one write. Returns the number
-- of runs.
create or replace function app.run_record_automation(automation uuid, kind text, e jsonb, chain uuid[]) returns int
language plpgsql as $$
declare rule automations; run automation_runs; began timestamptz := clock_timestamp();
begin
  select * into rule from automations a
    where a.org_id = app.org_id() and a.id = automation and a.is_enabled and a.deleted_at is null for no key update;
  if rule.id is null or app.matches_event(rule.trigger, e) is not true
      or app.matches_record(rule.trigger, kind, (e->>'id')::uuid) is not true then
    return 0;
  end if;
  insert into automation_runs (automation_id, event_key, record_kind, record_id, status, chain, depth)
    values (rule.id, (e->>'key')::uuid, kind, (e->>'id')::uuid, 'failed', chain, cardinality(chain) + 1)
    on conflict do nothing returning * into run;
  if run.id is null then return 0; end if;
  select l.status, l.why into run.status, run.error from app.run_limit(rule, chain) l;
  run.changes := '[]';
  perform app.finish_run(rule, rule.action, run, began);
  return 1;
end $$;
