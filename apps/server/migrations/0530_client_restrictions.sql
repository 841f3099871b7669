-- What a client excludes: asked with the risk profile, kept with the assessment, looked up by fund, company, and region and
-- sector of the fund's peer group.
alter table peergroups
  -- '' = nobody said it
  add column region text not null default ''
    check (region in ('', 'world', 'europe', 'northAmerica', 'japan', 'asia', 'emergingMarkets')),
  add column sector text not null default ''
    check (sector in ('', 'broad', 'technology', 'health', 'energy', 'commodities', 'realEstate'));

alter table risk_assessments
  add column excluded_isins text[] not null default '{}',
  add column excluded_companies text[] not null default '{}',
  add column excluded_regions text[] not null default '{}',
  add column excluded_sectors text[] not null default '{}';

-- No tariff is asked about it: what a client excludes is not the tariff's to silence.
insert into optimization_hints values
  (23, 'CLIENT_RESTRICTION', 'Ausschluss des Kunden verletzt', 'Ein Fonds fällt unter die Ausschlüsse des Kunden.', false);
alter table contract_hints drop constraint contract_hints_finding_cause_check;
alter table contract_hints add constraint contract_hints_finding_cause_check check (finding_cause in (
  'riskData', 'allocation', 'fundClosed', 'sustainability', 'restriction', 'universe', 'rank', 'riskIndicator',
  'cluster', 'prices', 'savingsPlan', 'cash', 'costs', 'smallPositions', 'gains'));

create function restriction_questions() returns jsonb
  language sql immutable
  as $body$
  select '[
  {"id": "restrictions", "questionType": "singleSelect", "section": "Ausschlüsse", "title": "Sollen bestimmte Anlagen ausgeschlossen werden?", "hint": "Was hier ausgeschlossen wird, wird nicht empfohlen. Vorhandene Fonds, die darunter fallen, werden gemeldet.", "styleHint": "COLUMNS", "values": [{"id": "no", "label": "Nein", "description": "", "isOther": false, "points": 0}, {"id": "yes", "label": "Ja", "description": "", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "excludedRegions", "questionType": "multiSelect", "section": "", "title": "Welche Regionen sollen ausgeschlossen sein?", "hint": "Maßgeblich ist, wo ein Fonds nach seiner Peergroup vor allem anlegt. Weltweit anlegende Fonds können auch in diesen Regionen anlegen.", "styleHint": "COLUMNS", "values": [{"id": "europe", "label": "Europa", "description": "", "isOther": false, "points": 0}, {"id": "northAmerica", "label": "Nordamerika", "description": "", "isOther": false, "points": 0}, {"id": "japan", "label": "Japan", "description": "", "isOther": false, "points": 0}, {"id": "asia", "label": "Asien ohne Japan", "description": "", "isOther": false, "points": 0}, {"id": "emergingMarkets", "label": "Schwellenländer", "description": "", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "in", "path": "restrictions", "value": ["yes"]}, "scale": null, "profileField": "excludedRegions"},
  {"id": "excludedSectors", "questionType": "multiSelect", "section": "", "title": "Welche Branchen sollen ausgeschlossen sein?", "hint": "Maßgeblich ist, worin ein Fonds nach seiner Peergroup vor allem anlegt.", "styleHint": "COLUMNS", "values": [{"id": "technology", "label": "Technologie", "description": "", "isOther": false, "points": 0}, {"id": "health", "label": "Gesundheit", "description": "", "isOther": false, "points": 0}, {"id": "energy", "label": "Energie", "description": "", "isOther": false, "points": 0}, {"id": "commodities", "label": "Rohstoffe und Edelmetalle", "description": "", "isOther": false, "points": 0}, {"id": "realEstate", "label": "Immobilien", "description": "", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "in", "path": "restrictions", "value": ["yes"]}, "scale": null, "profileField": "excludedSectors"},
  {"id": "excludedCompanies", "questionType": "freeText", "section": "", "title": "Welche Fondsgesellschaften sollen ausgeschlossen sein?", "hint": "Eine je Zeile. Die ersten Worte des Namens genügen.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "in", "path": "restrictions", "value": ["yes"]}, "scale": null, "profileField": "excludedCompanies"},
  {"id": "excludedFunds", "questionType": "freeText", "section": "", "title": "Welche Fonds sollen ausgeschlossen sein?", "hint": "Eine ISIN je Zeile.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "in", "path": "restrictions", "value": ["yes"]}, "scale": null, "profileField": "excludedFunds"}
  ]'::jsonb
  $body$;
revoke all on function restriction_questions() from public;

-- The questions stand before the remarks; without remarks they come last.
create function with_restriction_questions(p_questions jsonb) returns jsonb
  language sql immutable
  as $body$
  select jsonb_agg(asked.question order by asked.is_remark, asked.part, asked.place)
    from (select q.question, q.place, 0 as part, q.question->>'id' = 'remarks' as is_remark
            from jsonb_array_elements(p_questions) with ordinality as q (question, place)
          union all
          select q.question, q.place, 1, false
            from jsonb_array_elements(restriction_questions()) with ordinality as q (question, place)) asked
  $body$;
revoke all on function with_restriction_questions(jsonb) from public;

-- New houses begin with them; visitors, whom nobody advises, are not asked.
do $$
declare
  definition text;
begin
  definition := replace(pg_get_functiondef('add_delivered_questionnaires(uuid)'::regprocedure),
    '''Risikoprofil'', $questions$[', '''Risikoprofil'', with_restriction_questions($questions$[');
  definition := replace(definition, ']$questions$::jsonb,', ']$questions$::jsonb),');
  execute definition;
  execute replace(pg_get_functiondef('add_depot_analysis_questionnaire(uuid)'::regprocedure), '''surplus'', ''remarks'')',
    '''surplus'', ''remarks'') and not restriction_questions() @> jsonb_build_array(jsonb_build_object(''id'', old.question->>''id''))');
end
$$;

-- A house that asks what was delivered asks this too from today on; one with versions of its own adds it when it wants.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from list_tenants() loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, submitted_at,
      published_from)
    select q.tenant_id, q.questionnaire_key, 2, q.title, with_restriction_questions(q.questions), q.scoring, 'published',
        now(), current_date
      from questionnaires q
     where q.tenant_id = tenant and q.questionnaire_key = 'riskProfile' and q.version = 1 and q.state = 'published'
       and not exists (select from questionnaires n
          where n.tenant_id = q.tenant_id and n.questionnaire_key = q.questionnaire_key and n.version > 1);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
