-- From the current valuation: kept by copy_current_portfolio().
alter table contracts add column paid_in numeric(15,2);
