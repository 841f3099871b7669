-- Interval and start exist exactly when the tariff is optimised continuously; the first rule let one of
-- them stand alone on a tariff that is not.
alter table tariffs drop constraint if exists tariffs_check6, drop constraint if exists tariffs_continuous_optimization;
alter table tariffs add constraint tariffs_continuous_optimization check (
  continuous_optimization = (optimization_interval is not null)
  and continuous_optimization = (optimization_start is not null));

-- Indexes behind the remaining foreign keys: without them deleting a parent reads the whole child.
create index planned_transactions_from_fund on planned_transactions (tenant_id, from_fund_id) where from_fund_id is not null;
create index preregistrations_customer on preregistrations (tenant_id, customer_id) where customer_id is not null;
create index questionnaire_answers_questionnaire on questionnaire_answers (tenant_id, questionnaire_id);
create index reports_document on reports (tenant_id, document_id) where document_id is not null;
create index reports_tariff on reports (tenant_id, tariff_id) where tariff_id is not null;
create index trader_depots_tariff on trader_depots (tenant_id, tariff_id) where tariff_id is not null;
