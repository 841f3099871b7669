-- Insurers, issuers, cost models, the four kinds of components, tariffs and their matrices.

create table tariff_types (
  id smallint primary key,
  tariff_type_name text not null,
  is_hybrid_tariff_type boolean not null
);
insert into tariff_types values
  (1, 'Fondsdepot', false), (2, 'Fondsgebundene Rentenversicherung', false),
  (3, 'Fondsgebundene Lebensversicherung', false), (4, 'Basisrente', false),
  (5, 'Geförderte Altersvorsorge', false), (6, 'Betriebliche Altersversorgung', false),
  (7, 'Versicherungs-Hybrid statisch', true), (8, 'Versicherungs-Hybrid dynamisch', true);

create table guarantee_types (
  id smallint primary key,
  guarantee_type_name text not null
);
insert into guarantee_types values (1, 'Beitragsgarantie endfällig'), (2, 'Höchststandsgarantie'), (3, 'garantierte Mindestrente');

create table universe_types (
  id smallint primary key,
  universe_type_name text not null
);
insert into universe_types values (1, 'alle Fonds des Emittenten'), (2, 'nur ETF'), (3, 'nur aktive Fonds'),
  (4, 'nur Art. 8/9'), (5, 'sparplanfähig'), (6, 'SRI-begrenzt');

create table risk_types (
  id smallint primary key,
  risk_type_name text not null
);
insert into risk_types values (1, 'Volatilität'), (2, 'Value-at-Risk 97,5 %');

create table allocation_types (
  id smallint primary key,
  allocation_key text not null unique,
  allocation_type_name text not null
);
insert into allocation_types values
  (1, 'MAX_RETURN', 'Höchste Ertragserwartung im Risikoband'), (2, 'MIN_VARIANCE', 'Minimum-Varianz'),
  (3, 'MAX_SHARPE', 'Höchste Sharpe-Ratio'), (4, 'RISK_PARITY', 'Risikoparität'),
  (5, 'EQUAL_WEIGHT', 'Gleichgewichtung'), (6, 'INVERSE_VOL', 'Inverse Volatilität'),
  (7, 'MAX_DIVERSIFICATION', 'Maximale Diversifikation'), (8, 'BLACK_LITTERMAN', 'Black-Litterman');

create table optimization_hints (
  id smallint primary key,
  hint_code text not null unique,
  optimization_hint_name text not null,
  optimization_hint_description text not null,
  optimization_hint_is_extended boolean not null
);
insert into optimization_hints values
  (1, 'RISK_ABOVE_BAND', 'Risiko über dem Band', 'Das Risiko des Vertrags liegt über dem Band der Risikoklasse. Soll darauf hingewiesen werden?', false),
  (2, 'RISK_BELOW_BAND', 'Risiko unter dem Band', 'Das Risiko des Vertrags liegt unter dem Band der Risikoklasse. Soll darauf hingewiesen werden?', false),
  (3, 'RISK_UNKNOWN', 'Risiko unbekannt', 'Für mehr als 5 % des Werts fehlen Risikodaten. Soll darauf hingewiesen werden?', true),
  (4, 'FUND_BELOW_MIN_RANK', 'Fonds unter dem Mindestrang', 'Ein gehaltener Fonds erreicht den Mindestrang nicht. Soll darauf hingewiesen werden?', false),
  (5, 'FUND_UNRATED', 'Fonds ohne Rang', 'Ein gehaltener Fonds hat keinen Rang. Soll darauf hingewiesen werden?', true),
  (6, 'FUND_NOT_IN_UNIVERSE', 'Fonds nicht in der Fondsauswahl', 'Ein gehaltener Fonds gehört nicht zur Fondsauswahl des Tarifs. Soll darauf hingewiesen werden?', false),
  (7, 'FUND_CLOSED', 'Fonds geschlossen', 'Ein gehaltener Fonds ist geschlossen, verschmolzen oder aufgelöst. Soll darauf hingewiesen werden?', false),
  (8, 'MISSING_PEER_GROUP', 'Fehlende Peergroup', 'Eine Peergroup der Zielallokation ist nicht im Bestand. Soll darauf hingewiesen werden?', false),
  (9, 'SUPERFLUOUS_PEER_GROUP', 'Überzählige Peergroup', 'Eine Peergroup ist im Bestand, aber nicht in der Zielallokation. Soll darauf hingewiesen werden?', false),
  (10, 'DRIFT', 'Abweichung von der Zielallokation', 'Der Anteil einer Peergroup weicht deutlich vom Ziel ab. Soll darauf hingewiesen werden?', false),
  (11, 'COST_SAVING', 'Günstigerer Fonds verfügbar', 'Ein gleichwertiger Fonds hat spürbar niedrigere laufende Kosten. Soll darauf hingewiesen werden?', true),
  (12, 'ETF_ALTERNATIVE', 'ETF als Alternative', 'Zu einem aktiven Fonds gibt es einen ETF auf der Empfehlungsliste. Soll darauf hingewiesen werden?', true),
  (13, 'CLUSTER_RISK', 'Klumpenrisiko', 'Ein Fonds oder eine Fondsgesellschaft hat ein sehr hohes Gewicht. Soll darauf hingewiesen werden?', true),
  (14, 'STALE_PRICE', 'Kurs veraltet oder fehlend', 'Ein Kurs ist älter als 10 Tage oder fehlt. Soll darauf hingewiesen werden?', false),
  (15, 'SAVINGS_PLAN_DEVIATION', 'Sparplan weicht ab', 'Der Sparplan weicht von der Zielallokation ab. Soll darauf hingewiesen werden?', false),
  (16, 'SAVINGS_PLAN_SUM', 'Sparplan ergibt nicht 100 %', 'Die Anteile des Sparplans ergeben nicht 100 %. Soll darauf hingewiesen werden?', false),
  (17, 'SMALL_POSITION', 'Sehr kleine Position', 'Eine Position liegt unter der Mindestgröße oder unter 1 %. Soll darauf hingewiesen werden?', false),
  (18, 'ESG_MISMATCH', 'Nachhaltigkeitspräferenz verletzt', 'Ein Fonds passt nicht zu den Nachhaltigkeitspräferenzen. Soll darauf hingewiesen werden?', true),
  (19, 'SRI_ABOVE_PROFILE', 'Risikoindikator über dem Profil', 'Der Gesamtrisikoindikator liegt über der Grenze des Profils. Soll darauf hingewiesen werden?', true),
  (20, 'HIGH_CASH', 'Hoher Geldbestand', 'Der Geldbestand liegt deutlich über der Reserve. Soll darauf hingewiesen werden?', true),
  (21, 'TAX_LOSS_GAIN', 'Verkauf würde Gewinne realisieren', 'Ein Verkauf würde Gewinne über dem eingestellten Betrag realisieren. Soll darauf hingewiesen werden?', true);

create table optimization_hint_answers (
  optimization_hint_id smallint not null references optimization_hints,
  id smallint not null check (id between 1 and 3),
  optimization_hint_answer_name text not null,
  primary key (optimization_hint_id, id)
);
insert into optimization_hint_answers
  select h.id, a.id, a.name
    from optimization_hints h
    cross join (values (1::smallint, 'Nein'), (2::smallint, 'Ja'), (3::smallint, 'Ja, automatisch einplanen')) as a (id, name)
   where a.id < 3 or h.id in (1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20);
-- Left behind when somebody declines what the bank reports. It comes from no check and no tariff asks for it.
insert into optimization_hints values
  (22, 'BANK_DIFFERENCE', 'Abweichung zum Institut', 'Die Daten des Instituts weichen ab und wurden nicht übernommen.', true);

create table insurers (
  tenant_id uuid not null references tenants,
  id integer not null generated by default as identity,
  insurer_name text not null check (is_not_blank(insurer_name) and length(insurer_name) <= 200),
  short_name text not null default '' check (length(short_name) <= 50),
  bafin_number text check (bafin_number ~ '^[0-9]{4,8}$'),
  is_inactive boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index insurers_name on insurers (tenant_id, lower(insurer_name));

create table issuers (
  tenant_id uuid not null references tenants,
  id integer not null generated by default as identity,
  issuer_name text not null check (is_not_blank(issuer_name) and length(issuer_name) <= 200),
  bank_id text check (bank_id ~ '^([0-9]{8}|[A-Z0-9]{8}([A-Z0-9]{3})?)$'),
  bank_name text check (length(bank_name) <= 200),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  insurer_id integer,
  has_trader boolean not null default false,
  trader_kind text not null default 'none' check (trader_kind in ('fints', 'api', 'file', 'none')),
  is_inactive boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the bank demands that its password is kept for the session only: it is deleted at sign-out
  is_session_only boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
  check (has_trader = (trader_kind <> 'none'))
);
create unique index issuers_name on issuers (tenant_id, lower(issuer_name));
create index issuers_insurer on issuers (tenant_id, insurer_id) where insurer_id is not null;

create table cost_models (
  tenant_id uuid not null references tenants,
  id integer not null generated by default as identity,
  cost_model_name text not null check (is_not_blank(cost_model_name) and length(cost_model_name) <= 200),
  insurer_id integer,
  tariff_id uuid,
  entry_fee numeric(7,6) not null default 0 check (entry_fee between 0 and 1),
  contract_fee_monthly numeric(15,2) not null default 0 check (contract_fee_monthly >= 0),
  contract_fee_percent numeric(7,6) not null default 0 check (contract_fee_percent between 0 and 1),
  fund_switch_fee numeric(15,2) not null default 0 check (fund_switch_fee >= 0),
  free_switches_per_year smallint not null default 0 check (free_switches_per_year >= 0),
  rebate numeric(7,6) not null default 0 check (rebate between 0 and 1),
  valid_from date not null,
  valid_to date,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
  check (valid_to is null or valid_to >= valid_from)
);
create index cost_models_name on cost_models (tenant_id, cost_model_name, id);
create index cost_models_tariff on cost_models (tenant_id, tariff_id) where tariff_id is not null;
create index cost_models_insurer on cost_models (tenant_id, insurer_id) where insurer_id is not null;

-- A component is one of four kinds; the kind is part of the key, so that a risk component can
-- never be named where an allocation component is meant.
create table components (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('risk', 'selection', 'allocation', 'universe')),
  name text not null check (is_not_blank(name) and length(name) <= 200),
  key text not null check (key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  is_inactive boolean not null default false,
  version_number integer not null default 1 check (version_number >= 1),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id, kind)
);
create unique index components_key on components (tenant_id, kind, lower(key));
create index components_name on components (tenant_id, kind, name);

-- Everybody who ever edited a component, or one it was copied from.
create table component_editors (
  tenant_id uuid not null,
  component_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, component_id, user_id),
  foreign key (tenant_id, component_id) references components (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index component_editors_user on component_editors (tenant_id, user_id);

create function note_component_editor() returns trigger
  language plpgsql
  as $$
begin
  if acting_user_id() is not null then
    insert into component_editors (tenant_id, component_id, user_id) values (new.tenant_id, new.id, acting_user_id())
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger note_component_editor after insert or update on components
  for each row execute function note_component_editor();

create table risk_components (
  tenant_id uuid not null,
  component_id uuid not null,
  kind text not null default 'risk' check (kind = 'risk'),
  risk_type_id smallint not null references risk_types,
  risk_items_number smallint not null check (risk_items_number in (3, 5, 7)),
  use_quota boolean not null default false,
  primary key (tenant_id, component_id),
  foreign key (tenant_id, component_id, kind) references components (tenant_id, id, kind) on delete cascade
);

create table risk_items (
  tenant_id uuid not null,
  component_id uuid not null,
  risk_class_id smallint not null check (risk_class_id between 1 and 7),
  target numeric(4,1) not null check (target between 0 and 100),
  range numeric(4,1) not null check (range between 0 and 100),
  -- limit of the weighted and of a single risk indicator of the class, for their hints; null = not configured
  maximum_risk_indicator smallint check (maximum_risk_indicator between 1 and 7),
  primary key (tenant_id, component_id, risk_class_id),
  foreign key (tenant_id, component_id) references risk_components (tenant_id, component_id) on delete cascade
);
comment on column risk_items.target is 'percent with one decimal';

create table universe_components (
  tenant_id uuid not null,
  component_id uuid not null,
  kind text not null default 'universe' check (kind = 'universe'),
  is_manual boolean not null,
  universe_type_id smallint references universe_types,
  maximum_risk_indicator smallint check (maximum_risk_indicator between 1 and 7),
  primary key (tenant_id, component_id),
  foreign key (tenant_id, component_id, kind) references components (tenant_id, id, kind) on delete cascade,
  check (is_manual = (universe_type_id is null))
);

create table universe_items (
  tenant_id uuid not null,
  component_id uuid not null,
  fund_id integer not null,
  sort_order integer not null default 0,
  primary key (tenant_id, component_id, fund_id),
  foreign key (tenant_id, component_id) references universe_components (tenant_id, component_id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index universe_items_fund on universe_items (tenant_id, fund_id);

create table selection_components (
  tenant_id uuid not null,
  component_id uuid not null,
  kind text not null default 'selection' check (kind = 'selection'),
  universe_component_id uuid not null,
  is_manual boolean not null,
  ranking_type_id smallint not null references ranking_types,
  fund_shortlist_size smallint not null check (fund_shortlist_size between 1 and 1000),
  minimum_rank smallint check (minimum_rank between 1 and 5),
  allows_unrated boolean not null default true,
  primary key (tenant_id, component_id),
  foreign key (tenant_id, component_id, kind) references components (tenant_id, id, kind) on delete cascade,
  foreign key (tenant_id, universe_component_id) references universe_components (tenant_id, component_id)
);
create index selection_components_universe on selection_components (tenant_id, universe_component_id);

create table selected_funds (
  tenant_id uuid not null,
  component_id uuid not null,
  fund_id integer not null,
  sort_order integer not null default 0,
  primary key (tenant_id, component_id, fund_id),
  foreign key (tenant_id, component_id) references selection_components (tenant_id, component_id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index selected_funds_fund on selected_funds (tenant_id, fund_id);

create table allocation_components (
  tenant_id uuid not null,
  component_id uuid not null,
  kind text not null default 'allocation' check (kind = 'allocation'),
  risk_component_id uuid not null,
  is_manual boolean not null,
  allocation_type_id smallint not null references allocation_types,
  primary key (tenant_id, component_id),
  foreign key (tenant_id, component_id, kind) references components (tenant_id, id, kind) on delete cascade,
  foreign key (tenant_id, risk_component_id) references risk_components (tenant_id, component_id)
);
create index allocation_components_risk on allocation_components (tenant_id, risk_component_id);

create table allocation_peergroups (
  tenant_id uuid not null,
  component_id uuid not null,
  peergroup_id integer not null,
  sort_order smallint not null default 0,
  primary key (tenant_id, component_id, peergroup_id),
  foreign key (tenant_id, component_id) references allocation_components (tenant_id, component_id) on delete cascade,
  foreign key (tenant_id, peergroup_id) references peergroups (tenant_id, id)
);
create index allocation_peergroups_peergroup on allocation_peergroups (tenant_id, peergroup_id);

create table allocation_relationships (
  tenant_id uuid not null,
  component_id uuid not null,
  peergroup_id integer not null,
  related_peergroup_id integer not null,
  sort_order smallint not null default 0,
  primary key (tenant_id, component_id, peergroup_id, related_peergroup_id),
  foreign key (tenant_id, component_id, peergroup_id) references allocation_peergroups (tenant_id, component_id, peergroup_id) on delete cascade,
  foreign key (tenant_id, related_peergroup_id) references peergroups (tenant_id, id),
  check (peergroup_id <> related_peergroup_id)
);
create index allocation_relationships_related on allocation_relationships (tenant_id, related_peergroup_id);

create table allocation_items (
  tenant_id uuid not null,
  component_id uuid not null,
  risk_class_id smallint not null check (risk_class_id between 1 and 7),
  peergroup_id integer not null,
  fraction numeric(7,6) not null check (fraction between 0 and 1 and fraction * 1000 = trunc(fraction * 1000)),
  is_used boolean not null,
  primary key (tenant_id, component_id, risk_class_id, peergroup_id),
  foreign key (tenant_id, component_id, peergroup_id) references allocation_peergroups (tenant_id, component_id, peergroup_id) on delete cascade,
  check (is_used or fraction = 0)
);

create table tariffs (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  name text not null check (is_not_blank(name) and length(name) <= 200),
  description text not null default '' check (length(description) <= 2000),
  key text not null check (key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  is_inactive boolean not null default false,
  is_default boolean not null default false,
  issuer_id integer not null,
  insurer_id integer,
  -- product type
  tariff_type_id smallint not null references tariff_types,
  guaranteed_level numeric(7,6) check (guaranteed_level between 0 and 1),
  guaranteed_interest numeric(7,6) check (guaranteed_interest between 0 and 1),
  is_guaranteed_level_customizable boolean not null default false,
  guarantee_type_id smallint references guarantee_types,
  guarantee_security_id integer,
  continuous_optimization boolean not null default false,
  optimization_interval smallint check (optimization_interval in (1, 4, 6, 12)),
  optimization_start date,
  make_portfolio_adjustments_now boolean not null default false,
  -- settings: counts, fractions and euros, each for portfolio and savings plan
  min_securities_portfolio integer not null default 1 check (min_securities_portfolio >= 1),
  max_securities_portfolio integer not null default 20,
  min_security_fraction_portfolio numeric(7,6) not null default 0.01 check (min_security_fraction_portfolio between 0.01 and 1),
  max_security_fraction_portfolio numeric(7,6) not null default 1 check (max_security_fraction_portfolio between 0.01 and 1),
  min_security_value_portfolio numeric(15,2) not null default 1 check (min_security_value_portfolio >= 1),
  max_security_value_portfolio numeric(15,2) not null default 10000000,
  min_securities_savings_plan integer not null default 1 check (min_securities_savings_plan >= 1),
  max_securities_savings_plan integer not null default 10,
  min_security_fraction_savings_plan numeric(7,6) not null default 0.01 check (min_security_fraction_savings_plan between 0.01 and 1),
  max_security_fraction_savings_plan numeric(7,6) not null default 1 check (max_security_fraction_savings_plan between 0.01 and 1),
  min_security_value_savings_plan numeric(15,2) not null default 1 check (min_security_value_savings_plan >= 1),
  max_security_value_savings_plan numeric(15,2) not null default 100000,
  -- components; types 7 and 8 define themselves by the fund matrix instead
  component_risk_id uuid,
  component_selection_id uuid,
  component_allocation_id uuid,
  component_universe_id uuid,
  published_version_number integer,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  gain_note_limit numeric(15,2) check (gain_note_limit >= 0),
  -- classes of the published version, for lists of contracts: its content is too large to be opened for every row
  risk_class_count smallint check (risk_class_count in (3, 5, 7)),
  -- What lists of contracts and the choice of funds need of a tariff's published version stands beside its number: a
  -- component that is changed reaches them with the next version only, like the check, and no row opens a whole content.
  risk_type_id smallint references risk_types,
  use_quota boolean,
  ranking_type_id smallint references ranking_types,
  -- null: the universe is a rule, or there is none (types 7 and 8)
  universe_fund_ids integer[],
  universe_type_id smallint references universe_types,
  universe_maximum_risk_indicator smallint check (universe_maximum_risk_indicator between 1 and 7),
  primary key (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
  foreign key (tenant_id, guarantee_security_id) references funds (tenant_id, id),
  foreign key (tenant_id, component_risk_id) references risk_components (tenant_id, component_id),
  foreign key (tenant_id, component_selection_id) references selection_components (tenant_id, component_id),
  foreign key (tenant_id, component_allocation_id) references allocation_components (tenant_id, component_id),
  foreign key (tenant_id, component_universe_id) references universe_components (tenant_id, component_id),
  check (min_securities_portfolio <= max_securities_portfolio),
  check (min_security_fraction_portfolio <= max_security_fraction_portfolio),
  check (min_security_value_portfolio <= max_security_value_portfolio),
  check (min_securities_savings_plan <= max_securities_savings_plan),
  check (min_security_fraction_savings_plan <= max_security_fraction_savings_plan),
  check (min_security_value_savings_plan <= max_security_value_savings_plan),
  check (continuous_optimization or not make_portfolio_adjustments_now),
  check (guarantee_type_id is null or tariff_type_id = 7),
  check (guarantee_security_id is null or tariff_type_id = 8),
  check (tariff_type_id in (7, 8) or (guaranteed_level is null and guaranteed_interest is null)),
  check (tariff_type_id in (7, 8) or (component_risk_id is not null and component_selection_id is not null
    and component_allocation_id is not null and component_universe_id is not null)),
  constraint tariffs_continuous_optimization check (
  continuous_optimization = (optimization_interval is not null)
  and continuous_optimization = (optimization_start is not null))
);
comment on column tariffs.risk_class_count is 'of the published version, as are risk_type_id, use_quota, ranking_type_id and universe_*';
create unique index tariffs_key on tariffs (tenant_id, lower(key));
create unique index tariffs_default on tariffs (tenant_id, issuer_id) where is_default;
create index tariffs_name on tariffs (tenant_id, name, id);
create index tariffs_insurer on tariffs (tenant_id, insurer_id, name);
create index tariffs_guarantee_security on tariffs (tenant_id, guarantee_security_id) where guarantee_security_id is not null;
create index tariffs_component_risk on tariffs (tenant_id, component_risk_id);
create index tariffs_component_selection on tariffs (tenant_id, component_selection_id);
create index tariffs_component_allocation on tariffs (tenant_id, component_allocation_id);
create index tariffs_component_universe on tariffs (tenant_id, component_universe_id);
alter table cost_models add foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id);

create table tariff_hint_answers (
  tenant_id uuid not null,
  tariff_id uuid not null,
  optimization_hint_id smallint not null references optimization_hints,
  answer_id smallint not null check (answer_id between 0 and 3),
  primary key (tenant_id, tariff_id, optimization_hint_id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id) on delete cascade
);
comment on column tariff_hint_answers.answer_id is '0 = no answer, 1 Nein, 2 Ja, 3 Ja, automatisch einplanen';

-- Fund risk matrix of the tariff types 7 and 8.
create table fund_matrices (
  tenant_id uuid not null,
  tariff_id uuid not null,
  risk_type_id smallint not null references risk_types,
  risk_items_number smallint not null check (risk_items_number in (3, 5, 7)),
  use_quota boolean not null,
  primary key (tenant_id, tariff_id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id) on delete cascade
);

create table fund_matrix_classes (
  tenant_id uuid not null,
  tariff_id uuid not null,
  risk_class_id smallint not null check (risk_class_id between 1 and 7),
  upper_border numeric(4,1) not null check (upper_border > 0 and upper_border <= 100),
  target numeric(4,1) not null check (target >= 0 and target <= 100),
  range numeric(4,1) not null check (range >= 0 and range <= 100),
  maximum_risk_indicator smallint check (maximum_risk_indicator between 1 and 7),
  primary key (tenant_id, tariff_id, risk_class_id),
  foreign key (tenant_id, tariff_id) references fund_matrices (tenant_id, tariff_id) on delete cascade
);

create table fund_matrix_items (
  tenant_id uuid not null,
  tariff_id uuid not null,
  risk_class_id smallint not null,
  fund_id integer not null,
  fraction numeric(7,6) not null check (fraction between 0 and 1 and fraction * 1000 = trunc(fraction * 1000)),
  sort_order smallint not null default 0,
  primary key (tenant_id, tariff_id, risk_class_id, fund_id),
  foreign key (tenant_id, tariff_id, risk_class_id) references fund_matrix_classes (tenant_id, tariff_id, risk_class_id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index fund_matrix_items_fund on fund_matrix_items (tenant_id, fund_id);

-- Every risk-class column of a matrix sums to exactly 1, checked when the transaction commits.
create function check_allocation_column_sums() returns trigger
  language plpgsql
  as $$
declare
  touched record := coalesce(new, old);
  column_sum numeric;
begin
  if tg_table_name = 'allocation_items' then
    select sum(fraction) into column_sum from allocation_items
     where tenant_id = touched.tenant_id and component_id = touched.component_id and risk_class_id = touched.risk_class_id;
  else
    select sum(fraction) into column_sum from fund_matrix_items
     where tenant_id = touched.tenant_id and tariff_id = touched.tariff_id and risk_class_id = touched.risk_class_id;
  end if;
  if column_sum is not null and column_sum <> 1 then
    raise exception 'risk class % sums to % instead of 1', touched.risk_class_id, column_sum
      using errcode = 'check_violation', constraint = tg_table_name || '_column_sum', table = tg_table_name;
  end if;
  return null;
end
$$;
create constraint trigger allocation_items_column_sum after insert or update or delete on allocation_items
  deferrable initially deferred for each row execute function check_allocation_column_sums();
create constraint trigger fund_matrix_items_column_sum after insert or update or delete on fund_matrix_items
  deferrable initially deferred for each row execute function check_allocation_column_sums();

select track_row_version(name) from unnest(array['insurers', 'issuers', 'cost_models', 'components',
  'tariffs']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['insurers', 'issuers', 'cost_models', 'components',
  'risk_components', 'risk_items', 'universe_components', 'universe_items', 'selection_components', 'selected_funds',
  'allocation_components', 'allocation_peergroups', 'allocation_relationships', 'allocation_items', 'tariffs',
  'tariff_hint_answers', 'fund_matrices', 'fund_matrix_classes', 'fund_matrix_items']::regclass[]) as name;
select protect_tenant_table('component_editors', 'select, insert');
grant select on tariff_types, guarantee_types, universe_types, risk_types, allocation_types, optimization_hints,
  optimization_hint_answers to depotwerk_app;
