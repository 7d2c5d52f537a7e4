-- Comments on tasks and documents: mentions, threads, task events and watchers. Writers of a comment lock its
-- task or document, so that counts and threads are serialized.

-- A mention in a text: @[Name](user:0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70).
create or replace function app.mention_pattern() returns text language sql immutable parallel safe as $$
  select '@\[[^][\n]*\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)'
$$;

-- The people mentioned in a text, each once, in order of first mention.
create or replace function app.mentions_in(body text) returns uuid[] language sql immutable parallel safe as $$
  select coalesce(array_agg(m.person order by m.place), '{}') from (
    select found[1]::uuid as person, min(place) as place
    from regexp_matches(body, app.mention_pattern(), 'gi') with ordinality r(found, place) group by 1) m
$$;

create or replace function app.mentions_problem(body text) returns text language sql immutable parallel safe as $$
  select case when regexp_count(body, app.mention_pattern(), 1, 'i') > 50 then 'body.body: at most 50 mentions' end
$$;

create or replace function app.project_of_task(org uuid, task uuid) returns uuid language sql stable as $$
  select t.project_id from tasks t where t.org_id = org and t.id = task
$$;

-- Why a person mentioned in a comment is not notified, or null.
create or replace function app.suppression_reason(project uuid, person uuid, is_internal boolean) returns text
language sql stable as $$
  select case when person = app.user_id() then 'yourself' when m.role is null then 'not_a_member'
      when not app.can_open(project, person) then 'no_access'
      when is_internal and m.role = 'viewer' then 'internal' end
    from (select 1) one left join organization_members m
      on m.org_id = app.org_id() and m.user_id = person and m.status = 'active'
$$;
create or replace function app.suppression_reason(comment comments, person uuid) returns text language sql stable as $$
  select case
    when comment.task_id is not null
      then app.suppression_reason(app.project_of_task(comment.org_id, comment.task_id), person, comment.is_internal)
    when person = app.user_id() then 'yourself'
    when not exists (select from organization_members m
      where m.org_id = app.org_id() and m.user_id = person and m.status = 'active') then 'not_a_member'
    when not app.person_can_read_document(comment.document_id, person) then 'no_access' end
$$;

-- The mentioned people who are notified.
create or replace function app.notified_people(comment comments, people uuid[]) returns uuid[] language sql stable as $$
  select coalesce(array_agg(p.person order by p.place), '{}') from unnest(people) with ordinality p(person, place)
    where app.suppression_reason(comment, p.person) is null
$$;

-- Who was notified, and why the others were not: [{user_id, notified, reason?}].
create or replace function app.mentions_json(comment comments, people uuid[]) returns json language sql stable as $$
  select coalesce(json_agg(json_strip_nulls(json_build_object('user_id', p.person, 'notified', u.why is null,
      'reason', u.why)) order by p.place), '[]')
    from unnest(people) with ordinality p(person, place) cross join lateral app.suppression_reason(comment, p.person) u(why)
$$;

-- Threads have two levels: a reply to a reply joins its root. Replies to internal comments are internal.
create or replace function app.join_thread() returns trigger language plpgsql as $$
declare parent comments; root comments;
begin
  if new.parent_id is null then return new; end if;
  select * into parent from comments c where c.org_id = new.org_id and c.id = new.parent_id
    and (c.task_id = new.task_id or c.document_id = new.document_id);
  select * into root from comments c
    where c.org_id = new.org_id and c.id = coalesce(parent.parent_id, parent.id);
  perform app.ensure(root.id is not null and (parent.deleted_at is null or parent.reply_count > 0), 'WM422',
    'body.parent_id: not found among the comments of the '
      || case when new.task_id is null then 'document' else 'task' end);
  new.parent_id := root.id;
  new.is_internal := new.is_internal or root.is_internal or parent.is_internal;
  return new;
end $$;

create or replace function app.extract_mentions() returns trigger language plpgsql as $$
begin
  new.mentions := case when new.body is null then '{}' else app.mentions_in(new.body) end;
  return new;
end $$;

-- Maintains reply_count and last_reply_at of the root and comment_count of the task: live ones only.
create or replace function app.count_comments() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := coalesce(new.org_id, old.org_id); root uuid := coalesce(new.parent_id, old.parent_id);
  task uuid := coalesce(new.task_id, old.task_id);
  delta int := (new.id is not null and new.deleted_at is null)::int - (old.id is not null and old.deleted_at is null)::int;
begin
  if delta = 0 or current_setting('app.purging', true) = 'on' then return null; end if;
  if root is not null then
    update comments c set reply_count = c.reply_count + delta,
        last_reply_at = (select max(r.created_at) from comments r
          where r.org_id = org and r.parent_id = root and r.deleted_at is null)
      where c.org_id = org and c.id = root;
  end if;
  update tasks t set comment_count = t.comment_count + delta where t.org_id = org and t.id = task;
  return null;
end $$;

-- The kind of task event for a comment change, or null for none.
create or replace function app.comment_event_kind(before comments, after comments) returns text
language sql immutable as $$
  select case when before.id is null then 'commented'
    when before.deleted_at is null and after.deleted_at is not null then 'comment_deleted'
    when before.resolved_at is null and after.resolved_at is not null then 'thread_resolved'
    when before.resolved_at is not null and after.resolved_at is null then 'thread_reopened'
    when before.body is distinct from after.body and after.deleted_at is null then 'comment_edited' end
$$;

-- One event per change, with the newly notified people; `resolved_by` is who resolved the thread being
-- replied to. The text stays in the comment.
create or replace function app.log_comment_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare kind text := comment_event_kind(old, new); details jsonb; people uuid[];
begin
  if kind is null or new.task_id is null or 'on' in (current_setting('app.suppress_audit', true), current_setting('app.copying', true)) then
    return null;
  end if;
  details := jsonb_build_object('comment_id', new.id, 'parent_id', new.parent_id, 'is_internal', new.is_internal);
  if kind in ('commented', 'comment_edited') then
    people := notified_people(new, array(select m from unnest(new.mentions) m
      where tg_op = 'INSERT' or m <> all (old.mentions)));
    details := details || jsonb_build_object('mentions', people);
    perform watch_commented_task(new, case when tg_op = 'INSERT' then new.author_id end, people);
  end if;
  if kind = 'commented' and new.parent_id is not null then
    details := details || coalesce((select jsonb_build_object('resolved_by', r.resolved_by) from comments r
      where r.org_id = new.org_id and r.id = new.parent_id and r.resolved_at is not null), '{}');
  end if;
  insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, new_value)
    values (new.org_id, project_of_task(new.org_id, new.task_id), new.task_id, user_id(),
      coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
      nullif(current_setting('app.request_id', true), ''),
      coalesce(nullif(current_setting('app.change_id', true), '')::uuid, uuidv7()), kind, details);
  return null;
end $$;

-- Authors and mentioned people watch the task. Muted stays muted, except for a mention.
create or replace function app.watch_commented_task(comment comments, author uuid, people uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  insert into task_watchers as w (org_id, task_id, user_id, state, reason)
    select comment.org_id, comment.task_id, p, 'watching', 'mention' from unnest(people) p order by p
    on conflict (task_id, user_id) do update set state = 'watching', reason = 'mention' where w.state = 'muted';
  insert into task_watchers (org_id, task_id, user_id, state, reason)
    select comment.org_id, comment.task_id, author, 'watching', 'comment' where author is not null
    on conflict do nothing;
  perform set_config('app.suppress_audit', saved, true);
end $$;

create or replace trigger join_thread before insert on comments
  for each row execute function app.join_thread();
create or replace trigger read_mentions before insert or update of body on comments
  for each row execute function app.extract_mentions();
create or replace trigger count_comments after insert or delete or update of deleted_at on comments
  for each row execute function app.count_comments();
create or replace trigger events after insert or update on comments
  for each row execute function app.log_comment_events();

-- Raises 422 if the text of a comment is invalid. Stashes whom an edit newly mentions.
create or replace function app.check_comment(comment_body text, comment uuid default null) returns void language plpgsql as $$
begin
  perform app.ensure_fields(array[app.mentions_problem(comment_body)]);
  perform app.save_for_answer(json_build_object('mentioned', app.mentions_json(c, array(
    select m from unnest(app.mentions_in(comment_body)) m where m <> all (c.mentions)))))
    from comments c where c.org_id = app.org_id() and c.id = comment;
end $$;

-- Where the quote of an anchor stands in a document. Raises 422 if it does not.
create or replace function app.check_anchor(document uuid, anchor jsonb) returns int language plpgsql as $$
declare start int := (select app.find_quote(d.content, anchor) from documents d
  where d.org_id = app.org_id() and d.id = document);
begin
  perform app.ensure_fields(array[case when start is null
    then 'body.anchor.quote: not in the current version of the document' end]);
  return start;
end $$;

-- Counts per emoji on a comment, and whether the caller is among them.
create or replace function app.reactions_of(comment uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('emoji', r.emoji, 'count', r.n, 'mine', r.by_caller)
    order by r.first, r.emoji), '[]')
    from (select x.emoji, count(*) as n, bool_or(x.user_id = app.user_id()) as by_caller, min(x.created_at) as first
      from comment_reactions x where x.org_id = app.org_id() and x.comment_id = comment group by x.emoji) r
$$;

-- How the project activity words a comment event; null for other events.
create or replace function app.describe_comment_event(kind text) returns text language sql immutable parallel safe as $$
  select case kind when 'commented' then 'commented on the task' when 'comment_edited' then 'edited a comment'
    when 'comment_deleted' then 'deleted a comment' when 'thread_resolved' then 'resolved a thread'
    when 'thread_reopened' then 'reopened a thread' end
$$;

-- Erases comments deleted before a given time; one with replies loses only its text.
create or replace function app.purge_expired_comments(before timestamptz, max_rows int) returns int
language plpgsql as $$
declare erased int; emptied int;
begin
  delete from comments where org_id = app.org_id() and id = any (array(select c.id from comments c
    where c.org_id = app.org_id() and c.deleted_at < before and not exists (
      select from comments r where r.org_id = c.org_id and r.parent_id = c.id) limit max_rows));
  get diagnostics erased = row_count;
  update comments set body = null where org_id = app.org_id() and id = any (array(select c.id from comments c
    where c.org_id = app.org_id() and c.deleted_at < before and c.body is not null limit max_rows));
  get diagnostics emptied = row_count;
  return greatest(erased, emptied);
end $$;
