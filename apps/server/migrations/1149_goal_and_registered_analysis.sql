-- What the investment is for, in the words of the answer, kept with the assessment (Delegated Regulation (EU) 2017/565, Art. 54(5)):
-- null where nobody asked, and on rows of before and of the release before, whose answers still say it.
alter table risk_assessments add column goal text constraint risk_assessments_goal_check
  check (goal is null or char_length(goal) between 1 and 500);

-- The analysis a visitor registers from: its answers begin the profile of her access. It may be erased, or be over, before.
-- rolls: the column is new, and the release before leaves it null
alter table registrations
  add column depot_analysis_id uuid,
  add constraint registrations_depot_analysis_fkey foreign key (tenant_id, depot_analysis_id)
    references depot_analyses (tenant_id, id) on delete set null (depot_analysis_id);
create index registrations_depot_analysis on registrations (tenant_id, depot_analysis_id) where depot_analysis_id is not null;
