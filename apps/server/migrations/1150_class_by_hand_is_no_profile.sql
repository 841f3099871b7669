-- A class typed into a contract bounds check and analysis and is no assessment (Art. 54(8) of Delegated Regulation (EU) 2017/565): what was
-- kept as one becomes history, and the profile recorded before it holds again as long as it did.
-- rolls: nobody else sees the table before this migration ends, and then its policy is back
alter table risk_assessments no force row level security;
with typed as (
  update risk_assessments a set status = 'superseded'
   where a.status = 'valid' and a.decided_by is not null and a.questionnaire_answers_id is null and a.suggested_risk_class_id is null
  returning a.tenant_id, a.contract_id)
select tenant_id, contract_id into temporary typed_classes from typed;
update risk_assessments a set status = 'valid'
  from (select distinct on (x.tenant_id, x.contract_id) x.tenant_id, x.id
          from risk_assessments x join typed_classes t on t.tenant_id = x.tenant_id and t.contract_id = x.contract_id
         where x.status = 'superseded' and x.risk_class_id is not null
           and (x.decided_by is null or x.questionnaire_answers_id is not null or x.suggested_risk_class_id is not null)
         order by x.tenant_id, x.contract_id, coalesce(x.decided_at, x.created_at) desc, x.id) newest
 where a.tenant_id = newest.tenant_id and a.id = newest.id;
-- rolls: a temporary table of this file alone
drop table typed_classes;
-- rolls: as it was before
alter table risk_assessments force row level security;

-- A server of the release before still writes one for a class by hand: it is history at once.
create function keep_typed_class_as_history() returns trigger
  language plpgsql
  as $$
begin
  new.status := 'superseded';
  return new;
end
$$;
create trigger keep_typed_class_as_history before insert on risk_assessments
  for each row when (new.status = 'valid' and new.decided_by is not null and new.questionnaire_answers_id is null
    and new.suggested_risk_class_id is null)
  execute function keep_typed_class_as_history();
