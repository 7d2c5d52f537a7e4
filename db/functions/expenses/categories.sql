-- Categories of expenses, which form a tree.

-- Rejects a parent that is a descendant of the category itself, or too deep. The caller holds the
-- lock on the organization's categories.
create or replace function app.check_expense_category(category uuid, parent uuid) returns void language plpgsql as $$
declare problem text;
begin
  perform pg_advisory_xact_lock(hashtextextended('expense_categories:' || app.org_id()::text, 0));
  with recursive above as (
    select c.id, c.parent_id, 1 as level from expense_categories c
      where c.org_id = app.org_id() and c.id = parent
    union all
    select c.id, c.parent_id, a.level + 1 from above a
      join expense_categories c on c.org_id = app.org_id() and c.id = a.parent_id where a.level < 10)
  select case when bool_or(a.id = category) then 'the category itself, or one below it'
      when max(a.level) >= 10 then 'at most ten levels' end
    into problem from above a;
  perform app.ensure_fields(array['body.parent_id: ' || problem]);
end $$;
