-- New customers of a checked import whom neither their line nor the import gives a group: only those who may see customers without one
-- see them. Counted with the other fates, because a list of imports cannot look at every customer of each.
alter table book_imports add column without_group_count integer not null default 0;
