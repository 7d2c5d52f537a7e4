-- Mail: queued in the transaction that causes it, sent by the drain.

-- The first organization that a person joined, if any; mail to them uses its language and time zone.
create or replace function app.first_membership(person uuid, out timezone text, out locale text)
language sql stable as $$
  select m.timezone, m.locale from app.memberships_of(person) m where m.active
    order by m.joined_at, m.member_id limit 1
$$;

-- The language to write in: the person's own, that of the given organization or of their first, the language
-- of the request, or that of the last mail to the person.
create or replace function app.mail_language(person uuid, org uuid, requested text) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select l.tag from (values
        (0, (select u.locale from users u where u.id = person)),
        (1, coalesce(case when org is not null then (select o.locale from organizations o where o.id = org) end,
          (first_membership(person)).locale)),
        (2, requested),
        (3, (select m.language from mails m where m.user_id = person order by m.created_at desc limit 1)))
      w(place, locale) cross join lateral (select lower(split_part(w.locale, '-', 1))) l(tag)
    where l.tag in ('en', 'es', 'de', 'fr') order by w.place limit 1), 'en')
$$;

-- Whether an owner of the organization has proven their address.
create or replace function app.is_verified_sender(org uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from organization_members m join users u on u.id = m.user_id
    where m.org_id = org and m.role = 'owner' and m.status = 'active' and u.email_verified_at is not null)
$$;

create or replace function app.shares_mails(sender uuid) returns boolean language sql stable as $$
  select sender is not null and not app.is_verified_sender(sender)
$$;
-- How many mails of a kind an address gets within an hour from an organization, or from all that share.
create or replace function app.mails_an_hour(kind text, is_shared boolean) returns int
language sql immutable as $$
  select case when kind in ('ticket_reply', 'ticket_news', 'meeting') then 60
    when kind = 'invoice' and not is_shared then 100 else 5 end
$$;
-- When the next one may go, if the limit is reached.
create or replace function app.next_mail_at(kind text, recipient text, sender uuid) returns timestamptz
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.created_at + interval '1 hour' from mails m
    where m.address = lower(recipient) and m.message = kind and m.created_at > now() - interval '1 hour'
      and m.state <> 'dropped'
      and (shares_mails(sender) or m.facts->>'sender' is not distinct from sender::text)
    order by m.created_at desc offset mails_an_hour(kind, shares_mails(sender)) - 1 limit 1
$$;
create or replace function app.too_many_mails(kind text, sender uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select format('%s mails of this kind went to this address within an hour',
    mails_an_hour(kind, shares_mails(sender)))
$$;
-- Refuses what would do nothing but mail, until it may.
create or replace function app.require_mail_in_time(kind text, recipient text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select require_past(next_mail_at(kind, recipient, org_id()), too_many_mails(kind, org_id()))
$$;

-- Queues a mail: app.queue_mail('verify_address', person, null, '{"language":"es"}'). It goes to the given
-- address, or else to the person's own. Among the details, `language` is that of the request, and `org_id`
-- the organization whose language takes precedence. Within an hour an organization sends at most a hundred
-- invoices, sixty replies to tickets or five mails of another kind to an address, whatever others send;
-- organizations without a proven address share five (or sixty) among them, and so do mails of accounts. Those
-- beyond the limit, or beyond what the plan allows, are recorded but not sent; a plan does not keep back that
-- something is cancelled. Returns the mail's id. What answers tell of those that somebody asked for is in
-- `app.unsent`.
create or replace function app.queue_mail(kind text, person uuid, recipient text, details jsonb default '{}')
returns uuid language plpgsql security definer set search_path = public, app, pg_temp as $$
declare new_id uuid := uuidv7(); mail_address text; problem text;
  takes_back boolean := coalesce(details->>'news' in ('cancelled', 'cancelled_some', 'removed'), false);
  sender uuid := coalesce((details->>'org_id')::uuid, org_id());
begin
  mail_address := lower(coalesce(recipient, (select u.email from users u where u.id = person)));
  if mail_address is null then return null; end if;
  if not takes_back then problem := mail_problem(sender, kind); end if;
  perform pg_advisory_xact_lock(hashtextextended('mail ' || kind || ' ' || mail_address, 0));
  if next_mail_at(kind, mail_address, sender) is not null then
    problem := too_many_mails(kind, sender);
  end if;
  if sender = org_id() and counts_as_mail(kind) then perform count_ahead_soon('mails'); end if;
  insert into mails (id, message, user_id, address, language, facts, state, last_error)
    values (new_id, kind, person, mail_address,
      mail_language(person, (details->>'org_id')::uuid, details->>'language'),
      (details - '{language,org_id}'::text[])
        || case when sender is null then '{}' else jsonb_build_object('sender', sender) end,
      case when problem is null then 'queued' else 'dropped' end, problem);
  if problem is not null and recipient is not null then
    perform set_config('app.unsent', (coalesce(nullif(current_setting('app.unsent', true), ''), '[]')::jsonb
      || to_jsonb(format('%s is not mailed, pass the link on yourself: %s', mail_address,
        problem)))::text, true);
  end if;
  return new_id;
end $$;
create or replace function app.mark_mailed_shards() returns trigger language plpgsql as $$
begin
  perform app.add_emitted(array_agg(app.shard_of((a.facts->>'sender')::uuid))) from added a having count(*) > 0;
  return null;
end $$;
create or replace trigger note_emitted after insert on mails referencing new table as added
  for each statement execute function app.mark_mailed_shards();

create or replace function app.has_mail(shards smallint[]) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from mails m where m.state in ('queued', 'sending')
    and shard_of((m.facts->>'sender')::uuid) = any (shards)
    and m.available_at <= now() + interval '20 milliseconds')
$$;

-- Leases due mails for five minutes. If a worker stopped while sending one, it is sent again only through a
-- provider that deduplicates; mail that could not be sent within a day is abandoned. Returns {mails: [...],
-- next}.
create or replace function app.lease_mails(max_rows int, repeatable boolean, always_topics text[], shards smallint[])
returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare leased_mails json; abandoned mails;
begin
  for abandoned in update mails m set
        state = case when m.state = 'sending' and not repeatable then 'unclear' else 'failed' end,
        last_error = case when m.state = 'sending' and not repeatable then 'the worker stopped while sending it'
          else coalesce(m.last_error, 'not sent within a day') end
      where m.state in ('queued', 'sending') and m.available_at <= now()
        and shard_of((m.facts->>'sender')::uuid) = any (shards)
        and (m.created_at < now() - interval '23 hours' or (m.state = 'sending' and not repeatable)) returning * loop
    perform apply_mail_outcome(abandoned);
  end loop;
  with due as (
    select m.id from mails m where m.state in ('queued', 'sending')
      and shard_of((m.facts->>'sender')::uuid) = any (shards) and m.available_at <= now() + interval '20 milliseconds' order by m.created_at, m.id limit max_rows
    for update skip locked),
  leased as (
    update mails m set attempts = m.attempts + 1, available_at = now() + interval '5 minutes'
    from due where m.id = due.id returning m.id, m.message, m.attempts)
  select coalesce(json_agg(leased order by id), '[]'::json) into leased_mails from leased;
  return json_build_object('mails', leased_mails, 'next', utc(next_due_at(always_topics, shards)));
end $$;

-- Gives leased mails back that no one has begun to send, as if they had not been taken.
create or replace function app.return_mails(given uuid[]) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update mails m set attempts = m.attempts - 1, available_at = now()
    where m.id = any (given) and m.state in ('queued', 'sending')
$$;

-- Enters the organization that a mail is from, if it is from one.
create or replace function app.enter_mail(mail mails) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform set_config('app.org_id', coalesce(mail.facts->>'sender', ''), true);
end $$;

-- Starts sending a leased mail: returns its content, or null if another worker has taken it or it is no
-- longer needed. The hash of its token, if it has one, is stored for the given number of minutes.
create or replace function app.begin_mail(mail uuid, attempt int, token bytea, minutes int) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare started mails; details jsonb;
begin
  update mails m set state = 'sending' where m.id = mail and m.attempts = attempt and m.state in ('queued', 'sending')
    returning * into started;
  if not found then return null; end if;
  perform enter_mail(started);
  details := mail_facts(started);
  if details is null then
    update mails m set state = 'dropped', last_error = 'no longer of use' where m.id = mail returning * into started;
    perform apply_mail_outcome(started);
    return null;
  end if;
  if started.message = 'portal_link' then
    insert into portal_tokens (org_id, access_id, kind, scope_ticket_id, token_hash, expires_at)
      select a.org_id, a.id, 'link', (started.facts->>'scope')::uuid, token, now() + make_interval(mins => minutes)
        from portal_accesses a where a.org_id = org_id() and a.id = (started.facts->>'subject_id')::uuid on conflict (token_hash) do nothing;
  elsif token is not null then
    insert into mail_tokens (hash, message, user_id, address, subject_id, expires_at)
      values (token, started.message, started.user_id, started.address, (started.facts->>'subject_id')::uuid,
        now() + make_interval(mins => minutes))
      on conflict (hash) do nothing;
  end if;
  return json_build_object('to', started.address, 'person', started.user_id, 'language', started.language,
    'facts', details);
end $$;

-- Records the outcome of a mail: accepted, refused, unclear, or again, which retries after 1, 5, 15, 60
-- minutes and then every four hours.
create or replace function app.record_mail_outcome(mail uuid, attempt int, outcome text, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare updated mails;
begin
  update mails m set last_error = left(reason, 300), sent_at = case outcome when 'accepted' then now() end,
      state = case outcome when 'accepted' then 'sent' when 'again' then 'queued' else outcome end,
      available_at = now() + make_interval(mins => ('{1,5,15,60,240}'::int[])[least(attempt, 5)])
    where m.id = mail and m.attempts = attempt and m.state = 'sending' returning * into updated;
  if found then perform apply_mail_outcome(updated); end if;
end $$;

-- Drops due mails if the deployment cannot send mail; returns when the next work is due.
create or replace function app.discard_mails(reason text, always_topics text[], shards smallint[]) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare discarded mails;
begin
  for discarded in update mails m set state = 'dropped', last_error = left(reason, 300)
      where m.state in ('queued', 'sending') and shard_of((m.facts->>'sender')::uuid) = any (shards)
        and m.available_at <= now() + interval '20 milliseconds' returning * loop
    perform apply_mail_outcome(discarded);
  end loop;
  return utc(next_due_at(always_topics, shards));
end $$;

-- Redeems a token from a mail of this kind, once and before it expires. Without such a token all columns are
-- null.
create or replace function app.redeem_mail_token(token_hash bytea, kind text) returns mail_tokens
language sql security definer set search_path = public, app, pg_temp as $$
  update mail_tokens t set used_at = now()
    where t.hash = token_hash and t.message = kind and t.used_at is null and t.expires_at > now() returning t.*
$$;
