-- What is delivered stands once: new houses begin with it, a house from before can make a draft of it. It is taken from the two
-- functions that wrote it so far, as later migrations left them; whoever changes a delivered question changes it here from now on.
do $$
declare
  profile text := (select prosrc from pg_proc where oid = 'add_delivered_questionnaires(uuid)'::regprocedure);
  analysis text := (select prosrc from pg_proc where oid = 'add_depot_analysis_questionnaire(uuid)'::regprocedure);
begin
  profile := split_part(split_part(profile, '''riskProfile'', 1, ', 2), ', ''published'', now()', 1);
  execute 'create function delivered_risk_profile() returns table (title text, questions jsonb, scoring jsonb)
    language sql stable as ' || quote_literal('select ' || profile);
  analysis := split_part(split_part(analysis, '''Depotanalyse'', (', 2), '),' || chr(10) || '    r.scoring', 1);
  execute 'create function depot_analysis_questions(p_questions jsonb) returns jsonb
    language sql stable as ' || quote_literal(replace(analysis, 'r.questions', 'p_questions'));
end
$$;

create function delivered_questionnaires()
  returns table (questionnaire_key text, title text, questions jsonb, scoring jsonb)
  language sql stable
  as $$
  select 'riskProfile', r.title, r.questions, r.scoring from delivered_risk_profile() r
  union all
  select 'depotAnalysis', 'Depotanalyse', depot_analysis_questions(r.questions), r.scoring from delivered_risk_profile() r
  $$;

create or replace function add_delivered_questionnaires(p_tenant_id uuid) returns void
  language sql
  as $$
  insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, submitted_at,
    published_from)
  select p_tenant_id, d.questionnaire_key, 1, d.title, d.questions, d.scoring, 'published', now(), '2020-01-01'
    from delivered_questionnaires() d
   where not exists (select from questionnaires q
      where q.tenant_id = p_tenant_id and q.questionnaire_key = d.questionnaire_key);
  $$;

-- A server of the release before calls it after the other; there is nothing left for it to add.
create or replace function add_depot_analysis_questionnaire(p_tenant_id uuid) returns void
  language sql
  as 'select add_delivered_questionnaires(p_tenant_id)';

revoke all on function delivered_risk_profile(), depot_analysis_questions(jsonb), delivered_questionnaires() from public;
grant execute on function delivered_risk_profile(), depot_analysis_questions(jsonb), delivered_questionnaires(),
  restriction_questions(), with_restriction_questions(jsonb), with_sustainability_wishes(jsonb) to depotwerk_app;
