-- A house decides which languages it offers; German always. Until now nobody could choose, so every house begins with both.
alter table white_label_configs alter column languages set default '{de,en}';
update white_label_configs set languages = '{de,en}';
alter table white_label_configs drop constraint white_label_configs_languages_check;
alter table white_label_configs add constraint white_label_configs_languages_check
  check ('de' = any (languages) and languages <@ '{de,en}'::text[]) not valid;
