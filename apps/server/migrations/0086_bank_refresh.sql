-- What a refresh from the bank needs to know of the last one.

alter table trader_depots
  -- revision of the bank's last answer that was taken without a problem; equal = nothing to do
  add column revision text check (length(revision) <= 200),
  add column valuation_date date,
  -- the bank's state we have dealt with (taken over or declined) and what of it has no place in the portfolio
  add column dealt_with jsonb check (jsonb_typeof(dealt_with) = 'object');
comment on column trader_depots.dealt_with is
  'areas/traders/refresh/dealt-with.ts; movements at the bank are measured against it, so nothing is asked twice';

-- A refresh is no edit: the version moves when link or state changes.
drop trigger bump_row_version on trader_depots;
create trigger bump_row_version before update on trader_depots for each row
  when ((old.contract_id, old.customer_id, old.tariff_id, old.state, old.external_consumer_key, old.iban)
        is distinct from
        (new.contract_id, new.customer_id, new.tariff_id, new.state, new.external_consumer_key, new.iban))
  execute function bump_row_version();

-- Whom the bank has shown a depot: until it is linked, nobody else sees it.
create table trader_depot_readers (
  tenant_id uuid not null,
  trader_depot_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, trader_depot_id, user_id),
  foreign key (tenant_id, trader_depot_id) references trader_depots (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index trader_depot_readers_user on trader_depot_readers (tenant_id, user_id);
select protect_tenant_table('trader_depot_readers');

-- One open difference of a kind per contract.
create unique index contract_pending_changes_open on contract_pending_changes (tenant_id, contract_id, field_name)
  where processed_at is null;

-- Left behind when somebody declines what the bank reports. It comes from no check and no tariff asks for it.
insert into optimization_hints values
  (22, 'BANK_DIFFERENCE', 'Abweichung zum Institut', 'Die Daten des Instituts weichen ab und wurden nicht übernommen.', true);
