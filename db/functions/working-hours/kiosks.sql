-- Kiosks: shared devices at which people clock by their number and PIN.

-- Opens the organization of a kiosk, for nothing but the records of whoever has the PIN.
create or replace function app.enter_kiosk(token bytea) returns kiosks
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare device kiosks;
begin
  select k.* into device from kiosks k join organizations o on o.id = k.org_id and o.deleted_at is null
      and o.status <> 'suspended'
    where k.token_hash = token;
  perform ensure(device.id is not null, 'WM404', 'kiosk not found');
  perform set_config('app.org_id', device.org_id::text, true),
    set_config('app.user_id', '', true), set_config('app.rank', '0', true),
    set_config('app.actor_type', 'system', true),
    set_config('app.actor_label', 'kiosk ' || device.name, true);
  return device;
end $$;

create or replace function app.pin_hash(salt text, print text) returns bytea language sql immutable as $$
  select sha256(convert_to(salt || print, 'UTF8'))
$$;

-- Sets the PIN of an employee by its fingerprint, or removes it.
create or replace function app.set_kiosk_pin(employee uuid, print text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare salt text := gen_random_uuid()::text;
begin
  perform ensure(is_confidant(employee), 'WM403', 'only the person and admins set a PIN');
  delete from employee_pins p where p.org_id = org_id() and p.employee_id = employee;
  if print is not null then
    insert into employee_pins (employee_id, salt, pin_hash) values (employee, salt, pin_hash(salt, print));
  end if;
end $$;

-- The employee whose number and PIN these are; nobody where either is wrong, which is counted. After five
-- wrong ones the PIN opens nothing for a quarter of an hour. `prints` are those of the PIN under each key of
-- the deployment.
create or replace function app.employee_with_pin(number text, prints text[]) returns employees
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare who employees; pin employee_pins;
begin
  select e.* into who from employees e where e.org_id = org_id() and lower(e.employee_number) = lower(number);
  select p.* into pin from employee_pins p where p.org_id = org_id() and p.employee_id = who.id for update;
  if pin.failures >= 5 and pin.failed_at > now() - interval '15 minutes' then return null; end if;
  if exists (select from unnest(prints) x where pin_hash(pin.salt, x) = pin.pin_hash) then
    update employee_pins p set failures = 0, pin_hash = pin_hash(pin.salt, prints[1])
      where p.org_id = org_id() and p.id = pin.id
        and (p.failures > 0 or p.pin_hash <> pin_hash(pin.salt, prints[1]));
    return who;
  end if;
  update employee_pins p set failed_at = now(),
      failures = case when p.failed_at > now() - interval '15 minutes' then p.failures else 0 end + 1
    where p.org_id = org_id() and p.id = pin.id;
  return null;
end $$;

-- Records an event of whoever has this number and PIN: {seq, name, event, occurred_at, hash, repeated}, or
-- {refused}, so that the wrong attempt is counted.
create or replace function app.record_at_kiosk(token bytea, entry jsonb, prints text[]) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare device kiosks := enter_kiosk(token); who employees; record working_hours_log;
begin
  perform ensure((workforce_settings()).kiosks, 'WM409',
    'kiosks are switched off; an admin switches them on in the settings of the workforce');
  who := employee_with_pin(entry->>'employee_number', prints);
  if who.id is null then
    return json_build_object('refused',
      'the number or the PIN is wrong; after five wrong ones, wait 15 minutes');
  end if;
  perform record_hours_of(who, (entry - 'employee_number') || jsonb_build_object('source', 'kiosk',
    'recorded_by', device.created_by));
  update kiosks k set last_used_at = now() where k.org_id = org_id() and k.id = device.id
    and coalesce(k.last_used_at < now() - interval '1 minute', true);
  select l.* into record from working_hours_log l where l.org_id = org_id()
    and l.seq = current_setting('app.working_hours')::bigint;
  return json_build_object('seq', record.seq, 'name', who.name, 'event', record.event,
    'occurred_at', hours_moment(record.occurred_at, record.occurred_offset),
    'captured_offline', record.captured_offline, 'hash', record.hash,
    'repeated', coalesce(current_setting('app.repeated', true) = 'on', false));
end $$;
