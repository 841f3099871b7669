-- What a token may do: permissions of its owner, chosen when it is made; it ends within a year.
alter table api_tokens add column scopes text[] not null default '{}';
alter table api_tokens alter column scopes drop default;
alter table api_tokens add constraint api_tokens_scopes check (cardinality(scopes) <= 100);
alter table api_tokens add constraint api_tokens_within_a_year check (expires_at <= created_at + interval '366 days');
