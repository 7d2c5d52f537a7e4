-- What owners are told about their subscription, each once, and nothing that is settled when it would be
-- sent.

-- The moments at which something is to be told: {key, at, title}.
create or replace function app.billing_moments(s subscriptions) returns table (key text, at timestamptz,
  title text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select 'past_due:' || utc(s.past_due_since) || ':' || n.days,
    s.past_due_since + make_interval(hours => 24 * n.days),
      case n.days when 0 then 'A payment failed; the plan stays for 14 days'
        when 14 then 'The free plan counts now, since a payment is missing; nothing was deleted'
        else 'A payment is missing; the plan ends in ' || 14 - n.days || ' days' end
    from unnest(array[0, 7, 12, 14]) n(days) where s.status = 'past_due' and s.past_due_since is not null
  union all
  select 'trial:' || utc(s.trial_end) || ':' || n.days, s.trial_end - make_interval(hours => 24 * n.days),
      case when exists (select from billing_customers c where c.org_id = s.org_id
        and c.card_last4 is not null)
        then format('The trial ends in %s; %s %s will be charged', d.said,
          trim_scale(p.amount_minor * s.quantity / 10.0 ^ minor_digits(p.currency)), p.currency)
        else format('The trial ends in %s; the free plan counts then, and nothing is deleted', d.said) end
    from unnest(array[3, 1]) n(days)
      cross join lateral (select case n.days when 1 then '1 day' else n.days || ' days' end as said) d
      join billing_plans p on p.key = s.plan_key and p.version = s.plan_version
    where s.status = 'trialing' and s.trial_end > now()
$$;

-- Mails the address that bills go to, where it is of no owner: they are told anyway. Not sent once it is
-- paid.
create or replace function app.mail_of_missing_payment(s subscriptions) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select queue_mail('payment_missing', null, c.email, jsonb_build_object('org_id', s.org_id,
      'subject_id', s.id, 'page', '/organizations/' || o.slug || '/plan',
      'due', local_day(grace_end(s), o.timezone)::text,
      'left', greatest(0, 14 - floor(extract(epoch from now() - s.past_due_since) / 86400))::int::text))
    from billing_customers c join organizations o on o.id = c.org_id
    where c.org_id = s.org_id and c.email is not null and not exists (select from users u
      where u.id = any (billing_owners()) and lower(u.email) = lower(c.email))
$$;

-- Tells what is due, the last of it.
create or replace function app.tell_of_billing(s subscriptions) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare due record; told boolean := false;
begin
  for due in select m.* from billing_moments(s) m where m.at <= now() order by m.at desc loop
    insert into billing_notices (org_id, key) values (s.org_id, due.key) on conflict do nothing;
    if found and not told then
      perform tell('security', 'organization', s.org_id, due.title, billing_owners(), 'billing:' || due.key,
        'The card and the invoices are under Plan.');
      if due.key like 'past_due:%' then perform mail_of_missing_payment(s); end if;
    end if;
    told := true;
  end loop;
end $$;
