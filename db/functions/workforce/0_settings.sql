-- How an organization keeps hours, weeks and pay.

create or replace function app.workforce_settings() returns workforce_settings
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare s workforce_settings;
begin
  select x.* into s from workforce_settings x where x.org_id = org_id();
  return case when s.id is null then new_row(null::workforce_settings) else s end;
end $$;

create or replace function app.workforce_settings_json() returns jsonb language sql stable as $$
  select to_jsonb(s) - '{id,org_id,created_at,updated_at,created_by,version,import_columns}'::text[]
    from app.workforce_settings() s
$$;

-- Changes what was sent; the rest stays.
create or replace function app.save_workforce_settings(input jsonb) returns void language plpgsql as $$
begin
  insert into workforce_settings default values on conflict do nothing;
  update workforce_settings s set (weeks_in_sequence, overlapping_time, longest_shift_minutes, rest_minutes,
      break_after_minutes, day_minutes, week_minutes, tolerance_minutes, four_eyes, payroll_day_count,
      hourly_pay_from, reminder_weekday, reminder_hour, payslip_retention_years,
      show_birthdays, kiosks)
    = (select n.weeks_in_sequence, n.overlapping_time, n.longest_shift_minutes, n.rest_minutes,
        n.break_after_minutes, n.day_minutes, n.week_minutes, n.tolerance_minutes, n.four_eyes,
        n.payroll_day_count, n.hourly_pay_from, n.reminder_weekday, n.reminder_hour,
        n.payslip_retention_years, n.show_birthdays, n.kiosks
        from jsonb_populate_record(s, input) n)
    where s.org_id = app.org_id();
  if input ?| '{reminder_weekday,reminder_hour}' then perform app.schedule_week_reminders(); end if;
end $$;
