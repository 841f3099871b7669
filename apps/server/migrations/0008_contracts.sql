-- Contracts and what a contract consists of.
--
-- `contracts` is the hot table. It repeats what its list shows, filters and sorts (customer names,
-- group, values of the current portfolio, hints), so that a page of the list is one index range
-- and a few key look-ups. Triggers keep the copies; nothing else writes them.

-- The comparable form of a contract's number: blanks, hyphens and slashes are spelling. Mirrors contractMatchKey() of
-- packages/domain/src/book; both spell out what they drop and raise, because locales differ, and a test compares them.
create function contract_match_key(number text) returns text
  language sql immutable parallel safe strict
  as $$
  select translate(
    regexp_replace(normalize(number, NFC), U&'[\0009-\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF/-]', '', 'g'),
    'abcdefghijklmnopqrstuvwxyzäöü', 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ') collate "C"
$$;

create table contracts (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  group_id uuid,
  tariff_id uuid not null,
  tariff_version_id uuid,
  insurer_id integer,
  issuer_id integer not null,
  cost_model_id integer,
  external_key text not null check (is_not_blank(external_key) and length(external_key) <= 50),
  external_consumer_key text check (length(external_consumer_key) <= 50),
  start_date date not null,
  end_date date,
  use_etf boolean not null default false,
  is_linked boolean not null default false,
  beneficiary text not null default '' check (length(beneficiary) <= 200),
  guaranteed_level numeric(7,6) check (guaranteed_level between 0 and 1),
  -- score (engine, section 11)
  contract_score smallint check (contract_score between 0 and 100),
  score_risk smallint check (score_risk between 0 and 100),
  score_allocation smallint check (score_allocation between 0 and 100),
  score_quality smallint check (score_quality between 0 and 100),
  score_costs smallint check (score_costs between 0 and 100),
  score_savings_plan smallint check (score_savings_plan between 0 and 100),
  score_calculated_at timestamptz,
  -- risk: fractions in the measure of the tariff (volatility or equity quota)
  risk_class_id smallint check (risk_class_id between 1 and 7),
  risk_value numeric(8,6) check (risk_value >= 0),
  risk_target numeric(7,6) check (risk_target between 0 and 1),
  risk_band_low numeric(7,6) check (risk_band_low between 0 and 1),
  risk_band_high numeric(8,6) check (risk_band_high >= risk_band_low),
  risk_band_status text not null default 'unknown' check (risk_band_status in ('below', 'in', 'above', 'unknown')),
  risk_distance numeric(8,6) not null default 0 check (risk_distance >= 0),
  -- hints: kept by summarise_hints(); bit n-1 of the mask is hint n
  hint_count smallint not null default 0 check (hint_count >= 0),
  highest_hint_severity smallint check (highest_hint_severity between 0 and 2),
  hint_mask integer not null default 0,
  has_pending_changes boolean not null default false,
  last_check timestamptz,
  last_checked_by uuid,
  last_checked_by_name text check (length(last_checked_by_name) <= 200),
  last_consultation date,
  -- from the current portfolio: kept by copy_current_portfolio()
  valuation_date date,
  cash_value numeric(15,2) not null default 0,
  non_funds_value numeric(15,2) not null default 0,
  contributions_value numeric(15,2) not null default 0,
  reserve_value numeric(15,2) not null default 0,
  guarantee_fund_quantity numeric(15,6) not null default 0 check (guarantee_fund_quantity >= 0),
  total_value numeric(15,2) not null default 0,
  -- from the current savings plan: kept by copy_current_savings_plan()
  contribution numeric(15,2) check (contribution >= 0),
  contribution_interval smallint check (contribution_interval in (1, 4, 6, 12)),
  -- from the customer: kept by fill_contract_copies() and spread_customer_copies()
  customer_sort_name text collate "C" not null default '',
  search_text text collate "C" not null default '',
  deleted_at timestamptz,
  deletion_reason text check (length(deletion_reason) <= 2000),
  deleted_by uuid,
  retention_until date,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Comparing numerics is not leakproof, so under row level security a range of values could not use
  -- an index; comparing integers is. The list sorts and filters values in cents.
  total_value_cents bigint
  generated always as ((total_value * 100)::bigint) stored,
  -- fingerprint of the last check's result: a check that finds the same writes nothing
  check_fingerprint bigint,
  -- How long a contract is kept follows from its end, and an end is typed by hand: the day it was recorded is kept beside it,
  -- by the database, so that nobody shortens the time by typing an early one.
  end_recorded_at timestamptz,
  -- Numbers of contracts and of customers at an institution are compared by one rule, wherever a depot is looked for. As
  -- columns, because an index over the rule itself is of no use below row level security.
  match_key text collate "C" generated always as (contract_match_key(external_key)) stored,
  consumer_match_key text collate "C" generated always as (contract_match_key(external_consumer_key)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id),
  foreign key (tenant_id, tariff_version_id) references tariff_versions (tenant_id, id),
  foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  foreign key (tenant_id, cost_model_id) references cost_models (tenant_id, id),
  foreign key (tenant_id, last_checked_by) references users (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  check (end_date is null or end_date > start_date),
  check ((deleted_at is null) = (deletion_reason is null)),
  check ((contribution is null) = (contribution_interval is null))
) with (fillfactor = 90
);
create unique index contracts_external_key on contracts (tenant_id, issuer_id, external_key) where deleted_at is null;
-- One index for each sort of the list; "empty" counts as lowest in both directions.
create index contracts_by_score on contracts (tenant_id, contract_score desc nulls last, id desc) where deleted_at is null;
create index contracts_by_cash_value on contracts (tenant_id, cash_value desc, id desc) where deleted_at is null;
create index contracts_by_customer_name on contracts (tenant_id, customer_sort_name, id) where deleted_at is null;
create index contracts_by_last_check on contracts (tenant_id, last_check desc nulls last, id desc) where deleted_at is null;
create index contracts_by_last_consultation on contracts (tenant_id, last_consultation desc nulls last, id desc) where deleted_at is null;
create index contracts_by_external_key on contracts (tenant_id, external_key collate "C", id) where deleted_at is null;
create index contracts_by_start_date on contracts (tenant_id, start_date desc, id desc) where deleted_at is null;
create index contracts_by_risk_distance on contracts (tenant_id, risk_distance desc, id desc) where deleted_at is null;
create index contracts_by_hint_count on contracts (tenant_id, hint_count desc, id desc) where deleted_at is null;
-- Advisers see few groups: the same for the two usual sorts within one group.
create index contracts_group_by_name on contracts (tenant_id, group_id, customer_sort_name, id) where deleted_at is null;
create index contracts_group_by_score on contracts (tenant_id, group_id, contract_score desc nulls last, id desc) where deleted_at is null;
-- Filters that leave little of a large stock, sorted by score.
create index contracts_tariff_by_score on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc) where deleted_at is null;
create index contracts_insurer_by_score on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc) where deleted_at is null;
create index contracts_pending_changes on contracts (tenant_id, contract_score desc nulls last, id desc) where has_pending_changes and deleted_at is null;
create index contracts_unlinked on contracts (tenant_id, issuer_id, id) where not is_linked and deleted_at is null;
create index contracts_customer on contracts (tenant_id, customer_id);
create index contracts_tariff_version on contracts (tenant_id, tariff_version_id) where tariff_version_id is not null;
create index contracts_cost_model on contracts (tenant_id, cost_model_id) where cost_model_id is not null;
create index contracts_last_checked_by on contracts (tenant_id, last_checked_by) where last_checked_by is not null;
create index contracts_retention on contracts (tenant_id, retention_until) where deleted_at is not null;
create index contracts_search on contracts using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
create index contracts_by_value on contracts (tenant_id, total_value_cents desc, id desc) where deleted_at is null;
-- `is null` keeps no order in an index, so the contracts without group and without insurer have
-- small indexes of their own for the orders in which pages are merged.
create index contracts_without_group_by_name on contracts (tenant_id, customer_sort_name, id)
  where group_id is null and deleted_at is null;
create index contracts_without_group_by_score on contracts (tenant_id, contract_score desc nulls last, id desc)
  where group_id is null and deleted_at is null;
create index contracts_without_insurer_by_score on contracts (tenant_id, contract_score desc nulls last, id desc)
  where insurer_id is null and deleted_at is null;
-- Sorted by tariff or insurer, a page is merged from the head of each. Where a flag is rare in one of them
-- (or goes with a low score, as a risk outside the band does) its head lies far down the common index: the
-- contracts with such a flag have indexes of their own. They also make the counts of these filters short.
create index contracts_out_of_band_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where risk_band_status in ('below', 'above') and deleted_at is null;
create index contracts_out_of_band_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where risk_band_status in ('below', 'above') and deleted_at is null;
create index contracts_linked_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where is_linked and deleted_at is null;
create index contracts_linked_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where is_linked and deleted_at is null;
create index contracts_etf_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where use_etf and deleted_at is null;
create index contracts_etf_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where use_etf and deleted_at is null;
create index contracts_pending_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where has_pending_changes and deleted_at is null;
create index contracts_pending_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where has_pending_changes and deleted_at is null;
-- The contracts of a tariff in the order of their ids, for chunks of a job.
create index contracts_of_tariff on contracts (tenant_id, tariff_id, id) where deleted_at is null;
create index contracts_match_key on contracts (tenant_id, contract_match_key(external_key)) where deleted_at is null;
create index contracts_compared_key on contracts (tenant_id, issuer_id, match_key) where deleted_at is null;
create index contracts_compared_consumer on contracts (tenant_id, issuer_id, consumer_match_key)
  where consumer_match_key is not null and deleted_at is null;
-- Copies are not edits: the version moves only when a person's or bank's entry changes.
create trigger bump_row_version before update on contracts for each row
  when ((old.customer_id, old.tariff_id, old.tariff_version_id, old.insurer_id, old.issuer_id, old.cost_model_id,
         old.external_key, old.external_consumer_key, old.start_date, old.end_date, old.use_etf, old.is_linked,
         old.beneficiary, old.guaranteed_level, old.risk_class_id, old.last_check, old.last_checked_by,
         old.last_consultation, old.deleted_at)
        is distinct from
        (new.customer_id, new.tariff_id, new.tariff_version_id, new.insurer_id, new.issuer_id, new.cost_model_id,
         new.external_key, new.external_consumer_key, new.start_date, new.end_date, new.use_etf, new.is_linked,
         new.beneficiary, new.guaranteed_level, new.risk_class_id, new.last_check, new.last_checked_by,
         new.last_consultation, new.deleted_at))
  execute function bump_row_version();
alter table contracts alter column search_text set statistics 1000;

-- What a contract's search finds: the customer's names and both numbers.
create function contract_search_text(last_name text, first_name text, company_name text, external_key text, external_consumer_key text)
  returns text
  language sql immutable parallel safe
  as $$ select (' ' || fold_text(last_name || ' ' || first_name || ' ' || company_name || ' ' || external_key || ' '
    || coalesce(external_consumer_key, ''))) collate "C" $$;

create function fill_contract_copies() returns trigger
  language plpgsql
  as $$
begin
  -- the lock keeps a rename that runs at the same time from missing this contract
  select c.group_id, c.sort_name,
         contract_search_text(c.last_name, c.first_name, c.company_name, new.external_key, new.external_consumer_key)
    into new.group_id, new.customer_sort_name, new.search_text
    from customers c where c.tenant_id = new.tenant_id and c.id = new.customer_id
     for no key update;
  return new;
end
$$;
create trigger fill_contract_copies before insert or update of customer_id, external_key, external_consumer_key on contracts
  for each row execute function fill_contract_copies();

create function spread_customer_copies() returns trigger
  language plpgsql
  as $$
begin
  update contracts k
     set group_id = new.group_id,
         customer_sort_name = new.sort_name,
         search_text = contract_search_text(new.last_name, new.first_name, new.company_name, k.external_key, k.external_consumer_key)
   where k.tenant_id = new.tenant_id and k.customer_id = new.id;
  return null;
end
$$;
create trigger spread_customer_copies after update of group_id, last_name, first_name, company_name on customers
  for each row
  when ((old.group_id, old.last_name, old.first_name, old.company_name)
        is distinct from (new.group_id, new.last_name, new.first_name, new.company_name))
  execute function spread_customer_copies();

create function note_recorded_end() returns trigger
  language plpgsql
  as $$
begin
  if new.end_date is null then
    new.end_recorded_at := null;
  elsif tg_op = 'INSERT' or new.end_date is distinct from old.end_date then
    new.end_recorded_at := now();
  else
    new.end_recorded_at := old.end_recorded_at;
  end if;
  return new;
end
$$;
create trigger note_recorded_end before insert or update of end_date, end_recorded_at on contracts
  for each row execute function note_recorded_end();

create table portfolios (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  valuation_date date not null,
  is_current boolean not null default false,
  total_value numeric(15,2) not null,
  cash_value numeric(15,2) not null default 0,
  non_funds_value numeric(15,2) not null default 0,
  contributions_value numeric(15,2) not null default 0,
  reserve_value numeric(15,2) not null default 0,
  guarantee_fund_quantity numeric(15,6) not null default 0 check (guarantee_fund_quantity >= 0),
  risk_value numeric(8,6) check (risk_value >= 0),
  share_quota numeric(7,6) check (share_quota between 0 and 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  -- cash value is the fund value of the contract (glossary: Fondsguthaben)
  check (total_value = cash_value + non_funds_value + reserve_value)
);
create index portfolios_contract on portfolios (tenant_id, contract_id, valuation_date);
create unique index portfolios_current on portfolios (tenant_id, contract_id) where is_current;

create table portfolio_entries (
  tenant_id uuid not null,
  portfolio_id uuid not null,
  id uuid not null default gen_random_uuid(),
  fund_id integer not null,
  quantity numeric(15,6) not null check (quantity >= 0),
  price numeric(15,6) not null check (price > 0),
  price_date date not null,
  value numeric(15,2) not null check (value = round(quantity * price, 2)),
  fraction numeric(7,6) not null check (fraction between 0 and 1),
  cost_value numeric(15,2),
  is_locked boolean not null default false,
  sort_order smallint not null default 0,
  primary key (tenant_id, portfolio_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index portfolio_entries_fund on portfolio_entries (tenant_id, fund_id, portfolio_id);

create table savings_plans (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  valid_from date not null,
  valid_to date,
  contribution numeric(15,2) not null check (contribution >= 0),
  contribution_interval smallint not null check (contribution_interval in (1, 4, 6, 12)),
  dynamic_percent numeric(7,6) not null default 0 check (dynamic_percent between 0 and 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  check (valid_to is null or valid_to >= valid_from)
);
create unique index savings_plans_contract on savings_plans (tenant_id, contract_id, valid_from);
create unique index savings_plans_current on savings_plans (tenant_id, contract_id) where valid_to is null;

-- No sum rule here: a bank may deliver a plan that does not sum to 100 %, which a hint reports.
create table savings_plan_entries (
  tenant_id uuid not null,
  savings_plan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  fund_id integer not null,
  fraction numeric(7,6) not null check (fraction between 0 and 1),
  amount numeric(15,2) not null check (amount >= 0),
  sort_order smallint not null default 0,
  primary key (tenant_id, savings_plan_id, id),
  foreign key (tenant_id, savings_plan_id) references savings_plans (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create unique index savings_plan_entries_once on savings_plan_entries (tenant_id, savings_plan_id, fund_id);
create index savings_plan_entries_fund on savings_plan_entries (tenant_id, fund_id, savings_plan_id);

-- Versions of a questionnaire are drafted, approved and published from a day on; the scoring turns answers into a risk
-- class. What was published never changes: who answered it can always be shown what was asked.
create table questionnaires (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  questionnaire_key text not null check (questionnaire_key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  version integer not null check (version >= 1),
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  created_at timestamptz not null default now(),
  title text not null check (is_not_blank(title) and length(title) <= 200),
  scoring jsonb check (jsonb_typeof(scoring) = 'object'),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'published')),
  published_from date,
  editors uuid[] not null default '{}',
  submitted_by uuid,
  submitted_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, questionnaire_key, version),
  check ((state = 'published') = (published_from is not null)),
  check ((state = 'draft') = (submitted_at is null) or state = 'published'),
  foreign key (tenant_id, submitted_by) references users (tenant_id, id),
  foreign key (tenant_id, approved_by) references users (tenant_id, id)
);
create index questionnaires_published on questionnaires (tenant_id, questionnaire_key, published_from desc, version desc)
  where state = 'published';
create unique index questionnaires_unpublished on questionnaires (tenant_id, questionnaire_key) where state <> 'published';
create index questionnaires_submitted_by on questionnaires (tenant_id, submitted_by) where submitted_by is not null;
create index questionnaires_approved_by on questionnaires (tenant_id, approved_by) where approved_by is not null;

create function keep_published_questionnaires() returns trigger
  language plpgsql
  as $$
begin
  if old.state = 'published' then
    raise exception 'A published questionnaire never changes.' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger keep_published before update or delete on questionnaires
  for each row execute function keep_published_questionnaires();

create table questionnaire_answers (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  questionnaire_id uuid not null,
  contract_id uuid,
  customer_id uuid,
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  created_by uuid,
  created_at timestamptz not null default now(),
  -- answers belong to the day they were given on and keep the result that was confirmed
  answered_on date not null,
  result jsonb check (jsonb_typeof(result) = 'object'),
  comment text not null default '' check (length(comment) <= 2000),
  primary key (tenant_id, id),
  foreign key (tenant_id, questionnaire_id) references questionnaires (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  check (contract_id is not null or customer_id is not null)
);
create index questionnaire_answers_contract on questionnaire_answers (tenant_id, contract_id, created_at desc) where contract_id is not null;
create index questionnaire_answers_customer on questionnaire_answers (tenant_id, customer_id, created_at desc) where customer_id is not null;
create index questionnaire_answers_questionnaire on questionnaire_answers (tenant_id, questionnaire_id);
create index questionnaire_answers_created_by on questionnaire_answers (tenant_id, created_by) where created_by is not null;

-- Every house begins with a questionnaire it can use on the first day.
create function add_delivered_questionnaires(p_tenant_id uuid) returns void
  language sql
  as $body$
  insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, submitted_at,
    published_from)
  select p_tenant_id, 'riskProfile', 1, 'Risikoprofil', $questions$[
  {"id": "goal", "questionType": "singleSelect", "section": "Ziele und Anlagedauer", "title": "Welches Ziel hat die Anlage vor allem?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "retirement", "label": "Altersvorsorge", "description": "", "isOther": false, "points": 0}, {"id": "growth", "label": "Vermögensaufbau", "description": "", "isOther": false, "points": 0}, {"id": "reserve", "label": "Rücklage", "description": "", "isOther": false, "points": 0}, {"id": "other", "label": "Sonstiges", "description": "", "isOther": true, "points": 0}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "horizon", "questionType": "number", "section": "", "title": "In wie vielen Jahren wird das Geld voraussichtlich gebraucht?", "hint": "Ganze Jahre ab heute. Wird das Geld nach und nach gebraucht, zählt der Beginn.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "horizon", "profileField": "horizonYears"},
  {"id": "profession", "questionType": "freeText", "section": "Kenntnisse und Erfahrungen", "title": "Welcher Beruf wird ausgeübt oder wurde zuletzt ausgeübt?", "hint": "", "styleHint": "SINGLE_LINE", "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "knowledge", "questionType": "multiSelect", "section": "", "title": "Welche Anlagen sind bekannt?", "hint": "Bekannt ist eine Anlage, wenn ihre <b>Funktionsweise und Risiken</b> erklärt werden können oder schon damit angelegt wurde.", "styleHint": "COLUMNS", "values": [{"id": "moneyMarket", "label": "Geldmarktfonds", "description": "", "isOther": false, "points": 0}, {"id": "bonds", "label": "Rentenfonds", "description": "", "isOther": false, "points": 0}, {"id": "mixed", "label": "Mischfonds", "description": "", "isOther": false, "points": 0}, {"id": "equity", "label": "Aktienfonds", "description": "", "isOther": false, "points": 0}, {"id": "etf", "label": "ETF", "description": "", "isOther": false, "points": 0}, {"id": "realEstate", "label": "Immobilienfonds", "description": "", "isOther": false, "points": 0}, {"id": "certificates", "label": "Zertifikate und Derivate", "description": "", "isOther": false, "points": 0}, {"id": "none", "label": "Keine davon", "description": "", "isOther": false, "points": 0}], "nonValueId": "none", "isRequired": true, "visibleIf": null, "scale": null, "profileField": "knowledge"},
  {"id": "lastPurchase", "questionType": "date", "section": "", "title": "Wann wurde zuletzt in eine dieser Anlagen investiert?", "hint": "Der ungefähre Tag genügt. Wurde noch nie investiert, bleibt das Feld leer.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "or", "conditions": [{"operator": "eq", "path": "knowledge.moneyMarket", "value": true}, {"operator": "eq", "path": "knowledge.bonds", "value": true}, {"operator": "eq", "path": "knowledge.mixed", "value": true}, {"operator": "eq", "path": "knowledge.equity", "value": true}, {"operator": "eq", "path": "knowledge.etf", "value": true}, {"operator": "eq", "path": "knowledge.realEstate", "value": true}, {"operator": "eq", "path": "knowledge.certificates", "value": true}]}, "scale": null, "profileField": null},
  {"id": "reserve", "questionType": "singleSelect", "section": "Finanzielle Verhältnisse", "title": "Wie viele Monatsausgaben sind außerhalb dieser Anlage jederzeit verfügbar?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "less3", "label": "Weniger als drei", "description": "", "isOther": false, "points": 0}, {"id": "from3to6", "label": "Drei bis sechs", "description": "", "isOther": false, "points": 1}, {"id": "more6", "label": "Mehr als sechs", "description": "", "isOther": false, "points": 2}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "capacity", "profileField": null},
  {"id": "surplus", "questionType": "number", "section": "", "title": "Wie viel Geld bleibt im Monat nach allen Ausgaben übrig?", "hint": "In ganzen Euro, auch als ungefährer Betrag.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "lossCapacity", "questionType": "singleSelect", "section": "", "title": "Welche Verluste können finanziell getragen werden?", "hint": "Gemeint ist, was möglich ist, ohne den Lebensstandard einzuschränken. Was gewünscht ist, wird danach gefragt.", "styleHint": null, "values": [{"id": "none", "label": "Keine", "description": "Das angelegte Geld wird vollständig gebraucht.", "isOther": false, "points": 0}, {"id": "limited", "label": "Begrenzte", "description": "Ein Teil kann verloren gehen, ohne den Lebensstandard einzuschränken.", "isOther": false, "points": 5}, {"id": "full", "label": "Hohe, auch das ganze angelegte Geld", "description": "Der Lebensstandard hängt nicht von dieser Anlage ab.", "isOther": false, "points": 10}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "capacity", "profileField": "lossCapacity"},
  {"id": "priority", "questionType": "singleSelect", "section": "Risikobereitschaft", "title": "Was ist bei dieser Anlage wichtiger?", "hint": "", "styleHint": null, "values": [{"id": "safety", "label": "Das Geld zu erhalten, auch wenn es kaum Ertrag bringt", "description": "", "isOther": false, "points": 0}, {"id": "mostlySafety", "label": "Vor allem Sicherheit, mit etwas Ertrag", "description": "", "isOther": false, "points": 1}, {"id": "balanced", "label": "Sicherheit und Ertrag gleichermaßen", "description": "", "isOther": false, "points": 2}, {"id": "mostlyReturn", "label": "Vor allem Ertrag, mit etwas Sicherheit", "description": "", "isOther": false, "points": 3}, {"id": "return", "label": "Ein möglichst hoher Ertrag, auch bei hohen Verlusten zwischendurch", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "fall", "questionType": "singleSelect", "section": "", "title": "Die Anlage verliert in wenigen Monaten 20 % ihres Werts. Was geschieht?", "hint": "", "styleHint": null, "values": [{"id": "sellAll", "label": "Alles wird verkauft", "description": "", "isOther": false, "points": 0}, {"id": "sellPart", "label": "Ein Teil wird verkauft", "description": "", "isOther": false, "points": 1}, {"id": "wait", "label": "Abwarten", "description": "", "isOther": false, "points": 3}, {"id": "buy", "label": "Es wird nachgekauft", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "fluctuation", "questionType": "singleSelect", "section": "", "title": "Welcher Wertverlust innerhalb eines Jahres ist noch erträglich?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "upTo5", "label": "Bis 5 %", "description": "", "isOther": false, "points": 0}, {"id": "upTo10", "label": "Bis 10 %", "description": "", "isOther": false, "points": 1}, {"id": "upTo20", "label": "Bis 20 %", "description": "", "isOther": false, "points": 2}, {"id": "upTo30", "label": "Bis 30 %", "description": "", "isOther": false, "points": 3}, {"id": "more", "label": "Mehr als 30 %", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "choice", "questionType": "singleSelect", "section": "", "title": "Welche dieser Anlagen kommt am ehesten in Frage?", "hint": "Angegeben sind ein gutes und ein schlechtes Jahr.", "styleHint": "COLUMNS", "values": [{"id": "first", "label": "+3 % oder 0 %", "description": "", "isOther": false, "points": 0}, {"id": "second", "label": "+6 % oder −4 %", "description": "", "isOther": false, "points": 1}, {"id": "third", "label": "+12 % oder −12 %", "description": "", "isOther": false, "points": 2}, {"id": "fourth", "label": "+20 % oder −25 %", "description": "", "isOther": false, "points": 3}, {"id": "fifth", "label": "+30 % oder −40 %", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "worry", "questionType": "singleSelect", "section": "", "title": "Wie oft würden Wertschwankungen Sorgen bereiten?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "always", "label": "Ständig", "description": "", "isOther": false, "points": 0}, {"id": "often", "label": "Oft", "description": "", "isOther": false, "points": 1}, {"id": "sometimes", "label": "Manchmal", "description": "", "isOther": false, "points": 2}, {"id": "rarely", "label": "Selten", "description": "", "isOther": false, "points": 3}, {"id": "never", "label": "Nie", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "sustainability", "questionType": "singleSelect", "section": "Nachhaltigkeit", "title": "Sollen Nachhaltigkeitsfaktoren bei der Anlage berücksichtigt werden?", "hint": "Nachhaltigkeitsfaktoren sind Umwelt, Soziales und Arbeitnehmerbelange, Menschenrechte und die Bekämpfung von Korruption. Jede Antwort ist gleichermaßen möglich.", "styleHint": null, "values": [{"id": "none", "label": "Nein", "description": "", "isOther": false, "points": 0}, {"id": "minimumShare", "label": "Ja, mit einem Mindestanteil nachhaltiger Anlagen", "description": "Ökologisch nachhaltige Anlagen nach der Taxonomie-Verordnung oder nachhaltige Investitionen nach der Offenlegungsverordnung.", "isOther": false, "points": 0}, {"id": "pai", "label": "Ja, mit Rücksicht auf nachteilige Auswirkungen", "description": "Anlagen, bei denen die wichtigsten nachteiligen Auswirkungen auf Nachhaltigkeitsfaktoren berücksichtigt werden.", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": null, "profileField": "sustainabilityKind"},
  {"id": "taxonomyShare", "questionType": "number", "section": "", "title": "Welcher Anteil soll mindestens ökologisch nachhaltig nach der Taxonomie-Verordnung sein?", "hint": "In Prozent. Bleibt das Feld leer, gibt es keinen solchen Mindestanteil.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "eq", "path": "sustainability", "value": "minimumShare"}, "scale": null, "profileField": "minimumShareTaxonomy"},
  {"id": "sustainableShare", "questionType": "number", "section": "", "title": "Welcher Anteil soll mindestens nachhaltige Investition nach der Offenlegungsverordnung sein?", "hint": "In Prozent. Bleibt das Feld leer, gibt es keinen solchen Mindestanteil.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "eq", "path": "sustainability", "value": "minimumShare"}, "scale": null, "profileField": "minimumShareSustainable"},
  {"id": "paiTopics", "questionType": "multiSelect", "section": "", "title": "Welche nachteiligen Auswirkungen sollen berücksichtigt werden?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "emissions", "label": "Treibhausgase", "description": "", "isOther": false, "points": 0}, {"id": "biodiversity", "label": "Artenvielfalt", "description": "", "isOther": false, "points": 0}, {"id": "water", "label": "Wasser", "description": "", "isOther": false, "points": 0}, {"id": "waste", "label": "Abfälle", "description": "", "isOther": false, "points": 0}, {"id": "social", "label": "Soziales und Arbeitnehmerbelange", "description": "", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": true, "visibleIf": {"operator": "eq", "path": "sustainability", "value": "pai"}, "scale": null, "profileField": "paiTopics"},
  {"id": "remarks", "questionType": "freeText", "section": "Bemerkungen", "title": "Was soll zu diesen Angaben festgehalten werden?", "hint": "", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null}
]$questions$::jsonb,
    $scoring${"validMonths": 24,
"scales": [
  {"key": "tolerance", "tables": [{"classCount": 3, "rows": [{"riskClassId": 1, "from": null, "to": 6}, {"riskClassId": 2, "from": 7, "to": 13}, {"riskClassId": 3, "from": 14, "to": null}]}, {"classCount": 5, "rows": [{"riskClassId": 1, "from": null, "to": 3}, {"riskClassId": 2, "from": 4, "to": 7}, {"riskClassId": 3, "from": 8, "to": 12}, {"riskClassId": 4, "from": 13, "to": 16}, {"riskClassId": 5, "from": 17, "to": null}]}, {"classCount": 7, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 5}, {"riskClassId": 3, "from": 6, "to": 8}, {"riskClassId": 4, "from": 9, "to": 11}, {"riskClassId": 5, "from": 12, "to": 14}, {"riskClassId": 6, "from": 15, "to": 17}, {"riskClassId": 7, "from": 18, "to": null}]}]},
  {"key": "capacity", "tables": [{"classCount": 3, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 9}, {"riskClassId": 3, "from": 10, "to": null}]}, {"classCount": 5, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 5}, {"riskClassId": 3, "from": 6, "to": 8}, {"riskClassId": 4, "from": 9, "to": 10}, {"riskClassId": 5, "from": 11, "to": null}]}, {"classCount": 7, "rows": [{"riskClassId": 1, "from": null, "to": 1}, {"riskClassId": 2, "from": 2, "to": 4}, {"riskClassId": 3, "from": 5, "to": 5}, {"riskClassId": 4, "from": 6, "to": 7}, {"riskClassId": 5, "from": 8, "to": 10}, {"riskClassId": 6, "from": 11, "to": 11}, {"riskClassId": 7, "from": 12, "to": null}]}]},
  {"key": "horizon", "tables": [{"classCount": 3, "rows": [{"riskClassId": 1, "from": null, "to": 4}, {"riskClassId": 2, "from": 5, "to": 9}, {"riskClassId": 3, "from": 10, "to": null}]}, {"classCount": 5, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 4}, {"riskClassId": 3, "from": 5, "to": 7}, {"riskClassId": 4, "from": 8, "to": 11}, {"riskClassId": 5, "from": 12, "to": null}]}, {"classCount": 7, "rows": [{"riskClassId": 1, "from": null, "to": 1}, {"riskClassId": 2, "from": 2, "to": 2}, {"riskClassId": 3, "from": 3, "to": 4}, {"riskClassId": 4, "from": 5, "to": 7}, {"riskClassId": 5, "from": 8, "to": 9}, {"riskClassId": 6, "from": 10, "to": 14}, {"riskClassId": 7, "from": 15, "to": null}]}]}
],
"contradictions": [
  {"id": "lossesWantedNotBorne", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "lossCapacity", "value": "none"}, {"operator": "in", "path": "fluctuation", "value": ["upTo20", "upTo30", "more"]}]}, "text": "Verluste können nicht getragen werden, ein Wertverlust von 20 % oder mehr gilt aber als erträglich.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"},
  {"id": "safetyAndGamble", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "priority", "value": "safety"}, {"operator": "in", "path": "choice", "value": ["fourth", "fifth"]}]}, "text": "Das Geld soll vor allem erhalten bleiben, gewählt wurde aber eine Anlage mit hohen möglichen Verlusten.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"},
  {"id": "sellsButBears", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "fall", "value": "sellAll"}, {"operator": "in", "path": "fluctuation", "value": ["upTo30", "more"]}]}, "text": "Bei einem Verlust von 20 % würde alles verkauft, ein höherer Verlust gilt aber als erträglich.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"},
  {"id": "riskWithoutKnowledge", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "knowledge.none", "value": true}, {"operator": "in", "path": "priority", "value": ["mostlyReturn", "return"]}]}, "text": "Ein hoher Ertrag ist wichtiger als Sicherheit, keine der Anlagen ist aber bekannt.", "source": "Art. 54 Abs. 2 Buchst. c der Delegierten Verordnung (EU) 2017/565"},
  {"id": "reserveAndRisk", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "goal", "value": "reserve"}, {"operator": "in", "path": "priority", "value": ["mostlyReturn", "return"]}]}, "text": "Die Anlage soll Rücklage sein, ein hoher Ertrag ist aber wichtiger als Sicherheit.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"}
]}$scoring$::jsonb, 'published', now(), '2020-01-01'
   where not exists (select from questionnaires q
      where q.tenant_id = p_tenant_id and q.questionnaire_key = 'riskProfile');
$body$;
revoke all on function add_delivered_questionnaires(uuid) from public;

create table risk_assessments (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  assessment_date date not null,
  valid_until date not null,
  risk_class_id smallint check (risk_class_id between 1 and 7),
  suggested_risk_class_id smallint check (suggested_risk_class_id between 1 and 7),
  risk_value numeric(8,6) check (risk_value >= 0),
  risk_type_id smallint not null references risk_types,
  questionnaire_version integer not null default 1 check (questionnaire_version >= 1),
  horizon_years smallint check (horizon_years between 0 and 100),
  loss_capacity text check (loss_capacity in ('none', 'limited', 'full')),
  knowledge jsonb not null default '[]' check (jsonb_typeof(knowledge) = 'array'),
  sustainability_kind text not null default 'none' check (sustainability_kind in ('none', 'minimumShare', 'pai')),
  minimum_share_taxonomy numeric(7,6) check (minimum_share_taxonomy between 0 and 1),
  minimum_share_sustainable numeric(7,6) check (minimum_share_sustainable between 0 and 1),
  pai_topics text[] not null default '{}',
  status text not null check (status in ('valid', 'suggested', 'superseded', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  decision_comment text check (length(decision_comment) <= 2000),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  questionnaire_answers_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check (valid_until >= assessment_date),
  check (status <> 'suggested' or suggested_risk_class_id is not null),
  check (status <> 'valid' or risk_class_id is not null),
  foreign key (tenant_id, questionnaire_answers_id) references questionnaire_answers (tenant_id, id)
    on delete set null (questionnaire_answers_id)
);
comment on column risk_assessments.status is 'stored decision; "expired" is valid with valid_until in the past, computed on reading';
create index risk_assessments_contract on risk_assessments (tenant_id, contract_id, assessment_date desc, id);
create unique index risk_assessments_valid on risk_assessments (tenant_id, contract_id) where status = 'valid';
create unique index risk_assessments_suggested on risk_assessments (tenant_id, contract_id) where status = 'suggested';
create index risk_assessments_expiry on risk_assessments (tenant_id, valid_until) where status = 'valid';
create index risk_assessments_answers on risk_assessments (tenant_id, questionnaire_answers_id)
  where questionnaire_answers_id is not null;

create table contract_hints (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  optimization_hint_id smallint not null references optimization_hints,
  title text not null check (is_not_blank(title) and length(title) <= 200),
  text text not null check (length(text) <= 5000),
  severity smallint not null check (severity between 0 and 2),
  scope text not null check (scope in ('portfolio', 'savingsPlan', 'contract')),
  fund_ids integer[] not null default '{}',
  peergroup_id integer,
  actual numeric(14,6),
  target numeric(14,6),
  range numeric(14,6),
  suggested_fund_ids integer[] not null default '{}',
  created_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'dismissed', 'accepted', 'done')),
  dismissed_reason text check (length(dismissed_reason) <= 2000),
  state_changed_by uuid,
  state_changed_at timestamptz,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- what was noted when a hint was dismissed or accepted; of a dismissal it equals the reason
  state_note text check (length(state_note) <= 2000),
  -- Hints of one check that have one cause are one finding: what lists count and people are told once. A hint without a
  -- cause (left by a person, or of a check that named none) is a finding of its own.
  finding_cause text check (finding_cause in (
  'riskData', 'allocation', 'fundClosed', 'sustainability', 'universe', 'rank', 'riskIndicator',
  'cluster', 'prices', 'savingsPlan', 'cash', 'costs', 'smallPositions', 'gains')),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, peergroup_id) references peergroups (tenant_id, id),
  foreign key (tenant_id, state_changed_by) references users (tenant_id, id),
  check ((state = 'dismissed') = (dismissed_reason is not null))
);
create index contract_hints_contract on contract_hints (tenant_id, contract_id, severity desc, optimization_hint_id);
create index contract_hints_open on contract_hints (tenant_id, optimization_hint_id, contract_id) where state = 'open';

create table contract_pending_changes (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  field_name text not null check (length(field_name) between 1 and 100),
  description text not null check (length(description) <= 2000),
  our_value jsonb,
  bank_value jsonb,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid,
  was_kept boolean,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, processed_by) references users (tenant_id, id),
  check ((processed_at is null) = (was_kept is null))
);
create index contract_pending_changes_contract on contract_pending_changes (tenant_id, contract_id);
-- One open difference of a kind per contract.
create unique index contract_pending_changes_open on contract_pending_changes (tenant_id, contract_id, field_name)
  where processed_at is null;

create table contract_notes (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  note_text text not null check (is_not_blank(note_text) and length(note_text) <= 5000),
  visibility text not null check (visibility in ('own', 'group')),
  created_by uuid not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index contract_notes_contract on contract_notes (tenant_id, contract_id, created_at desc);
create index contract_notes_created_by on contract_notes (tenant_id, created_by);

select track_row_version(name) from unnest(array['questionnaires', 'risk_assessments', 'contract_hints',
  'contract_notes']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['contracts', 'portfolios', 'portfolio_entries', 'savings_plans',
  'savings_plan_entries', 'questionnaires', 'questionnaire_answers', 'risk_assessments', 'contract_hints',
  'contract_pending_changes', 'contract_notes']::regclass[]) as name;
