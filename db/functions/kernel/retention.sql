-- What stood in the trash for thirty days is erased by the daily run, through the same steps as a purge by hand.
create or replace function app.retire() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare due record;
begin
  for due in select o.id from organizations o where o.deleted_at is not null and o.purge_after <= now()
      and not exists (select from outbox b where b.org_id = o.id and b.topic = 'organization.purge'
        and b.done_at is null) loop
    insert into outbox (org_id, topic, payload) values (due.id, 'organization.purge', '{}');
  end loop;
  perform set_config('app.action', 'project.purged', true), set_config('app.request_id', 'daily', true);
  for due in update projects set purge_started_at = now()
      where deleted_at < now() - interval '30 days' and purge_started_at is null returning id, org_id loop
    insert into outbox (org_id, topic, payload)
      values (due.org_id, 'project.purge', jsonb_build_object('project_id', due.id));
  end loop;
  for due in select t.id, t.org_id from tasks t
      where t.deleted_at < now() - interval '30 days' and t.deleted_root = t.id limit 500 loop
    perform enter_system(due.org_id, 'task.purged', 'daily');
    perform purge_task(due.id);
  end loop;
  perform retire_documents();
  perform retire_comments();
  perform retire_attachments();
  perform retire_personal();
end $$;

-- Erases up to `rows` rows of an organization whose time to restore it has passed; true while something is left.
create or replace function app.purge_organization_step(org uuid, rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare gone organizations; project uuid;
begin
  select * into gone from organizations o
    where o.id = org and o.deleted_at is not null and o.purge_after <= now() for update;
  if not found then return false; end if;
  perform set_config('app.quiet', 'on', true), set_config('app.purging', 'on', true);
  select p.id into project from projects p where p.org_id = org limit 1;
  if project is not null then
    update projects set deleted_at = coalesce(deleted_at, now()),
      purge_started_at = coalesce(purge_started_at, now()) where id = project;
    perform purge_project_step(project, rows);
    return true;
  end if;
  delete from attachments where org_id = org;
  delete from automations where org_id = org;
  delete from repository_connections where org_id = org;
  delete from documents where org_id = org;
  delete from api_keys where org_id = org;
  delete from tags where org_id = org;
  delete from organization_invitations where org_id = org;
  perform forget_notifications(org, null);
  perform forget_personal(org);
  delete from organization_members where org_id = org;
  delete from idempotency_keys where org_id = org;
  delete from recent_items where org_id = org;
  delete from audit_exports where org_id = org;
  delete from holiday_overrides where org_id = org;
  delete from calendar_feed_tokens where org_id = org;
  delete from search_entries where org_id = org;
  delete from outbox where org_id = org and done_at is not null;
  delete from organizations where id = org;
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, entity_label, changes)
    values (org, 'system', 'organization.erased', 'organizations', org::text, gone.name, '{}');
  return false;
end $$;
