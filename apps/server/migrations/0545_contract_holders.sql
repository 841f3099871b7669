-- Who holds a contract beside its customer, each with the newest profile recorded for it; the first holder's stands in
-- risk_assessments. What was answered before is kept in questionnaire_answers.
create table contract_holders (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  customer_id uuid not null,
  -- all null until the holder's profile was recorded
  assessment_date date,
  valid_until date,
  risk_class_id smallint check (risk_class_id between 1 and 7),
  horizon_years smallint check (horizon_years between 0 and 100),
  loss_capacity text check (loss_capacity in ('none', 'limited', 'full')),
  knowledge jsonb not null default '[]' check (jsonb_typeof(knowledge) = 'array'),
  sustainability_kind text not null default 'none' check (sustainability_kind in ('none', 'minimumShare', 'pai')),
  minimum_share_sustainable numeric(7,6) check (minimum_share_sustainable between 0 and 1),
  excluded_isins text[] not null default '{}',
  excluded_companies text[] not null default '{}',
  excluded_regions text[] not null default '{}',
  excluded_sectors text[] not null default '{}',
  questionnaire_answers_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, contract_id, customer_id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, questionnaire_answers_id) references questionnaire_answers (tenant_id, id)
    on delete set null (questionnaire_answers_id),
  check (valid_until >= assessment_date),
  check ((risk_class_id is null) = (valid_until is null) and (risk_class_id is null) = (assessment_date is null))
);
create index contract_holders_customer on contract_holders (tenant_id, customer_id);
create index contract_holders_answers on contract_holders (tenant_id, questionnaire_answers_id)
  where questionnaire_answers_id is not null;
select track_row_version('contract_holders');
select protect_tenant_table('contract_holders');
create trigger note_task_change after insert or update or delete on contract_holders
  for each row execute function note_task_change('ofContract');

-- The cautious one of all holders counts, whoever writes the class of a contract.
create function keep_cautious_class() returns trigger
  language plpgsql
  as $$
begin
  -- least() passes over null: a class nobody assessed stays unknown.
  if new.risk_class_id is not null then
    new.risk_class_id := least(new.risk_class_id, (select min(h.risk_class_id) from contract_holders h
      where h.tenant_id = new.tenant_id and h.contract_id = new.id));
  end if;
  return new;
end
$$;
create trigger keep_cautious_class before update of risk_class_id on contracts
  for each row execute function keep_cautious_class();

-- With a holder or her profile the class of the contract goes up and down again.
create function settle_contract_class() returns trigger
  language plpgsql
  as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  update contracts c set risk_class_id = coalesce((select a.risk_class_id from risk_assessments a
      where a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'), c.risk_class_id)
   where c.tenant_id = changed.tenant_id and c.id = changed.contract_id;
  return null;
end
$$;
create trigger settle_contract_class after insert or delete or update of risk_class_id, contract_id on contract_holders
  for each row execute function settle_contract_class();
