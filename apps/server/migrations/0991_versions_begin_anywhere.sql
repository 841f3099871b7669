-- What is found by whose it is, not by an id, may go and come again: a dashboard that is reset, a draft that is discarded, an SMS
-- interface that is taken away. Were its first version 1 each time, who has seen the one before would change the new one unseen.
-- What an older server writes begins so too; what is stored keeps its version.
alter table dashboard_configs alter column row_version set default 1 + floor(random() * 500000000)::integer;
alter table drafts alter column row_version set default 1 + floor(random() * 500000000)::integer;
alter table sms_settings alter column row_version set default 1 + floor(random() * 500000000)::integer;
