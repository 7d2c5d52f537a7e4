-- Owners and admins are told once for each meter and period that a half, four fifths and all of a limit is
-- used, the last two by mail too. A gauge that falls and rises again tells nothing twice.
create or replace function app.judge_usage() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m record; p usage_periods; reached smallint; who uuid; said text;
begin
  for m in select y.key, number_of(e.value) as most from meters() y join entitlements_of(org_id()) e
      on e.key = y.key where number_of(e.value) > 0 order by y.place loop
    p := metering_period(org_id(), now());
    with crossed as (insert into usage_alerts (org_id, meter, period_starts_at, threshold)
        select org_id(), m.key, p.starts_at, t.threshold from unnest('{50,80,100}'::smallint[]) t(threshold)
          where meter_used(org_id(), m.key) * 100 >= t.threshold * m.most
        on conflict do nothing returning threshold)
      select max(c.threshold) into reached from crossed c;
    continue when reached is null;
    said := format('%s%% of the limit of %s is used: %s until %s', reached, replace(m.key, '_', ' '),
      trim_scale(m.most), p.next_day);
    perform tell('system', 'organization', org_id(), said, admins(),
      'usage:' || m.key || ':' || p.first_day || ':' || reached);
    if reached >= 80 then
      for who in select unnest(admins()) loop
        perform queue_mail('usage_limit', who, null, jsonb_build_object('org_id', org_id(), 'organization',
          o.name,
            'page', '/organizations/' || o.slug || '/usage', 'left', reached::text, 'note', replace(m.key,
              '_', ' '),
            'number', trim_scale(m.most)::text, 'due', p.next_day::text))
          from organizations o where o.id = org_id();
      end loop;
    end if;
  end loop;
  perform note_used_up();
end $$;
