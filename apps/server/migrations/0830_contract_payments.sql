-- What was paid into a contract can be said, and what nobody said is null. Lines of a contract say it: a stated figure is all that was
-- paid in, less what was taken out, up to the end of its day; payments after it are added. Valuations carry what the lines say of their
-- day (0831, as the contract carries what its newest valuation says); those of a contract without lines keep what they came with. packages/domain/src/contracts/payments.ts does the same; both are compared by a test.
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

-- What a line of a book says was paid in.
alter table book_import_rows add column paid_in numeric(15,2), add column paid_day date;
alter table book_import_contracts add column writes_payments boolean not null default false;
