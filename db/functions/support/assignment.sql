-- Rules that assign new tickets: an ordered list, of which the first that matches and has an available agent
-- decides.

-- True if a rule matches a ticket.
create or replace function app.rule_matches(filter jsonb,
  t tickets) returns boolean language sql immutable as $$
  select coalesce(filter->'channels' ? t.channel, true) and coalesce(filter->'priorities' ? t.priority, true)
    and (not filter ? 'client_ids' or coalesce(filter->'client_ids' ? t.client_id::text, false))
    and (not filter ? 'types' or exists (select from jsonb_array_elements_text(filter->'types') x
      where app.folded(x) = app.folded(t.type)))
    and (not filter ? 'tags' or exists (select from jsonb_array_elements_text(filter->'tags') x,
      unnest(t.tags) g
      where app.folded(x) = app.folded(g)))
    and (not filter ? 'words' or exists (select from jsonb_array_elements_text(filter->'words') x
      where strpos(app.folded(concat_ws(' ', t.subject, t.description)), app.folded(x)) > 0))
$$;

-- Whether somebody is on approved leave now: the whole day, or this half of it.
create or replace function app.is_absent_now(person uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from employees e
    cross join lateral (select now() at time zone employee_zone(e.id) as clock) n
    join leave_requests r on r.org_id = e.org_id and r.employee_id = e.id and r.status = 'approved'
      and r.slots @> (extract(epoch from n.clock)::bigint / 60)
    where e.org_id = org_id() and e.user_id = person)
$$;

-- The assignee of a new ticket: the next person in the rotation, or the one with the fewest unresolved
-- tickets. Null if no rule matches, or one fails, which never loses the ticket. The rule is locked, so that a
-- burst of tickets is distributed.
create or replace function app.assignee_for(t tickets) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r assignment_rules; assignee uuid; saved text;
begin
  for r in select * from assignment_rules x where x.org_id = t.org_id and x.active
    and rule_matches(x.filter, t)
      order by x.position, x.id loop
    select * into r from assignment_rules x where x.org_id = t.org_id and x.id = r.id for no key update;
    continue when not found;
    select a.id into assignee from unnest(r.assignee_ids) with ordinality a(id, n)
      join organization_members m on m.org_id = t.org_id and m.user_id = a.id and m.status = 'active'
        and level_of(m.role) >= 20
      where not is_absent_now(a.id)
      order by case when r.strategy = 'least_open' then (select count(*) from tickets k
        where k.org_id = t.org_id
          and k.assignee_user_id = a.id and k.status in ('open', 'pending', 'on_hold')) end,
        a.n <= coalesce(array_position(r.assignee_ids, r.last_assignee_id), 0), a.n limit 1;
    if assignee is not null then
      saved := suppress_audit();
      update assignment_rules x set last_assignee_id = assignee where x.org_id = t.org_id and x.id = r.id;
      perform set_config('app.suppress_audit', saved, true);
      return assignee;
    end if;
  end loop;
  return null;
exception when data_exception or integrity_constraint_violation or plpgsql_error then
  perform note_side_effect('assignment of a ticket', sqlstate);
  return null;
end $$;
