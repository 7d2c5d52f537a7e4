-- Ends the transaction of a preview: everything it wrote is rolled back, and the value stored as
-- `app.preview` is returned.
create or replace function app.end_preview() returns text language plpgsql as $$ begin
  raise exception using errcode = 'WMREP', message = '200', detail = coalesce(current_setting('app.preview', true), '');
end $$;
