-- Figures of funds are computed by a job from prices; what it found in the series is kept for people to mend.

-- The group whose index is the riskless rate; at most one a tenant.
alter table peergroups add column is_money_market boolean not null default false;
create unique index peergroups_money_market on peergroups (tenant_id) where is_money_market;
update peergroups set is_money_market = true where peergroup_key = 'GELD_EUR';

-- What was found in a fund's prices and how it was treated (engine: market/clean-series).
create table fund_series_findings (
  tenant_id uuid not null,
  fund_id integer not null,
  finding text not null check (finding in ('spike', 'split', 'jump', 'stale', 'gap', 'ended', 'foreignCurrency')),
  first_day date not null,
  last_day date not null,
  primary key (tenant_id, fund_id, finding, first_day),
  foreign key (tenant_id, fund_id) references funds (tenant_id, id) on delete cascade,
  check (first_day <= last_day)
);
select protect_tenant_table('fund_series_findings');

-- The newest computation of a tenant; one row, replaced by the next.
create table fund_figure_runs (
  tenant_id uuid primary key references tenants,
  calculated_for date,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  fund_count integer not null check (fund_count >= 0),
  figure_count integer not null check (figure_count >= 0),
  ranked_count integer not null check (ranked_count >= 0),
  peergroup_count integer not null check (peergroup_count >= 0),
  window_weeks integer not null check (window_weeks >= 0)
);
select protect_tenant_table('fund_figure_runs');

-- What the machine computes is no edit of the fund: somebody's open form stays valid.
drop trigger bump_row_version on funds;
create trigger bump_row_version before update on funds for each row
  when ((old.price, old.price_date) is not distinct from (new.price, new.price_date)
    and current_setting('depotwerk.is_computed', true) is distinct from 'on')
  execute function bump_row_version();
