-- Contracts and customers that keep an import from being taken back, so that its page leads to them.
alter table book_imports add column built_on jsonb;
