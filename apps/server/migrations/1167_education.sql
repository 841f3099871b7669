-- The level of education (Delegated Regulation (EU) 2017/565, Art. 55(1)(c)) is asked beside the profession. New houses begin with it,
-- a house from before takes it over; visitors, whom nobody advises, are not asked. No answer stays unknown.
create function education_question() returns jsonb
  language sql immutable
  as $body$
  select '{"id": "education", "questionType": "singleSelect", "section": "", "title": "Welcher Bildungsabschluss ist der höchste?", "hint": "", "styleHint": "COLUMNS", "values": [
    {"id": "none", "label": "Ohne Abschluss", "description": "", "isOther": false, "points": 0},
    {"id": "school", "label": "Schulabschluss", "description": "", "isOther": false, "points": 0},
    {"id": "vocational", "label": "Abgeschlossene Berufsausbildung", "description": "", "isOther": false, "points": 0},
    {"id": "degree", "label": "Studium oder Meister", "description": "", "isOther": false, "points": 0}],
    "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null}'::jsonb
  $body$;

create function with_education_question(p_questions jsonb) returns jsonb
  language sql immutable
  as $body$
  select jsonb_agg(asked.question order by asked.place, asked.part)
    from (select q.question, q.place, 0 as part from jsonb_array_elements(p_questions) with ordinality as q (question, place)
          union all
          select education_question(), q.place, 1
            from jsonb_array_elements(p_questions) with ordinality as q (question, place)
           where q.question->>'id' = 'profession') asked
  $body$;

create or replace function delivered_questionnaires()
  returns table (questionnaire_key text, title text, questions jsonb, scoring jsonb)
  language sql stable
  as $$
  select 'riskProfile', r.title, with_education_question(with_experience_questions(r.questions)),
         with_experience_contradictions(r.scoring)
    from delivered_risk_profile() r
  union all
  select 'depotAnalysis', 'Depotanalyse', depot_analysis_questions(r.questions), r.scoring from delivered_risk_profile() r
  $$;

revoke all on function education_question(), with_education_question(jsonb) from public;
grant execute on function education_question(), with_education_question(jsonb) to depotwerk_app;
