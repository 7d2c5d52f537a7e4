-- Texts with placeholders such as {{client}}. Values are inserted once, not expanded again, and escaped, so
-- that they appear as typed and create no markup.

-- The names in a text, in order of appearance.
create or replace function app.placeholders_in(body text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(trim(f.name[1]) order by f.place), '{}')
    from regexp_matches(body, '\{\{([^{}]*)\}\}', 'g') with ordinality f(name, place)
$$;

create or replace function app.check_template(body text, placeholders jsonb) returns void language plpgsql as $$
begin
  perform app.ensure_fields(
    array(select format('body.body: unknown placeholder {{%s}}; add it to placeholders, or remove it', n.name)
      from (select distinct on (x.name) x.name, x.place from unnest(app.placeholders_in(body)) with ordinality x(name, place)
        order by x.name, x.place) n
      where not exists (select from jsonb_array_elements(placeholders) p where p->>'key' = n.name) order by n.place)
    || array(select format('body.placeholders[%s].key: {{%s}} is not used in the text', p.place - 1, p.placeholder->>'key')
      from jsonb_array_elements(placeholders) with ordinality p(placeholder, place)
      where p.placeholder->>'key' <> all (app.placeholders_in(body)) order by p.place));
end $$;

-- Escapes a value so that Markdown shows it as typed: on one line, without markup, links, entities or block
-- starts.
create or replace function app.escape_markdown(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      trim(regexp_replace(value, '\s+', ' ', 'g')),
      '[\\`*_\[\]<>|~@]|:(?=//)|(?<=\mwww)[.]', '\\\&', 'gi'),
      '&(?=#?\w+;)', '\\&', 'g'),
      '^([-+=#])(?=[-+=#\s]|$)', '\\\1'),
      '^(\d{1,9})(?=[.)](\s|$))', '\1\\')
$$;

-- Why a value does not have its placeholder's type, or null.
create or replace function app.value_problem(type text, value jsonb) returns text
language plpgsql immutable parallel safe as $$
declare typed text := value #>> '{}';
begin
  case type
    when 'date' then
      if typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date') then return 'must be a day as YYYY-MM-DD'; end if;
    when 'number' then
      if typed !~ '^-?\d{1,15}(\.\d{1,6})?$' then return 'must be a number such as "1.5", of at most six decimals'; end if;
    when 'money' then
      if typed !~ '^-?\d{1,14}$' or abs(typed::numeric) > 10000000000000 then return 'must be a whole number of minor units'; end if;
    else if jsonb_typeof(value) <> 'string' then return 'must be a text'; end if;
  end case;
  return null;
end $$;

-- A value formatted for the text, such as an amount in minor units as 1234.50 EUR.
create or replace function app.format_value(type text, value jsonb, currency text) returns text
language sql immutable parallel safe as $$
  select case when type <> 'money' then value #>> '{}'
    else round((value #>> '{}')::numeric / 10::numeric ^ app.minor_digits(currency), app.minor_digits(currency))
      || ' ' || currency end
$$;

-- The value of each placeholder: the sent one, else its default.
create or replace function app.placeholder_values(placeholders jsonb, supplied_values jsonb)
returns table (key text, type text, value jsonb, required boolean) language sql immutable as $$
  select p->>'key', p->>'type', coalesce(nullif(supplied_values->(p->>'key'), '""'), nullif(p->'default', 'null')),
      coalesce((p->>'required')::boolean, true)
    from jsonb_array_elements(placeholders) p
$$;

create or replace function app.check_placeholder_values(placeholders jsonb, supplied_values jsonb) returns void
language plpgsql as $$
begin
  perform app.ensure_fields(array(
    select format('body.values.%s: %s', v.key, case when v.value is null then 'required' else app.value_problem(v.type, v.value) end)
      from app.placeholder_values(placeholders, supplied_values) v
      where v.value is null and v.required or app.value_problem(v.type, v.value) is not null)
    || array(select format('body.values.%s: the template has no such placeholder', g.key)
      from jsonb_object_keys(supplied_values) g(key)
      where not exists (select from jsonb_array_elements(placeholders) p where p->>'key' = g.key)));
end $$;

-- The text of a template with these values.
create or replace function app.render_contract(template uuid, supplied_values jsonb, currency text) returns text
language plpgsql as $$
declare t contract_templates; rendered text;
begin
  select * into t from contract_templates x where x.org_id = app.org_id() and x.id = template;
  perform app.check_placeholder_values(t.placeholders, supplied_values);
  select string_agg(s.text || coalesce(app.escape_markdown(app.format_value(v.type, v.value, currency)), ''), ''
    order by s.place) into rendered
    from regexp_split_to_table(t.body, '\{\{[^{}]*\}\}') with ordinality s(text, place)
      left join unnest(app.placeholders_in(t.body)) with ordinality n(key, place) on n.place = s.place
      left join app.placeholder_values(t.placeholders, supplied_values) v on v.key = n.key;
  perform app.ensure_fields(array[case when length(rendered) > 100000
    then 'body.values: they make the text longer than 100000 characters' end]);
  return rendered;
end $$;

-- A template's milestones, for a contract that begins on a given day.
create or replace function app.template_milestones(template uuid, start date) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(m.milestone - 'offset_days'
      || jsonb_build_object('due_date', start + (m.milestone->>'offset_days')::int)) order by m.place), '[]')
    from contract_templates t cross join lateral jsonb_array_elements(t.default_milestones) with ordinality m(milestone, place)
    where t.org_id = app.org_id() and t.id = template
$$;
