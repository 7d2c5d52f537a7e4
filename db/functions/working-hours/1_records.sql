-- The log of working hours: a chain of records of who worked when. A record has two hashes: that of what it
-- says, with a salt, and that of its place in the chain, which holds without knowing what the record says.

-- What a record says, as JSON with sorted keys. What came later than the first five fields of the log is
-- there only if it is set, so that the digest of everything else stays as it was.
create or replace function app.working_hours_text(w working_hours_log) returns text language sql stable as $$
  select '{' || case when w.captured_offline then '"captured_offline":true,' else '' end
    || '"corrects_seq":' || coalesce(w.corrects_seq::text, 'null') || ',"employee_id":"' || w.employee_id
    || '","event":"' || w.event || '"' || coalesce(',"hours_kind":"' || w.hours_kind || '"', '')
    || ',"mode":"' || w.mode || '","occurred_at":"'
    || to_char(w.occurred_at at time zone 'UTC' + w.occurred_offset::interval, 'YYYY-MM-DD"T"HH24:MI:SS')
    || w.occurred_offset || '"' || coalesce(',"of_event":"' || w.of_event || '"', '')
    || ',"reason":' || coalesce(to_json(w.reason)::text, 'null')
    || coalesce(',"recorded_by":"' || w.recorded_by || '"', '')
    || ',"salt":"' || w.salt || '","source":"' || w.source || '"}'
$$;

-- The hash of a record: its place, its time, the digest of what it says, and the hash before it.
create or replace function app.working_hours_hash(w working_hours_log) returns text language sql stable as $$
  select app.chain_digest('WHL1|' || w.org_id || '|' || w.seq || '|' || app.utc(w.recorded_at) || '|'
    || w.entry_digest || '|' || w.prev_hash)
$$;
create or replace function app.working_hours_hash(w working_hours_hashes) returns text
language sql stable as $$
  select app.chain_digest('WHL1|' || w.org_id || '|' || w.seq || '|' || app.utc(w.recorded_at) || '|'
    || w.entry_digest || '|' || w.prev_hash)
$$;

-- The chain of the organization between two places: records, and what stays of those that were erased. Of a
-- record `is_said` tells whether its digest is that of what it says; of the others, whether their time was
-- over.
create or replace function app.working_hours_chain(first bigint, last bigint) returns table (seq bigint,
  entry_digest text, prev_hash text, hash text, is_said boolean, is_placed boolean) language sql stable as $$
  select x.seq, x.entry_digest, x.prev_hash, x.hash,
      app.chain_digest(app.working_hours_text(x)) = x.entry_digest, app.working_hours_hash(x) = x.hash
    from working_hours_log x where x.org_id = app.org_id() and x.seq between first and last
  union all select x.seq, x.entry_digest, x.prev_hash, x.hash,
      x.recorded_at < now() - make_interval(months => app.kept_months('working_hours')),
      app.working_hours_hash(x) = x.hash
    from working_hours_hashes x where x.org_id = app.org_id() and x.seq between first and last
$$;
create or replace function app.last_working_hours() returns bigint language sql stable as $$
  select greatest((select max(l.seq) from working_hours_log l where l.org_id = app.org_id()),
    (select max(h.seq) from working_hours_hashes h where h.org_id = app.org_id()))
$$;

-- The head of the chain, locked until commit, so that records follow each other in the order of their
-- commits.
create or replace function app.lock_working_hours() returns working_hours_heads
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare head working_hours_heads;
begin
  insert into working_hours_heads (org_id, seq, prev_hash, last_hash, last_at)
    values (org_id(), 0, '', '', 'epoch') on conflict do nothing;
  select h.* into head from working_hours_heads h where h.org_id = org_id() for update;
  return head;
end $$;

-- Appends a record after the locked head, and returns its place.
create or replace function app.append_working_hours(head working_hours_heads, n working_hours_log)
  returns bigint
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  n.org_id := org_id(); n.seq := head.seq + 1; n.prev_hash := head.last_hash;
  n.captured_offline := coalesce(n.captured_offline, false);
  n.salt := coalesce(n.salt, replace(gen_random_uuid()::text, '-', ''));
  n.recorded_at := coalesce(n.recorded_at,
    greatest(date_trunc('milliseconds', clock_timestamp()), head.last_at));
  n.entry_digest := chain_digest(working_hours_text(n));
  n.hash := working_hours_hash(n);
  insert into working_hours_log select n.*;
  update working_hours_heads h set seq = n.seq, prev_hash = n.prev_hash, last_hash = n.hash,
    last_at = n.recorded_at where h.org_id = n.org_id;
  perform schedule(n.org_id, 'working_hours.checkpoint', '{}',
    date_trunc('minute', now()) + interval '2 minutes');
  perform set_config('app.working_hours', n.seq::text, true);
  return n.seq;
end $$;

-- Whose hours a request is about: the employee that it names in `field`, or the caller's own record.
create or replace function app.hours_worker(employee uuid, field text) returns employees
language plpgsql stable as $$
declare who employees;
begin
  perform app.ensure(employee is not null or app.employee_id() is not null, 'WM404',
    'no employee record is linked to your account; ask an administrator');
  select e.* into who from employees e where e.org_id = app.org_id()
    and e.id = coalesce(employee, app.employee_id()) and app.in_team(e.id);
  perform app.ensure_fields(array[case when who.id is null then field || ': not found' end]);
  return who;
end $$;

-- How a correction stands: waiting, agreed, disputed, unilateral (the company's word alone) or sole (there is
-- nobody else to agree).
create or replace function app.correction_status(correction bigint) returns text language sql stable as $$
  select case when bool_or(a.decision = 'unilateral') then 'unilateral' when bool_or(a.decision = 'refused')
      then 'disputed' when bool_or(a.decision = 'sole') then 'sole'
      when count(distinct a.side) filter (where a.decision = 'agreed') = 2 then 'agreed' else 'waiting' end
    from working_hours_acks a where a.org_id = app.org_id() and a.seq = correction
$$;

-- What counts of the records of employees between two moments: events, with those corrections that hold in
-- the place of what they correct.
create or replace function app.people_hours(people uuid[], since timestamptz, until timestamptz)
returns table (employee_id uuid, seq bigint, event text, occurred_at timestamptz, occurred_offset text,
  mode text, hours_kind text, is_corrected boolean) language sql stable as $$
  with held as (select l.seq, l.corrects_seq from working_hours_log l where l.org_id = app.org_id()
    and l.employee_id = any (people) and l.event in ('correction', 'void')
    and app.correction_status(l.seq) in ('agreed', 'sole', 'unilateral'))
  select l.employee_id, l.seq, case l.event when 'correction' then coalesce(l.of_event, (select c.event
    from working_hours_log c
      where c.org_id = l.org_id and c.seq = l.corrects_seq)) else l.event end,
      l.occurred_at, l.occurred_offset, l.mode, l.hours_kind, l.event = 'correction'
    from working_hours_log l where l.org_id = app.org_id() and l.employee_id = any (people)
      and l.occurred_at between since and until and l.event <> 'void'
      and (l.event <> 'correction' or exists (select from held h where h.seq = l.seq))
      and not exists (select from held h where h.corrects_seq = l.seq)
$$;
create or replace function app.effective_hours(employee uuid, since timestamptz, until timestamptz)
returns table (seq bigint, event text, occurred_at timestamptz, occurred_offset text, mode text,
  hours_kind text, is_corrected boolean) language sql stable as $$
  select h.seq, h.event, h.occurred_at, h.occurred_offset, h.mode, h.hours_kind, h.is_corrected
    from app.people_hours(array[employee], since, until) h
$$;
