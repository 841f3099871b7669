-- Customers kept by hand: those the house no longer serves stay, marked.
alter table customers add column is_inactive boolean not null default false;
