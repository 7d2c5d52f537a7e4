-- What a person holds, and gives up when they leave. Authorship, and what is private to a person, is kept; a
-- test finds columns that name a holder and are missing here.
create or replace function app.held_columns() returns table (holding regclass, held_by name, while_condition text)
language sql stable as $$
  values ('tickets'::regclass, 'assignee_user_id'::name, 'x.status <> ''closed'''),
    ('deals'::regclass, 'owner_user_id'::name, 'x.status = ''open'''),
    ('leads'::regclass, 'owner_user_id'::name, 'x.status not in (''converted'', ''disqualified'')'),
    ('clients'::regclass, 'owner_user_id'::name, 'true'),
    ('contracts'::regclass, 'owner_user_id'::name, 'x.status in (''draft'', ''sent'', ''active'')'),
    ('crm_activities'::regclass, 'owner_user_id'::name, 'x.done_at is null'),
    ('bi_dashboards'::regclass, 'owner_id'::name, 'x.visibility = ''organization'''),
    ('okr_objectives'::regclass, 'owner_id'::name, 'x.status in (''draft'', ''active'')'),
    ('okr_key_results'::regclass, 'owner_id'::name, 'true')
$$;

-- Hands over what a person holds to the successor, or to nobody, and stops their running timer.
create or replace function app.hand_over(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare h record; org uuid := org_id();
begin
  perform leave_meetings(person, successor), drop_exports_of(person), leave_bi_dashboards(person, successor);
  for h in select * from held_columns() loop
    execute format('update %s x set %I = $1 where x.org_id = $2 and x.%I = $3 and %s', h.holding, h.held_by, h.held_by,
      h.while_condition) using successor, org, person;
  end loop;
  update time_entries t set ended_at = e.ended_at, duration_seconds = round(extract(epoch from e.ended_at - t.started_at))
    from (select x.id, greatest(x.started_at + interval '1 millisecond', least(clock_timestamp(), x.started_at
        + interval '24 hours'))::timestamptz(3) as ended_at
      from time_entries x where x.org_id = org and x.user_id = person and x.kind = 'timer' and x.ended_at is null) e
    where t.org_id = org and t.id = e.id;
end $$;
