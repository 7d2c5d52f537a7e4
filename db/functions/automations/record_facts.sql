-- What automations know about a record. That they act on a kind is declared at its table (`takes`); the
-- functions of such a kind, `app.facts_of`, `app.matches_params` and `app.assign_record`, stand in its area.

-- What a rule knows about the record of a run.
create or replace function app.record_facts_of(run automation_runs) returns app.record_facts language plpgsql stable as $$
declare facts app.record_facts;
begin
  execute format('select f.* from %I r cross join lateral app.facts_of(r) f where r.org_id = app.org_id() and r.id = $1',
    app.table_of(run.record_kind)) into facts using run.record_id;
  return facts;
end $$;
