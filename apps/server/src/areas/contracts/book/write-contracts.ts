import { contractsOfBlockedHolders, runsForInactive } from '../../../platform/customers/blocked-contract.ts';
import { planBefore, sameMovement } from './judge-contracts.ts';
import { writePayments } from './paid-lines.ts';

/** SQL of a piece of contracts with what they consist of: the import is $1, the first and last ordinal $2 and $3. */
const piece = `k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written`;
const rowsOf = `r.tenant_id = k.tenant_id and r.import_id = k.import_id and r.issuer_id = k.issuer_id and r.match_key = k.match_key`;

/** Whole steps whose sum is exact, from `floored` and `rest` of each row of `x`: the largest rests are rounded up. */
const largestRemainder = (key: string, steps: string) => `
  (x.floored + case when row_number() over (partition by x.${key} order by x.rest desc, x.fund_id)
    <= ${steps} - sum(x.floored) over (partition by x.${key}) then 1 else 0 end)`;
/** Rows of a query with `scaled` in whole steps and the rest of them. */
const inSteps = (rows: string) =>
  `(select y.*, floor(y.scaled) as floored, y.scaled - floor(y.scaled) as rest from (${rows}) y) x`;

/**
 * What a contract consists of is no part of its row: the version is raised by hand, so that an open form of it, and an import that was
 * checked before, notice. `lines` are those of the import.
 */
export const raiseVersions = (lines: string): string => `
  update contracts c set row_version = c.row_version + 1 from book_import_contracts k
   where ${lines} and k.fate = 'changed' and c.tenant_id = k.tenant_id and c.id = k.contract_id
     and (k.writes_holdings or k.writes_plan or k.writes_values or k.writes_movements or k.writes_payments)`;

const planDay = "(k.content->>'plan_valid_from')::date";

export const writeContracts: readonly string[] = [
  // Held to the end: what a person or an order does to one of them between the look at its version and the writing would not be seen.
  `select 1 from contracts c join book_import_contracts k on ${piece} and k.fate = 'changed' and k.tenant_id = c.tenant_id
      and k.contract_id = c.id order by c.id for no key update of c`,
  // Row-level security keeps the index of the comparable numbers out of reach: read once, not once a contract.
  'set local enable_nestloop = off',
  // The check may be days old: what was changed since, by people, banks or another import, is refused.
  `update book_import_contracts k set fate = 'refused', reason = x.reason
     from (select k.issuer_id, k.match_key, case
             when u.fate = 'refused' then 'Der Kunde dieses Vertrags wurde abgelehnt: ' || u.reason
             when owner.id is null or owner.deleted_at is not null then 'Der Kunde des Vertrags wurde seit der Prüfung gelöscht.'
             when owner.is_blocked then 'Der Kunde des Vertrags ist gesperrt.'
             when c.id in ${contractsOfBlockedHolders} then 'Ein weiterer Vertragsinhaber ist gesperrt.'
             when ${runsForInactive('owner.id')} then 'Der Kunde des Vertrags oder ein weiterer Inhaber ist inaktiv.'
             when k.fate = 'changed' and (c.id is null or c.deleted_at is not null) then 'Der Vertrag wurde seit der Prüfung gelöscht.'
             when c.is_linked and (k.writes_holdings or k.writes_plan) then 'Bestand und Sparplan dieses Vertrags kommen von der Bank.'
             when c.row_version <> k.version_before then 'Der Vertrag wurde seit der Prüfung geändert.'
             when other.id is not null then 'Die Vertragsnummer wurde seit der Prüfung vergeben.' end as reason
             from book_import_contracts k
             left join contracts c on c.tenant_id = k.tenant_id and c.id = k.contract_id
             left join customers owner on owner.tenant_id = k.tenant_id
              and owner.id = coalesce(c.customer_id, (k.content->>'customer_id')::uuid)
             left join book_import_customers u on u.tenant_id = k.tenant_id and u.import_id = k.import_id
              and u.customer_ref = k.customer_ref
             left join contracts other on other.tenant_id = k.tenant_id and other.deleted_at is null and other.id <> k.contract_id
              and other.issuer_id = coalesce(c.issuer_id, (k.content->>'issuer_id')::integer)
              and other.match_key = contract_match_key(k.content->>'external_key')
            where ${piece} and k.fate in ('new', 'changed')) x
    where ${piece} and k.issuer_id = x.issuer_id and k.match_key = x.match_key and x.reason is not null`,
  'set local enable_nestloop = on',
  // Positions of the piece, one a fund; cost values the file does not know stay as they were where the quantity did, and are unknown else.
  `create temporary table piece_holdings on commit drop as
   select k.contract_id, k.ordinal, r.fund_id, sum(r.quantity) as quantity, max(r.price) as price,
          coalesce(max(r.price_date), (k.content->>'valuation_date')::date) as price_date,
          case when count(*) = count(r.cost_value) then sum(r.cost_value) end as cost_value, round(sum(r.quantity) * max(r.price), 2) as value
     from book_import_contracts k join book_import_rows r on ${rowsOf}
    where ${piece} and k.writes_holdings and k.fate in ('new', 'changed') and r.quantity is not null
    group by k.contract_id, k.ordinal, r.fund_id, k.content`,
  `create temporary table piece_portfolios on commit drop as
   select h.contract_id, gen_random_uuid() as portfolio_id, sum(h.value) as value, p.id as previous_id,
          coalesce(p.non_funds_value, 0) as non_funds_value, p.paid_in,
          coalesce(p.reserve_value, 0) as reserve_value, coalesce(p.guarantee_fund_quantity, 0) as guarantee_fund_quantity
     from piece_holdings h
     left join portfolios p on p.tenant_id = app_tenant_id() and p.contract_id = h.contract_id and p.is_current
    group by h.contract_id, p.tenant_id, p.id`,
  `create temporary table piece_plans on commit drop as
   select k.contract_id, gen_random_uuid() as plan_id, s.id as previous_id, s.valid_to as previous_until, ${planDay} as valid_from,
          (k.content->>'contribution')::numeric as contribution, (k.content->>'contribution_interval')::smallint as contribution_interval,
          coalesce(s.dynamic_percent, 0) as dynamic_percent
     from book_import_contracts k
     left join lateral (${planBefore('k.contract_id', planDay)}) s on true
    where ${piece} and k.writes_plan and k.fate in ('new', 'changed')`,
  // Values stand in the new row already, so that the triggers that copy them find nothing to do.
  `insert into contracts (tenant_id, id, customer_id, tariff_id, tariff_version_id, insurer_id, issuer_id, external_key,
     external_consumer_key, start_date, end_date, valuation_date, cash_value, total_value, contribution, contribution_interval)
   select k.tenant_id, k.contract_id, (k.content->>'customer_id')::uuid, t.id, v.id, t.insurer_id, t.issuer_id,
          k.content->>'external_key', k.content->>'external_consumer_key', (k.content->>'start_date')::date,
          (k.content->>'end_date')::date, case when p.contract_id is null then null else (k.content->>'valuation_date')::date end,
          coalesce(p.value, 0), coalesce(p.value, 0), s.contribution, s.contribution_interval
     from book_import_contracts k
     join tariffs t on t.tenant_id = k.tenant_id and t.id = (k.content->>'tariff_id')::uuid
     left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
     left join piece_portfolios p on p.contract_id = k.contract_id
     left join piece_plans s on s.contract_id = k.contract_id
    where ${piece} and k.fate = 'new' order by k.ordinal`,
  `update book_import_contracts k set before = jsonb_build_object(
       'external_key', c.external_key, 'external_consumer_key', c.external_consumer_key, 'start_date', c.start_date,
       'end_date', c.end_date, 'portfolio_id', p.id, 'plan_id', s.previous_id, 'plan_valid_to', s.previous_until)
     from contracts c
     left join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
     left join piece_plans s on s.contract_id = c.id
    where ${piece} and k.fate = 'changed' and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
  // Where a depot is linked, its numbers stay as the bank spells them.
  `update contracts c set external_key = case when c.is_linked then c.external_key
           else coalesce(k.content->>'external_key', c.external_key) end,
       external_consumer_key = case when c.is_linked
           then coalesce(c.external_consumer_key, k.content->>'external_consumer_key')
           else coalesce(k.content->>'external_consumer_key', c.external_consumer_key) end,
       start_date = coalesce((k.content->>'start_date')::date, c.start_date),
       end_date = coalesce((k.content->>'end_date')::date, c.end_date)
     from book_import_contracts k
    where ${piece} and k.fate = 'changed' and (k.content->>'is_changed')::boolean
      and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
  `update portfolios p set is_current = false from piece_portfolios n
    where p.tenant_id = app_tenant_id() and p.id = n.previous_id`,
  `insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value, non_funds_value,
     paid_in, reserve_value, guarantee_fund_quantity)
   select k.tenant_id, n.portfolio_id, n.contract_id, (k.content->>'valuation_date')::date, true,
          n.value + n.non_funds_value + n.reserve_value, n.value, n.non_funds_value, n.paid_in, n.reserve_value,
          n.guarantee_fund_quantity
     from piece_portfolios n join book_import_contracts k on ${piece} and k.contract_id = n.contract_id`,
  `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction, cost_value,
     is_locked, sort_order)
   select app_tenant_id(), x.portfolio_id, x.fund_id, x.quantity, x.price, x.price_date, x.value,
          case when x.total = 0 then 0 else ${largestRemainder('portfolio_id', '10000')} / 10000 end,
          coalesce(x.cost_value, case when x.quantity = x.old_quantity then x.old_cost end), coalesce(x.old_lock, false),
          row_number() over (partition by x.portfolio_id order by x.value desc, x.fund_id) - 1
     from ${inSteps(`select n.portfolio_id, h.*, n.value as total, h.value * 10000 / nullif(n.value, 0) as scaled, e.cost_value as old_cost, e.quantity as old_quantity, e.is_locked as old_lock
             from piece_holdings h join piece_portfolios n on n.contract_id = h.contract_id
             left join portfolio_entries e on e.tenant_id = app_tenant_id() and e.portfolio_id = n.previous_id
              and e.fund_id = h.fund_id`)}`,
  `update savings_plans s set valid_to = n.valid_from - 1 from piece_plans n
    where s.tenant_id = app_tenant_id() and s.id = n.previous_id`,
  // No file names the yearly rise: it stays as agreed.
  `insert into savings_plans (tenant_id, id, contract_id, valid_from, contribution, contribution_interval, dynamic_percent)
   select app_tenant_id(), n.plan_id, n.contract_id, n.valid_from, n.contribution, n.contribution_interval, n.dynamic_percent
     from piece_plans n`,
  `insert into savings_plan_entries (tenant_id, savings_plan_id, fund_id, fraction, amount, sort_order)
   select app_tenant_id(), x.plan_id, x.fund_id, x.share,
          ${largestRemainder('plan_id', 'x.cents')} / 100,
          row_number() over (partition by x.plan_id order by x.share desc, x.fund_id) - 1
     from ${inSteps(`select n.plan_id, r.fund_id, r.share, round(n.contribution * 100) as cents,
                  r.share * round(n.contribution * 100) / sum(r.share) over (partition by n.plan_id) as scaled
             from piece_plans n
             join book_import_contracts k on ${piece} and k.contract_id = n.contract_id
             join book_import_rows r on ${rowsOf} and r.share is not null`)}`,
  // Earlier values of the contract as a whole, without positions.
  // Their ids follow from the line, so that taking the import back finds exactly these.
  `insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value)
   select k.tenant_id, md5(k.import_id || '/' || r.line)::uuid, k.contract_id, r.value_date, false, r.total_value, r.total_value
     from book_import_contracts k join book_import_rows r on ${rowsOf} and r.total_value is not null
    where ${piece} and k.writes_values and k.fate in ('new', 'changed')
      and not exists (select from portfolios p where p.tenant_id = k.tenant_id and p.contract_id = k.contract_id
                         and p.valuation_date = r.value_date)`,
  ...writePayments,
  // What is recorded already is not added again; the same twice in one file is two.
  `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source, import_id)
   select app_tenant_id(), r.contract_id, r.fund_id, r.movement_kind, r.movement_day, r.movement_quantity, r.movement_amount, 'book',
          r.import_id
     from (select k.contract_id, r.import_id, r.line, r.fund_id, r.movement_kind, r.movement_day, r.movement_quantity, r.movement_amount,
                  row_number() over (partition by k.contract_id, r.fund_id, r.movement_kind, r.movement_day, r.movement_quantity,
                    r.movement_amount order by r.line) as number
             from book_import_contracts k join book_import_rows r on ${rowsOf} and r.movement_day is not null
              and r.movement_id is null
            where ${piece} and k.writes_movements and k.fate in ('new', 'changed')) r
    where r.number > (select count(*) from fund_movements m where m.tenant_id = app_tenant_id()
        and m.contract_id = r.contract_id and ${sameMovement})
    order by r.line`,
  // What an order executed is this line of the file from now on.
  `update fund_movements m set booked_day = r.movement_day, booked_kind = r.movement_kind,
       booked_quantity = r.movement_quantity, booked_amount = r.movement_amount, booked_import_id = r.import_id
     from book_import_contracts k join book_import_rows r on ${rowsOf} and r.movement_id is not null
    where ${piece} and k.writes_movements and k.fate = 'changed' and m.tenant_id = k.tenant_id and m.id = r.movement_id`,
  raiseVersions(piece),
  `insert into contract_tags (tenant_id, contract_id, tag_id, import_id)
   select distinct k.tenant_id, k.contract_id, t.id, k.import_id
     from book_import_contracts k join book_import_rows r on ${rowsOf} and r.contract_tags is not null
     cross join lateral unnest(string_to_array(r.contract_tags, '|')) n (name)
     join tags t on t.tenant_id = k.tenant_id and lower(t.tag_name) = lower(n.name)
    where ${piece} and k.fate in ('new', 'changed')
   on conflict do nothing`,
  `update book_import_contracts k set is_written = true, version_after = c.row_version,
       content = k.content || jsonb_strip_nulls(jsonb_build_object('portfolio_id', n.portfolio_id, 'plan_id', s.plan_id))
     from contracts c
     left join piece_portfolios n on n.contract_id = c.id
     left join piece_plans s on s.contract_id = c.id
    where ${piece} and k.fate in ('new', 'changed') and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
];
