-- Ends the transaction of a preview: all that it wrote is rolled back, and what it set aside as `app.preview` is its
-- answer.
create or replace function app.end_preview() returns text language plpgsql as $$ begin
  raise exception using errcode = 'WMREP', message = '200', detail = coalesce(current_setting('app.preview', true), '');
end $$;
