-- A version of a questionnaire is approved by somebody who is none of its editors and did not submit it, and names the day
-- it counts from; what the editor and who approves say to each other stays with it.
alter table questionnaires
  add column planned_from date,
  add column comment text not null default '' check (length(comment) <= 2000),
  add constraint questionnaires_four_eyes
    check (approved_by is null or (approved_by is distinct from submitted_by and approved_by <> all (editors))),
  add check (state <> 'submitted' or planned_from is not null);
