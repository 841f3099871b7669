-- A client may want a minimum share and regard for adverse impacts (Delegated Regulation (EU) 2017/565, Art. 2 no. 7: one or more). Who
-- wants a share is asked for the impacts too; an older server reads the share alone.
alter table contract_holders
  add column pai_topics text[] not null default '{}';

create function with_sustainability_wishes(p_questions jsonb) returns jsonb
  language sql immutable
  as $body$
  select jsonb_agg(case
      when q.question->>'id' = 'sustainability' then jsonb_set(q.question, '{values}', (
        select jsonb_agg(case when v.value->>'id' = 'minimumShare'
            then jsonb_set(v.value, '{description}', to_jsonb('Ökologisch nachhaltige Anlagen nach der Taxonomie-Verordnung oder nachhaltige Investitionen nach der Offenlegungsverordnung. Nachteilige Auswirkungen lassen sich dazu nennen.'::text))
            else v.value end order by v.place)
          from jsonb_array_elements(q.question->'values') with ordinality as v (value, place)))
      when q.question->>'id' = 'paiTopics' then q.question
        || '{"visibleIf": {"operator": "in", "path": "sustainability", "value": ["minimumShare", "pai"]}, "nonValueId": "none"}'
        || jsonb_build_object('values', (q.question->'values')
             || '[{"id": "none", "label": "Keine", "description": "", "isOther": false, "points": 0}]')
      else q.question end order by q.place)
    from jsonb_array_elements(p_questions) with ordinality as q (question, place)
  $body$;
revoke all on function with_sustainability_wishes(jsonb) from public;

-- New houses begin with it; a house that has its questions keeps them until it changes them in the editor.
do $$
begin
  execute replace(replace(pg_get_functiondef('add_delivered_questionnaires(uuid)'::regprocedure),
    'with_restriction_questions($questions$', 'with_sustainability_wishes(with_restriction_questions($questions$'),
    ']$questions$::jsonb),', ']$questions$::jsonb)),');
end
$$;
