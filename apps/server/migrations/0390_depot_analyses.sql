-- Analyses of visitors get their holdings, what they were asked, who asked to be called, and a version; the questionnaire for
-- them is delivered with the risk questions of the risk profile.
alter table depot_analyses
  alter column answers set default '[]',
  add column questionnaire_id uuid not null,
  add column holdings jsonb not null default '[]' check (jsonb_typeof(holdings) = 'array'),
  add column contact jsonb check (jsonb_typeof(contact) = 'object'),
  add column submitted_at timestamptz,
  add column preregistration_id uuid,
  add column row_version integer not null default 1,
  add check (jsonb_typeof(answers) = 'array'),
  add check ((state = 'submitted') = (submitted_at is not null)),
  add foreign key (tenant_id, questionnaire_id) references questionnaires (tenant_id, id),
  add foreign key (tenant_id, preregistration_id) references preregistrations (tenant_id, id) on delete cascade;
create index depot_analyses_questionnaire on depot_analyses (tenant_id, questionnaire_id);
create unique index depot_analyses_preregistration on depot_analyses (tenant_id, preregistration_id)
  where preregistration_id is not null;
create index depot_analyses_submitted on depot_analyses (tenant_id, submitted_at desc) where submitted_at is not null;
select track_row_version('depot_analyses');

create trigger note_task_change after update of state on depot_analyses for each row
  when (new.state = 'submitted') execute function note_task_change('house');
create trigger note_task_end after delete on depot_analyses for each row
  when (old.state = 'submitted') execute function note_task_change('house');

-- The delivered risk profile without what only an adviser writes down, with a day as horizon and the contributions.
create function add_depot_analysis_questionnaire(p_tenant_id uuid) returns void
  language sql
  as $body$
  insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, submitted_at,
    published_from)
  select p_tenant_id, 'depotAnalysis', 1, 'Depotanalyse', (
      select jsonb_agg(asked.question order by asked.place, asked.part)
        from jsonb_array_elements(r.questions) with ordinality as old (question, place)
       cross join lateral (
         select old.place, 0 as part,
                case old.question->>'id'
                  when 'knowledge' then old.question || '{"section": "Kenntnisse und Erfahrungen"}'
                  when 'horizon' then old.question || '{"questionType": "date", "profileField": null,
                    "title": "Wann wird das Geld voraussichtlich gebraucht?",
                    "hint": "Der ungefähre Tag genügt. Wird das Geld nach und nach gebraucht, zählt der Beginn; liegt er nach 2040, genügt der 31.12.2040."}'
                  else old.question end as question
          where old.question->>'id' not in ('profession', 'lastPurchase', 'surplus', 'remarks')
         union all
         select old.place, added.part::integer, added.question from jsonb_array_elements('[
           {"id": "monthly", "questionType": "number", "section": "Beiträge", "title": "Wie viel Geld wird jeden Monat angelegt?", "hint": "In ganzen Euro. Wird nichts angelegt, bleibt das Feld leer.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null},
           {"id": "oneOff", "questionType": "number", "section": "", "title": "Welcher Betrag soll zusätzlich einmalig angelegt werden?", "hint": "In ganzen Euro. Ist keiner vorgesehen, bleibt das Feld leer.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null}
         ]') with ordinality as added (question, part) where old.question->>'id' = 'horizon') asked),
    r.scoring, 'published', now(), '2020-01-01'
    from questionnaires r
   where r.tenant_id = p_tenant_id and r.questionnaire_key = 'riskProfile' and r.version = 1
     and not exists (select from questionnaires q
      where q.tenant_id = p_tenant_id and q.questionnaire_key = 'depotAnalysis');
$body$;
revoke all on function add_depot_analysis_questionnaire(uuid) from public;
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from list_tenants() loop
    perform set_config('app.tenant_id', tenant::text, true);
    perform add_depot_analysis_questionnaire(tenant);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

-- Which kinds there are stands once, in the rules of the throttle.
alter table login_throttles drop constraint login_throttles_throttle_kind_check;
alter table login_throttles add constraint login_throttles_throttle_kind_check check (throttle_kind ~ '^[A-Za-z]{1,40}$');
