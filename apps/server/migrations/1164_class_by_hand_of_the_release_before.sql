-- A server of the release before gives the recorded profile up before it writes the class by hand as one. That is history at once, so the
-- profile it gave up in the same transaction holds again, as it does where a server of this release writes the class.
create or replace function keep_typed_class_as_history() returns trigger
  language plpgsql
  as $$
begin
  new.status := 'superseded';
  update risk_assessments a set status = 'valid'
   where a.tenant_id = new.tenant_id and a.contract_id = new.contract_id and a.status = 'superseded'
     and a.risk_class_id is not null and a.xmin = pg_current_xact_id()::xid
     and (a.decided_by is null or a.questionnaire_answers_id is not null or a.suggested_risk_class_id is not null);
  return new;
end
$$;
