-- What was paid into a contract can be said, and what nobody said is null. Lines of a contract say it: a stated figure is all that was
-- paid in, less what was taken out, up to the end of its day; payments after it are added. Valuations carry what the lines say of their
-- day (contributions_value, as the contract carries what its newest valuation says); those of a contract without lines keep what they
-- came with. packages/domain/src/contracts/payments.ts does the same; both are compared by a test.
create table contract_payments (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  payment_kind text not null check (payment_kind in ('stated', 'paidIn', 'paidOut')),
  payment_day date not null check (payment_day >= date '1900-01-01'),
  -- stated: below 0 where more was taken out than paid in
  amount numeric(15,2) not null check (payment_kind = 'stated' or amount > 0),
  -- carried: what valuations said before there were lines
  payment_source text not null check (payment_source in ('hand', 'book', 'carried')),
  import_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, import_id) references book_imports (tenant_id, id) on delete set null (import_id)
);
create index contract_payments_contract on contract_payments (tenant_id, contract_id, payment_day);
create unique index contract_payments_stated on contract_payments (tenant_id, contract_id, payment_day) where payment_kind = 'stated';
create index contract_payments_import on contract_payments (tenant_id, import_id) where import_id is not null;
select protect_tenant_table('contract_payments');

-- rolls: what the release before leaves out is unknown, and reads as nothing paid there until it is replaced
alter table portfolios alter column contributions_value drop not null, alter column contributions_value drop default;
-- rolls: the same
alter table contracts alter column contributions_value drop not null, alter column contributions_value drop default;

-- Null before the first stated figure: nobody said what had been paid until then.
create function paid_in(p_tenant_id uuid, p_contract_id uuid, p_day date) returns numeric
  language sql stable
  as $$
  select s.amount + coalesce((
      select sum(case m.payment_kind when 'paidIn' then m.amount else -m.amount end) from contract_payments m
       where m.tenant_id = p_tenant_id and m.contract_id = p_contract_id and m.payment_kind <> 'stated'
         and m.payment_day > s.payment_day and m.payment_day <= p_day), 0)
    from contract_payments s
   where s.tenant_id = p_tenant_id and s.contract_id = p_contract_id and s.payment_kind = 'stated' and s.payment_day <= p_day
   order by s.payment_day desc limit 1
$$;

create function spread_payments() returns trigger
  language plpgsql
  as $$
begin
  update portfolios p set contributions_value = paid_in(p.tenant_id, p.contract_id, p.valuation_date)
    from (select distinct tenant_id, contract_id from changed) x
   where p.tenant_id = x.tenant_id and p.contract_id = x.contract_id
     and p.contributions_value is distinct from paid_in(p.tenant_id, p.contract_id, p.valuation_date);
  return null;
end
$$;
create trigger spread_payments_insert after insert on contract_payments
  referencing new table as changed for each statement execute function spread_payments();
create trigger spread_payments_update after update on contract_payments
  referencing new table as changed for each statement execute function spread_payments();
create trigger spread_payments_delete after delete on contract_payments
  referencing old table as changed for each statement execute function spread_payments();

-- A new valuation carries what the lines say of its day. Where there are none, 0 says nothing unless another valuation of the contract
-- knows more: the release before writes 0 for unknown.
create function fill_paid_in() returns trigger
  language plpgsql
  as $$
begin
  update portfolios p set contributions_value = paid_in(p.tenant_id, p.contract_id, p.valuation_date)
    from changed n
   where p.tenant_id = n.tenant_id and p.id = n.id
     and exists (select from contract_payments l where l.tenant_id = n.tenant_id and l.contract_id = n.contract_id)
     and p.contributions_value is distinct from paid_in(p.tenant_id, p.contract_id, p.valuation_date);
  update portfolios p set contributions_value = null
    from changed n
   where p.tenant_id = n.tenant_id and p.id = n.id and n.contributions_value = 0 and n.total_value <> 0
     and not exists (select from contract_payments l where l.tenant_id = n.tenant_id and l.contract_id = n.contract_id)
     and not exists (select from portfolios o where o.tenant_id = n.tenant_id and o.contract_id = n.contract_id
                        and o.contributions_value <> 0);
  return null;
end
$$;
-- By its name it comes after copy_current_portfolio_insert: what it changes is copied by the trigger of updates.
create trigger fill_paid_in after insert on portfolios
  referencing new table as changed for each statement execute function fill_paid_in();

-- What a line of a book says was paid in.
alter table book_import_rows add column paid_in numeric(15,2), add column paid_day date;
alter table book_import_contracts add column writes_payments boolean not null default false;

-- By the rule that held until now nobody knows what was paid into a contract of value whose valuations all say 0.
-- Row security shows an owner who is no superuser no row without a tenant: one house after the other.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update portfolios p set contributions_value = null
      from (select contract_id from portfolios where tenant_id = tenant group by contract_id
             having bool_and(contributions_value = 0) and bool_or(total_value <> 0)) x
     where p.tenant_id = tenant and p.contract_id = x.contract_id;
    update contracts k set contributions_value = null
     where k.tenant_id = tenant and k.contributions_value is not null
       and not exists (select from portfolios p where p.tenant_id = tenant and p.contract_id = k.id);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
