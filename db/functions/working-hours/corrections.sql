-- Corrections: nothing in the log is changed. A correction is a further record, which counts once both the
-- worker and the company agree to it.

-- Whether somebody but the worker could speak for the company: an admin, or a member who has the worker in
-- the team.
create or replace function app.has_company_side(worker employees) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from organization_members m where m.org_id = worker.org_id and m.status = 'active'
    and m.user_id is distinct from worker.user_id and (m.role in ('owner', 'admin')
      or m.user_id in (select e.user_id from people_above(worker.id) a
        join employees e on e.org_id = worker.org_id
        and e.id = a.employee_id)))
$$;

-- Whether the worker can answer: employed today, with the account of an active member.
create or replace function app.can_worker_answer(worker employees) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select is_employed(worker.id, employee_today(worker.id)) and exists (select from organization_members m
    where m.org_id = worker.org_id and m.user_id = worker.user_id and m.status = 'active')
$$;

-- Refuses a correction of what was corrected already, or is about to be.
create or replace function app.check_corrected(target working_hours_log, n working_hours_log) returns void
language plpgsql as $$
declare other bigint;
begin
  perform app.ensure(target.event is distinct from 'void', 'WM409',
    format('record %s withdraws another; correct that with missing', target.seq));
  perform app.ensure(target.event is distinct from 'correction'
    or app.correction_status(target.seq) in ('agreed', 'sole', 'unilateral'), 'WM409',
    format('correction %s does not count; correct the record that it is about', target.seq));
  select l.seq into other from working_hours_log l where l.org_id = app.org_id()
    and l.corrects_seq = target.seq
    and app.correction_status(l.seq) in ('agreed', 'sole', 'unilateral') order by l.seq desc limit 1;
  perform app.ensure(other is null, 'WM409',
    format('record %s was corrected by %s; correct that one', target.seq, other));
  select l.seq into other from working_hours_log l where l.org_id = app.org_id()
    and l.employee_id = n.employee_id and app.correction_status(l.seq) = 'waiting'
    and case when target.seq is null then l.corrects_seq is null and l.of_event = n.of_event
      and l.occurred_at = n.occurred_at else l.corrects_seq = target.seq end
    and l.event in ('correction', 'void') limit 1;
  perform app.ensure(other is null, 'WM409', format('correction %s of it waits for an answer', other));
end $$;

-- Appends a correction {corrects_seq or missing, event, occurred_at?, reason, employee_id?, mode?,
-- hours_kind?}. Whoever starts it agrees to it.
create or replace function app.correct_working_hours(entry jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n working_hours_log; target working_hours_log; head working_hours_heads; who employees; zone text;
  is_own boolean;
begin
  who := hours_worker((entry->>'employee_id')::uuid, 'body.employee_id');
  zone := employee_zone(who.id);
  is_own := who.id is not distinct from employee_id();
  n := jsonb_populate_record(null::working_hours_log, entry - 'event');
  select l.* into target from working_hours_log l where l.org_id = org_id() and l.seq = n.corrects_seq
    and l.employee_id = who.id;
  n.occurred_at := date_trunc('second', coalesce(n.occurred_at, target.occurred_at));
  perform ensure_fields(array[
    case when n.corrects_seq is not null and target.seq is null then 'body.corrects_seq: not found' end,
    case when n.occurred_at > now() + interval '5 minutes' then 'body.occurred_at: more than 5 minutes ahead'
      end]);
  perform require_employed(who, n.occurred_at, zone);
  head := lock_working_hours();
  n.employee_id := who.id;
  n.event := case entry->>'event' when 'void' then 'void' else 'correction' end;
  n.of_event := case when n.event = 'correction' then nullif(entry->>'event', target.event) end;
  perform check_corrected(target, n);
  n.occurred_offset := case when n.event = 'void' then target.occurred_offset
    else right(local_iso(n.occurred_at, zone), 6) end;
  n.mode := coalesce(n.mode, target.mode, 'on_site');
  n.hours_kind := coalesce(n.hours_kind, target.hours_kind);
  n.recorded_by := case when not is_own then user_id() end;
  n.source := case actor_type() when 'api_key' then 'api' when 'oauth' then 'mcp' else 'web' end;
  n.seq := append_working_hours(head, n);
  insert into working_hours_acks (seq, employee_id, side, decision, decided_by)
    values (n.seq, who.id, case when is_own then 'worker' else 'company' end,
      case when is_own and not has_company_side(who) then 'sole' else 'agreed' end, user_id());
  perform audit_event('working_hours.correction_asked', 'working_hours_log', n.seq::text, org_id());
  perform tell_of_correction(n.seq, 'A correction of working hours waits for your answer',
    'correction:' || org_id() || ':' || n.seq);
end $$;

-- Why a side cannot give this answer to a correction, or null.
create or replace function app.answer_problem(l working_hours_log, who employees, own_side text, answer text)
  returns text language sql stable as $$
  select case
    when answer = 'unilateral' then case
      when own_side is distinct from 'company' or not exists (select from working_hours_acks a
          where a.org_id = l.org_id and a.seq = l.seq and a.side = 'company')
        then 'the worker agrees already; agree or refuse'
      when now() < l.recorded_at + interval '14 days' and app.can_worker_answer(who)
        then format('%s can answer until %s', who.name, app.utc(l.recorded_at + interval '14 days')) end
    when exists (select from working_hours_acks a where a.org_id = l.org_id and a.seq = l.seq
        and a.side = own_side)
      then case own_side when 'worker' then 'you agree already; the company answers'
        else format('the company agrees already; %s answers', who.name) end end
$$;

-- Answers a correction for the side of the caller; to agree again changes nothing. `unilateral` is the
-- company's word where the worker cannot answer, or did not within two weeks: never an agreement.
create or replace function app.answer_correction(correction bigint, answer text, why text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare l working_hours_log; who employees; own_side text; status text; problem text;
begin
  perform lock_working_hours();
  select x.* into l from working_hours_log x where x.org_id = org_id() and x.seq = correction
    and x.event in ('correction', 'void') and in_team(x.employee_id);
  perform ensure(l.seq is not null, 'WM404', 'correction not found');
  select e.* into who from employees e where e.org_id = org_id() and e.id = l.employee_id;
  own_side := case when l.employee_id = employee_id() then 'worker' else 'company' end;
  perform ensure(answer <> 'unilateral' or own_side = 'company', 'WM403',
    'only the company records its word alone');
  perform set_config('app.working_hours', correction::text, true),
    audit_event('working_hours.correction_answered', 'working_hours_log', correction::text, org_id());
  if exists (select from working_hours_acks a where a.org_id = org_id() and a.seq = correction
      and a.side = own_side and a.decision = answer) then return; end if;
  status := correction_status(correction);
  perform ensure(status = 'waiting', 'WM409', format('the correction is %s already', status));
  problem := answer_problem(l, who, own_side, answer);
  perform ensure(problem is null, 'WM409', problem);
  insert into working_hours_acks (seq, employee_id, side, decision, reason, decided_by)
    values (correction, l.employee_id, own_side, answer, why, user_id());
  perform tell_of_answer(l, who, own_side);
end $$;

-- Tells the side that has not answered a correction: the worker, or whoever is asked for the company.
create or replace function app.tell_of_correction(correction bigint, title text, source text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare who employees;
begin
  if correction_status(correction) <> 'waiting' then return; end if;
  select e.* into who from working_hours_log l join employees e on e.org_id = l.org_id
    and e.id = l.employee_id
    where l.org_id = org_id() and l.seq = correction;
  perform tell('hours_correction', 'employee', who.id, title, case when exists (select
    from working_hours_acks a
      where a.org_id = org_id() and a.seq = correction and a.side = 'worker')
    then array_remove(asked_accounts(asked_for(who.id)), who.user_id)
    else accounts_of(array[who.id]) end, source, who.name);
end $$;

-- Tells the side that agreed first what the other one says.
create or replace function app.tell_of_answer(l working_hours_log, who employees, answered_side text)
  returns void language sql security definer set search_path = public, app, pg_temp as $$
  select tell('hours_correction', 'employee', who.id, 'A correction of working hours was answered',
    case answered_side when 'worker' then array(select a.decided_by from working_hours_acks a
        where a.org_id = l.org_id and a.seq = l.seq and a.side = 'company')
      else accounts_of(array[who.id]) end, null, who.name)
$$;

-- Reminds after one week and after two of corrections that wait for an answer.
create or replace function app.remind_of_corrections() returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell_of_correction(l.seq, 'A correction of working hours still waits for your answer',
      'correction:' || l.org_id || ':' || l.seq || ':' || w.weeks)
    from working_hours_log l cross join lateral (select case when l.recorded_at < now() - interval '14 days'
        then 2 else 1 end as weeks) w
    where l.org_id = org_id() and l.event in ('correction', 'void')
      and l.recorded_at between now() - interval '16 days' and now() - interval '7 days'
      and correction_status(l.seq) = 'waiting' order by l.seq
$$;

-- Tells workers in the morning of a shift that is still open.
create or replace function app.tell_of_open_shifts() returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select tell('hours_correction', 'employee', e.id, 'A shift of yours is still open: say when it ended',
      array[e.user_id], 'shift:' || e.id || ':' || x.seq)
    from employees e
      cross join lateral (select l.event, l.occurred_at, l.seq from working_hours_log l
        where l.org_id = e.org_id
        and l.employee_id = e.id order by l.occurred_at desc limit 1) l
      cross join lateral (select h.event, h.occurred_at, h.seq from effective_hours(e.id,
        now() - interval '3 days', 'infinity') h order by h.occurred_at desc, h.seq desc limit 1) x
    where e.org_id = org_id() and e.user_id is not null and l.occurred_at > now() - interval '3 days'
      and x.event <> 'clock_out' and x.occurred_at < now() - interval '10 hours' order by e.id
$$;
