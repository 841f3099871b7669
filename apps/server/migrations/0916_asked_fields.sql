-- Which fields of the profile were asked, where a class is chosen by hand after a questionnaire; null = the questionnaire of the
-- answers says it, or nobody knows.
alter table risk_assessments add column asked_fields text[];
