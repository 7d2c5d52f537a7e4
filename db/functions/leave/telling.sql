-- Who hears of a request for leave. Titles say neither its type nor its length.

-- The news of a request: `asked` (or asked again), `reminded`, `decided`, `taken` without anybody who
-- decides, `entered` for the person, `changed` by others, `withdrawn` by the person, `cut` by sickness or
-- whole again without it, `counted` again, `settled`. What the person takes back is told to who decided it,
-- or else to who is asked.
create or replace function app.tell_of_leave(request uuid, news text,
  decided_by uuid default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; who employees; days text; asked uuid[]; owner uuid[]; approver uuid[];
begin
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request;
  select e.* into who from employees e where e.org_id = r.org_id and e.id = r.employee_id;
  days := said_days(r.start_date, r.end_date);
  asked := array_remove(asked_accounts(r.asked_employee_id), who.user_id);
  owner := accounts_of(array[who.id]);
  approver := case when nullif(tell_of_leave.decided_by, who.user_id) is null then asked
    else array[tell_of_leave.decided_by] end;
  if r.status <> 'pending' then perform settle_told('leave_asked', 'leave_request', request); end if;
  if news = 'asked' and r.status = 'pending' then
    perform tell('leave_asked', 'leave_request', request, 'Leave request to decide', asked, null,
      who.name || ', ' || days, 'leave_asked:' || request);
  elsif news = 'reminded' then
    perform tell('leave_asked', 'leave_request', request, 'Leave request still to decide', asked, null,
      who.name || ', ' || days);
  elsif news = 'decided' then
    perform tell('leave_decided', 'leave_request', request, 'Leave request decided', owner, null, days);
  elsif news = 'taken' then
    perform tell('leave_changed', 'leave_request', request, 'Leave was entered', asked, null,
      who.name || ', ' || days);
  elsif news = 'entered' then
    perform tell('leave_changed', 'leave_request', request, 'Leave was entered for you', owner, null, days);
  elsif news in ('changed', 'cut') then
    perform tell('leave_changed', 'leave_request', request, 'Leave changed', owner, null, days,
      'leave_changed:' || request);
  end if;
  if news = 'counted' then
    perform tell('leave_changed', 'leave_request', request, 'Leave was counted again', owner, null, days,
      'leave_changed:' || request);
  end if;
  if news in ('withdrawn', 'cut') then
    perform tell('leave_changed', 'leave_request', request, case when r.status = 'cancelled'
      then 'Leave was cancelled' else 'Leave changed' end, approver, null, who.name || ', ' || days);
  end if;
end $$;

-- Leave of today changes who answers for those below.
create or replace function app.ask_again_while_away(r leave_requests) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if employee_today(r.employee_id) between r.start_date and r.end_date then
    perform ask_again_below(r.employee_id);
  end if;
end $$;

-- Reminds of requests that nobody answers: after three working days, or two days before the leave, whoever is
-- asked; then the next one up, and at last the admins.
create or replace function app.remind_of_leave(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; week work_calendar; next_asked uuid;
begin
  if not exists (select from leave_requests r where r.org_id = org_id() and r.status = 'pending') then
    return;
  end if;
  week := org_week();
  for x in select r.id, r.employee_id, r.asked_employee_id, r.reminders from leave_requests r
      join organizations o on o.id = r.org_id
      where r.org_id = org_id() and r.status = 'pending' and (r.reminders < 2
        or r.asked_employee_id is not null)
        and (work_index(today, week) - work_index(local_day(r.asked_at, o.timezone), week) >= 3
          or r.start_date - today <= 2 and local_day(r.asked_at, o.timezone) < today)
      order by r.id for update of r loop
    if x.reminders % 2 = 0 then
      update leave_requests r set reminders = r.reminders + 1, asked_at = now()
        where r.org_id = org_id() and r.id = x.id;
      perform tell_of_leave(x.id, 'reminded');
      continue;
    end if;
    next_asked := asked_after(x.employee_id, x.asked_employee_id);
    update leave_requests r set reminders = r.reminders + 1, asked_at = now(), asked_employee_id = next_asked
      where r.org_id = org_id() and r.id = x.id;
    perform tell_of_leave(x.id, 'reminded');
  end loop;
end $$;
