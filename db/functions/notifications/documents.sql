-- Document notifications: comments and new versions.

-- People involved in a document: its owner, authors, commenters and who resolved comments.
create or replace function app.document_people(org uuid, doc uuid) returns setof uuid language sql stable as $$
  select d.owner_id from documents d where d.org_id = org and d.id = doc
  union select v.author_id from document_versions v where v.org_id = org and v.document_id = doc
  union select p.person from comments c cross join lateral (values (c.author_id), (c.resolved_by)) p(person)
    where c.org_id = org and c.document_id = doc and c.deleted_at is null and p.person is not null
$$;

-- Whom a document change concerns, with each person's strongest reason.
create or replace function app.document_audience(work jsonb) returns table (person uuid, reason text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select distinct on (c.person) c.person, c.reason from (
      select m::uuid, 'mentioned' from jsonb_array_elements_text(work->'mentions') m
      union all select p, case when work->>'event' = 'document.updated' then 'document_updated'
          when is_in_thread(org_id(), work, p) then 'replied' else 'document_commented' end
        from document_people(org_id(), (work->>'document_id')::uuid) p
        where work->>'event' <> 'document.mentioned') c(person, reason)
    where c.person is distinct from human_actor(work->>'actor_type', (work->>'actor_id')::uuid)
    order by c.person, reason_strength(c.reason)
$$;

-- New comments are announced, and edits that add mentions.
create or replace function app.announce_document_comment() returns trigger language plpgsql as $$
declare kind text := app.comment_event_kind(old, new); people uuid[];
begin
  if kind not in ('commented', 'comment_edited') or new.document_id is null
    or 'on' in (current_setting('app.suppress_audit', true), current_setting('app.copying', true)) then return null; end if;
  people := app.notified_people(new, array(select m from unnest(new.mentions) m
    where tg_op = 'INSERT' or m <> all (old.mentions)));
  if kind = 'comment_edited' and people = '{}' then return null; end if;
  perform app.announce(case kind when 'commented' then 'document.commented' else 'document.mentioned' end,
    jsonb_build_object('document_id', new.document_id, 'comment_id', new.id, 'parent_id', new.parent_id,
      'mentions', people));
  return null;
end $$;
create or replace trigger announce after insert or update on comments
  for each row execute function app.announce_document_comment();

create or replace function app.announce_version() returns trigger language plpgsql as $$
begin
  perform app.announce('document.updated', jsonb_build_object('document_id', new.id, 'version', new.current_version));
  return null;
end $$;
create or replace trigger announce after update on documents for each row
  when (new.current_version <> old.current_version) execute function app.announce_version();

-- The consumer. New versions collapse into one unread notification; a version already notified is skipped.
create or replace function app.notify_of_document(work jsonb) returns void language plpgsql as $$
declare n notifications; recipient record; doc documents;
begin
  select * into doc from documents d
    where d.org_id = app.org_id() and d.id = (work->>'document_id')::uuid and d.deleted_at is null;
  if not found then return; end if;
  n.org_id := doc.org_id; n.entity_type := 'document'; n.entity_id := doc.id; n.project_id := doc.project_id;
  n.actor_id := work->>'actor_id'; n.actor_type := work->>'actor_type'; n.title := left(doc.title, 200);
  n.data := jsonb_strip_nulls(jsonb_build_object('comment_id', work->'comment_id', 'version', work->'version'));
  for recipient in select c.person, c.reason from app.document_audience(work) c
      where app.wants_notification(n.org_id, c.person, c.reason) and app.person_can_read_document(doc.id, c.person)
        and exists (select from organization_members m
          where m.org_id = n.org_id and m.user_id = c.person and m.status = 'active')
        and (c.reason = 'mentioned' or not app.is_muted(n.org_id, doc.project_id, null, c.person))
        and not exists (select from notifications o where o.org_id = n.org_id and o.user_id = c.person
          and o.entity_type = 'document' and o.entity_id = doc.id
          and (o.data->>'version')::int >= (work->>'version')::int)
      order by c.person loop
    n.user_id := recipient.person; n.reason := recipient.reason;
    n.group_key := case when recipient.reason = 'document_updated' then 'document:' || doc.id || ':version' end;
    n.source_key := case recipient.reason when 'document_updated' then (work->>'change_id') || ':' || doc.id
      else 'comment:' || (work->>'comment_id') end;
    perform app.notify(n);
  end loop;
end $$;
