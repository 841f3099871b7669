-- The contract carries what its newest valuation says of payments; valuations carry what the lines say.
create or replace function copy_current_portfolio() returns trigger
  language plpgsql
  as $$
begin
  update contracts k
     set valuation_date = p.valuation_date, cash_value = p.cash_value, non_funds_value = p.non_funds_value,
         contributions_value = p.contributions_value, paid_in = p.paid_in, reserve_value = p.reserve_value,
         guarantee_fund_quantity = p.guarantee_fund_quantity, total_value = p.total_value
    from changed p
   where p.is_current and k.tenant_id = p.tenant_id and k.id = p.contract_id
     and (k.valuation_date, k.cash_value, k.non_funds_value, k.contributions_value, k.paid_in, k.reserve_value,
          k.guarantee_fund_quantity, k.total_value)
         is distinct from
         (p.valuation_date, p.cash_value, p.non_funds_value, p.contributions_value, p.paid_in, p.reserve_value,
          p.guarantee_fund_quantity, p.total_value);
  return null;
end
$$;

create function spread_payments() returns trigger
  language plpgsql
  as $$
begin
  update portfolios p set paid_in = paid_in(p.tenant_id, p.contract_id, p.valuation_date)
    from (select distinct tenant_id, contract_id from changed) x
   where p.tenant_id = x.tenant_id and p.contract_id = x.contract_id
     and p.paid_in is distinct from paid_in(p.tenant_id, p.contract_id, p.valuation_date);
  return null;
end
$$;
create trigger spread_payments_insert after insert on contract_payments
  referencing new table as changed for each statement execute function spread_payments();
create trigger spread_payments_update after update on contract_payments
  referencing new table as changed for each statement execute function spread_payments();
create trigger spread_payments_delete after delete on contract_payments
  referencing old table as changed for each statement execute function spread_payments();

-- A new valuation carries what the lines say of its day, whoever wrote it.
create function fill_paid_in() returns trigger
  language plpgsql
  as $$
begin
  update portfolios p set paid_in = paid_in(p.tenant_id, p.contract_id, p.valuation_date)
    from changed n
   where p.tenant_id = n.tenant_id and p.id = n.id
     and exists (select from contract_payments l where l.tenant_id = n.tenant_id and l.contract_id = n.contract_id)
     and p.paid_in is distinct from paid_in(p.tenant_id, p.contract_id, p.valuation_date);
  return null;
end
$$;
-- By its name it comes after copy_current_portfolio_insert: what it changes is copied by the trigger of updates.
create trigger fill_paid_in after insert on portfolios
  referencing new table as changed for each statement execute function fill_paid_in();
