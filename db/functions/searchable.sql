-- Rows the search index must contain: the live items of app.items.
create or replace view app.searchable with (security_invoker) as
  select i.org_id, i.kind as entity_type, i.id as entity_id, i.project_id, i.person_id as owner_user_id,
      i.least_rank as min_rank, i.subject_kind as subject_type, i.subject_id, i.archived, i.title, i.body
    from app.items i where not i.deleted;
