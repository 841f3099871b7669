import { largestMoney } from '@depotwerk/domain/contracts/check-contract';
import { mostMovements } from '@depotwerk/domain/contracts/fund-movements';
import { formatNumber } from '@depotwerk/domain/number-text';
import { contractsOfBlockedHolders, runsForInactive } from '../../../platform/customers/blocked-contract.ts';
import { planInForce } from '../../../platform/depot-content/plan-days.ts';
import { agreeContractLines, beforeBegin, beginOfContract, planBeforeBegin } from './agree-lines.ts';
import { judgedLines, lineFate } from './book-rows.view.ts';
import { differingKeys } from './judge-customers.ts';
import { judgePayments, tooManyPayments } from './paid-lines.ts';

/** Movements `m` that stand for what an order executed; one a file brought before it is known by that file's line. */
const isOfOrder = `(m.movement_source = 'order'
  or m.movement_source = 'hand' and (m.trader_order_id is not null or m.claimed_by_order_id is not null))`;
/** Movements `m` of orders no line of a file was yet. */
export const unbooked = `m.tenant_id = app_tenant_id() and ${isOfOrder} and m.booked_day is null`;

/**
 * Whether line `r` of a file and a recorded movement `m` are the same; one of an order is, once a line was found to be it
 * (`pair-ordered-lines.ts`), that line and no other, whatever was corrected of it since.
 */
export const sameMovement = `m.fund_id = r.fund_id
        and case when m.booked_day is not null
            then m.booked_kind = r.movement_kind and m.booked_quantity = r.movement_quantity and m.booked_day = r.movement_day
              and m.booked_amount is not distinct from r.movement_amount
          else m.movement_kind = r.movement_kind and m.quantity = r.movement_quantity and m.movement_day = r.movement_day
            and m.amount is not distinct from r.movement_amount and not ${isOfOrder} end`;

/**
 * The savings plan one that begins on a day takes the place of: the last one, if it has no end or a later one. Also one that is to end
 * without another to follow would go on beside the new one.
 */
export const planBefore = (contractId: string, day: string) => `
  select x.* from savings_plans x where x.tenant_id = app_tenant_id() and x.contract_id = ${contractId}
     and (x.valid_to is null or x.valid_to >= ${day}) order by x.valid_from desc limit 1`;

/** True where a file's plan is not `plan` of the database; one that is over is told again only to begin anew. */
const tellsAnother = (
  plan: string,
) => `(${plan}.id is null or coalesce(${plan}.valid_to < $2::date, false) or ${plan}.contribution is distinct from k.contribution
             or ${plan}.contribution_interval <> coalesce(k.contribution_interval, ${plan}.contribution_interval)
             or k.share_count <> (select count(*) from savings_plan_entries e
                  join book_import_rows r on r.tenant_id = app_tenant_id() and r.import_id = $1
                   and r.issuer_id = k.issuer_id and r.match_key = k.match_key and r.fund_id = e.fund_id and r.share = e.fraction
                 where e.tenant_id = ${plan}.tenant_id and e.savings_plan_id = ${plan}.id)
             or k.share_count <> (select count(*) from savings_plan_entries e
                 where e.tenant_id = ${plan}.tenant_id and e.savings_plan_id = ${plan}.id))`;

/** The number a line names, which in a list can be the words of a footer. */
const statedNumber = `left(k.content->>'external_key', 40)`;
const tooManyMovements = `Von einem Fonds dieses Vertrags wären es mehr als ${formatNumber(mostMovements, 0, 0)} Umsätze. Bitte fassen Sie frühere zusammen.`;

/** An amount as it is written here: 1.234,56; marks in the pattern are none of the database's language. */
const figure = (amount: string) => `translate(to_char(${amount}, 'FM999,999,999,999,990.00'), ',.', '.,')`;

/** SQL that judges the contracts of a file after its customers; $1 is the import, $2 what a plan without a day begins on. */
export const judgeContracts: readonly string[] = [
  // A table of this transaction, because requests may not analyze the lasting ones.
  `create temporary table judged_customers on commit drop as
   select customer_ref, fate, reason, customer_id from book_import_customers
    where tenant_id = app_tenant_id() and import_id = $1`,
  'create index on judged_customers (customer_ref)',
  'analyze judged_customers',
  `create temporary table file_contracts on commit drop as
   select r.issuer_id, r.match_key, min(r.line) as first_line,
          min(r.line) filter (where r.refusal is not null) as refused_line,
          min(r.customer_ref) as customer_ref, min(r.customer_ref) <> max(r.customer_ref) as has_customers,
          (array_agg(r.contract order by r.line))[1] as content, count(r.contract) as said_count,
          count(r.quantity) as holding_count, min(r.valuation_date) as first_valuation_date,
          count(distinct r.fund_id) filter (where r.quantity is not null) as holding_funds,
          max(r.valuation_date) as valuation_date,
          count(r.share) as share_count, sum(r.share) as share_sum, count(distinct r.fund_id) filter (where r.share is not null) as share_funds,
          min(r.contribution) as least_contribution, max(r.contribution) as contribution,
          min(r.contribution_interval) <> max(r.contribution_interval) as has_intervals, max(r.contribution_interval) as contribution_interval,
          min(r.plan_valid_from) as first_plan_valid_from, coalesce(max(r.plan_valid_from), $2::date) as plan_valid_from,
          count(r.total_value) as value_count, count(distinct r.value_date) as value_days, min(r.value_date) as first_value_date,
          sum(r.quantity) as quantity_sum, max(r.price) as highest_price, sum(r.cost_value) as cost_sum, count(*) as line_count
     from book_import_rows r
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.match_key is not null
    group by r.issuer_id, r.match_key`,
  'create index on file_contracts (issuer_id, match_key)',
  'analyze file_contracts',
  ...agreeContractLines,
  // Positions of the file, one a fund, beside those of the current portfolio.
  `create temporary table same_holdings on commit drop as
   select k.issuer_id, k.match_key, count(*) as file_count,
          count(*) filter (where e.quantity = k.quantity and e.price = k.price
            and (k.price_date is null or e.price_date = k.price_date)
            and (k.cost_value is null or e.cost_value = k.cost_value)) as same_count
     from (select issuer_id, match_key, fund_id, sum(quantity) as quantity, max(price) as price,
                  max(price_date) as price_date, case when count(*) = count(cost_value) then sum(cost_value) end as cost_value
             from book_import_rows where tenant_id = app_tenant_id() and import_id = $1 and quantity is not null
            group by issuer_id, match_key, fund_id) k
     join found_contracts f on f.issuer_id = k.issuer_id and f.match_key = k.match_key and f.contract_id is not null
     left join portfolios p on p.tenant_id = app_tenant_id() and p.contract_id = f.contract_id and p.is_current
     left join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id and e.fund_id = k.fund_id
    group by k.issuer_id, k.match_key`,
  'analyze same_holdings',
  // Of one fund a contract has one price: what two lines say differently has no value. Looked for where a fund comes twice; lots whose
  // price is worked out from a rounded value differ by less than the twentieth of a percent that is let through.
  `create temporary table two_prices on commit drop as
   select distinct r.issuer_id, r.match_key
     from file_contracts k
     join book_import_rows r on r.tenant_id = app_tenant_id() and r.import_id = $1 and r.issuer_id = k.issuer_id
      and r.match_key = k.match_key and r.quantity is not null
    where k.holding_funds < k.holding_count
    group by r.issuer_id, r.match_key, r.fund_id
   having max(r.price) > min(r.price) * 1.0005`,
  'analyze two_prices',
  // Lines that can be stored one by one may be too much together; funds are looked at one by one only where they could be.
  `create temporary table large_holdings on commit drop as
   select issuer_id, match_key
     from (select r.issuer_id, r.match_key, sum(r.quantity) as quantity, sum(r.quantity) * max(r.price) as value,
                  sum(r.cost_value) as cost_value
             from file_contracts k
             join book_import_rows r on r.tenant_id = app_tenant_id() and r.import_id = $1 and r.issuer_id = k.issuer_id
              and r.match_key = k.match_key and r.quantity is not null
            where k.quantity_sum * k.highest_price > ${largestMoney} or k.cost_sum > ${largestMoney} or k.quantity_sum > 999999999
            group by r.issuer_id, r.match_key, r.fund_id) k
    group by issuer_id, match_key
   having sum(value) > ${largestMoney} or sum(cost_value) > ${largestMoney} or max(quantity) > 999999999`,
  'analyze large_holdings',
  `create temporary table same_values on commit drop as
   select r.issuer_id, r.match_key, count(*) filter (where p.total_value = r.total_value) as same_count,
          count(*) filter (where p.total_value <> r.total_value) as other_count,
          min(r.value_date) filter (where p.total_value <> r.total_value) as other_day
     from book_import_rows r
     join found_contracts f on f.issuer_id = r.issuer_id and f.match_key = r.match_key
     join lateral (select x.total_value from portfolios x where x.tenant_id = app_tenant_id()
        and x.contract_id = f.contract_id and x.valuation_date = r.value_date
        order by x.is_current desc, x.id limit 1) p on true
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.total_value is not null
    group by r.issuer_id, r.match_key`,
  // Funds of which the file names a purchase or sale that is not recorded (the same twice is two) or that is an order's, with how many
  // there would be if none were; which line is an order's is found when the contracts are.
  `create temporary table newly_moved_funds on commit drop as
   select n.issuer_id, n.match_key, n.fund_id, n.added + (select count(*) from fund_movements m where m.tenant_id = app_tenant_id()
          and m.contract_id = n.contract_id and m.fund_id = n.fund_id) as most
     from (select r.issuer_id, r.match_key, r.fund_id, f.contract_id, sum(r.number - known.number) as added
            from (select issuer_id, match_key, fund_id, movement_kind, movement_day, movement_quantity, movement_amount, count(*) as number
                    from book_import_rows where tenant_id = app_tenant_id() and import_id = $1 and movement_day is not null
                   group by 1, 2, 3, 4, 5, 6, 7) r
            left join found_contracts f on f.issuer_id = r.issuer_id and f.match_key = r.match_key
            cross join lateral (select count(*) as number from fund_movements m where m.tenant_id = app_tenant_id()
               and m.contract_id = f.contract_id and ${sameMovement}) known
           where r.number > known.number
           group by 1, 2, 3, 4) n`,
  'analyze newly_moved_funds',
  `create temporary table newly_moved_contracts on commit drop as select distinct issuer_id, match_key from newly_moved_funds`,
  'analyze newly_moved_contracts',
  ...judgePayments,
  // Contracts the file gives a tag they do not have.
  `create temporary table newly_tagged_contracts on commit drop as
   select distinct r.issuer_id, r.match_key
     from book_import_rows r
     cross join lateral unnest(string_to_array(r.contract_tags, '|')) n (name)
     join found_contracts f on f.issuer_id = r.issuer_id and f.match_key = r.match_key
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.contract_tags is not null
      and not exists (select from contract_tags l join tags t on t.tenant_id = l.tenant_id and t.id = l.tag_id
        where l.tenant_id = app_tenant_id() and l.contract_id = f.contract_id and lower(t.tag_name) = lower(n.name))`,
  'analyze newly_tagged_contracts',
  `create temporary table judged on commit drop as
   select k.*, f.contract_id as known_id, c.customer_id as known_customer, c.row_version as known_version, u.fate as customer_fate, u.customer_id,
          t.issuer_id as tariff_issuer,
          (k.holding_count > 0 and (c.id is null or p.id is null or p.valuation_date <> k.valuation_date
             or h.same_count <> h.file_count
             or h.file_count <> (select count(*) from portfolio_entries e where e.tenant_id = p.tenant_id and e.portfolio_id = p.id)))
             as writes_holdings,
          (k.share_count > 0 and ${tellsAnother('s')} and (running.id is null or ${tellsAnother('running')}))
             as writes_plan,
          k.value_count > coalesce(v.same_count, 0) as writes_values, n.match_key is not null as writes_tags, moved.match_key is not null as writes_movements,
          coalesce(paid.new_count, 0) > 0 as writes_payments,
          case
            when k.refused_line is not null then format('Zeile %s dieses Vertrags wurde abgelehnt; ein Vertrag wird ganz oder gar nicht übernommen.', k.refused_line)
            when f.hit_count > 1 then 'Mehrere Verträge haben diese Nummer. Bitte geben Sie das Institut an.'
            when k.has_customers then 'Die Zeilen dieses Vertrags nennen verschiedene Kunden.'
            when said.contradiction is not null then said.contradiction
            when u.fate = 'refused' then 'Der Kunde dieses Vertrags wurde abgelehnt: ' || u.reason
            when c.id is not null and u.customer_id is not null and c.customer_id <> u.customer_id then 'Der Vertrag gehört zu einem anderen Kunden.'
            when owner.is_blocked then 'Der Kunde des Vertrags ist gesperrt.'
            when c.id in ${contractsOfBlockedHolders} then 'Ein weiterer Vertragsinhaber ist gesperrt.'
            when ${runsForInactive('coalesce(c.customer_id, u.customer_id)')} then 'Der Kunde des Vertrags oder ein weiterer Inhaber ist inaktiv.'
            when c.id is null and k.customer_ref is null then format('Den Vertrag „%s“ gibt es noch nicht. Für einen neuen braucht es Kundennummer oder Namen mit Geburtsdatum.', ${statedNumber})
            when c.id is null and k.content->>'tariff_id' is null and k.content->>'start_date' is null then format('Den Vertrag „%s“ gibt es noch nicht. Für einen neuen braucht es einen Tarif und den Beginn.', ${statedNumber})
            when c.id is null and k.content->>'tariff_id' is null then format('Den Vertrag „%s“ gibt es noch nicht. Für einen neuen braucht es einen Tarif.', ${statedNumber})
            when c.id is null and k.content->>'start_date' is null then format('Den Vertrag „%s“ gibt es noch nicht. Für einen neuen braucht es den Beginn.', ${statedNumber})
            when c.is_linked and (k.holding_count > 0 or k.share_count > 0) then 'Bestand und Sparplan dieses Vertrags kommen von der Bank.'
            when c.is_linked and (contract_match_key(k.content->>'external_key') <> c.match_key
                or contract_match_key(k.content->>'external_consumer_key') <> c.consumer_match_key)
              then 'Die Nummern dieses Vertrags kommen von der Bank und werden hier nicht geändert.'
            when (k.content->>'end_date')::date <= coalesce((k.content->>'start_date')::date, c.start_date) then 'Das Ende liegt nicht nach dem Beginn.'
            ${beforeBegin.trim()}
            when g.match_key is not null then 'Bestand oder Einstandswerte dieses Vertrags sind zusammen größer, als gespeichert werden kann.'
            when k.first_valuation_date < k.valuation_date then format('Die Zeilen dieses Vertrags haben verschiedene Stichtage: %s und %s.',
              to_char(k.first_valuation_date, 'DD.MM.YYYY'), to_char(k.valuation_date, 'DD.MM.YYYY'))
            when w.match_key is not null then 'Die Zeilen dieses Vertrags nennen zum selben Fonds verschiedene Kurse.'
            when k.holding_count > 0 and p.valuation_date > k.valuation_date then format('Es gibt bereits einen Bestand mit späterem Stichtag: %s.', to_char(p.valuation_date, 'DD.MM.YYYY'))
            when k.share_count > 0 and k.contribution is null then 'Für den Sparplan fehlt der Beitrag.'
            when k.share_count > 0 and k.least_contribution < k.contribution
              then format('Die Zeilen dieses Vertrags nennen verschiedene Beiträge: %s\u00a0€ und %s\u00a0€. Der Beitrag ist der des ganzen Sparplans.',
                ${figure('k.least_contribution')}, ${figure('k.contribution')})
            when k.share_count > 0 and k.has_intervals then 'Die Zeilen dieses Vertrags nennen verschiedene Zahlweisen.'
            when k.share_count > 0 and k.first_plan_valid_from < k.plan_valid_from
              then format('Der Sparplan dieses Vertrags beginnt an verschiedenen Tagen: %s und %s.',
                to_char(k.first_plan_valid_from, 'DD.MM.YYYY'), to_char(k.plan_valid_from, 'DD.MM.YYYY'))
            when k.share_funds < k.share_count then 'Ein Fonds kommt im Sparplan zweimal vor.'
            when k.share_count > 0 and abs(k.share_sum - 1) > 0.0005
              then format('Die Anteile des Sparplans ergeben %s\u00a0%% statt 100\u00a0%%.', replace(round(k.share_sum * 100, 2)::text, '.', ','))
            when k.value_days < k.value_count then 'Ein Wertdatum kommt zweimal vor.'
            when v.other_count > 0 then format('Zum Wertdatum %s ist schon ein anderer Wert gespeichert.', to_char(v.other_day, 'DD.MM.YYYY'))
            when paid.has_two then 'Zum selben Tag nennen die Zeilen dieses Vertrags verschiedene Beträge unter „Eingezahlt“.'
            when paid.other_count > 0 then 'Zu einem der Tage ist schon ein anderer Stand der Einzahlungen bekannt. Bitte berichtigen Sie ihn am Vertrag.'
            when paid.is_too_much then '${tooManyPayments}'
          end as reason,
          ${beginOfContract}, s.valid_from as plan_since, coalesce(k.contribution_interval, s.contribution_interval, 1) as plan_interval,
          case when c.id is null then '{}' else ${differingKeys('o.said', 'o.stored')} end as changes
     from file_contracts k
     join found_contracts f on f.issuer_id = k.issuer_id and f.match_key = k.match_key
     left join contracts c on c.tenant_id = app_tenant_id() and c.id = f.contract_id and f.hit_count = 1
     left join customers owner on owner.tenant_id = app_tenant_id() and owner.id = c.customer_id
     left join judged_customers u on u.customer_ref = k.customer_ref
     left join tariffs t on t.tenant_id = app_tenant_id() and t.id = (k.content->>'tariff_id')::uuid
     left join portfolios p on p.tenant_id = app_tenant_id() and p.contract_id = c.id and p.is_current
     left join lateral (${planBefore('c.id', 'k.plan_valid_from')}) s on k.share_count > 0
     left join lateral (select p.* from (${planInForce('c', 'k.plan_valid_from')}) p where s.valid_from > k.plan_valid_from) running
       on k.share_count > 0
     left join same_holdings h on h.issuer_id = k.issuer_id and h.match_key = k.match_key
     left join large_holdings g on g.issuer_id = k.issuer_id and g.match_key = k.match_key
     left join contradictions said on said.issuer_id = k.issuer_id and said.match_key = k.match_key
     left join two_prices w on w.issuer_id = k.issuer_id and w.match_key = k.match_key
     left join newly_tagged_contracts n on n.issuer_id = k.issuer_id and n.match_key = k.match_key
     left join newly_moved_contracts moved on moved.issuer_id = k.issuer_id and moved.match_key = k.match_key
     left join judged_payments paid on paid.issuer_id = k.issuer_id and paid.match_key = k.match_key
     left join same_values v on v.issuer_id = k.issuer_id and v.match_key = k.match_key
     cross join lateral (select k.content - 'old_match_key' - 'tariff_id'
            - case when f.hit_count = 1 and c.match_key = k.match_key then 'external_key' else '' end
            - case when c.is_linked and c.external_consumer_key is not null then 'external_consumer_key' else '' end as said,
          jsonb_build_object('external_key', c.external_key, 'external_consumer_key', c.external_consumer_key,
            'start_date', c.start_date, 'end_date', c.end_date) as stored offset 0) o`,
  `insert into book_import_contracts (tenant_id, import_id, issuer_id, match_key, ordinal, first_line, customer_ref, contract_id,
     fate, reason, content, writes_holdings, writes_plan, writes_values, writes_movements, writes_payments,
     version_before, changes)
   select app_tenant_id(), $1, j.issuer_id, j.match_key, row_number() over (order by j.first_line), j.first_line, j.customer_ref,
          coalesce(j.known_id, gen_random_uuid()),
          case when x.reason is not null then 'refused' when j.known_id is null then 'new'
               when y.changes <> '{}' then 'changed' else 'unchanged' end,
          x.reason,
          jsonb_strip_nulls(jsonb_build_object('valuation_date', j.valuation_date, 'contribution', j.contribution,
            'contribution_interval', j.plan_interval, 'plan_valid_from', j.plan_valid_from,
            'customer_id', coalesce(j.known_customer, j.customer_id), 'issuer_id', coalesce(j.tariff_issuer, nullif(j.issuer_id, 0)),
            'is_changed', j.changes <> '{}')) || j.content,
          j.writes_holdings, j.writes_plan, j.writes_values, j.writes_movements, j.writes_payments, j.known_version, y.changes
     from judged j
     cross join lateral (select case when j.known_id is null then '{}' else j.changes || array(select p.name from (values
       ('holdings', j.writes_holdings), ('plan', j.writes_plan), ('values', j.writes_values), ('tags', j.writes_tags),
       ('movements', j.writes_movements), ('payments', j.writes_payments)) p (name, is_written)
       where p.is_written) end as changes offset 0) y
     cross join lateral (select coalesce(j.reason, case ${planBeforeBegin} when j.writes_plan and j.plan_since >= j.plan_valid_from
       then format('Ein Sparplan mit gleichem oder späterem Beginn (%s) besteht. Bitte geben Sie „Sparplan ab“ an.', to_char(j.plan_since, 'DD.MM.YYYY')) end) as reason) x`,
  // From here on the rows of the file meet each other. The planner knows nothing of them yet and would take a few for
  // each other's every row; whole tables against one another need no luck.
  'set local enable_nestloop = off',
  // Numbers a database decides on: two lines that would be the same new contract.
  `update book_import_contracts k set fate = 'refused', reason = 'Diese Vertragsnummer kommt in der Datei mit und ohne Institut vor.'
     from (select content->>'issuer_id' as issuer, match_key from book_import_contracts
            where tenant_id = app_tenant_id() and import_id = $1 and fate = 'new'
            group by 1, 2 having count(*) > 1) twice
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.fate = 'new' and k.match_key = twice.match_key
      and k.content->>'issuer_id' = twice.issuer and $2::date is not null`,
];

/** SQL of the same transaction once it is known which lines are an order's; $1 is the import. */
export const judgePairedContracts: readonly string[] = [
  `update book_import_contracts k set fate = 'refused', reason = '${tooManyMovements}'
     from newly_moved_funds n
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.fate in ('new', 'changed')
      and k.issuer_id = n.issuer_id and k.match_key = n.match_key and n.most > ${mostMovements}
      and n.most - (select count(*) from book_import_rows r where r.tenant_id = k.tenant_id and r.import_id = k.import_id
            and r.issuer_id = n.issuer_id and r.match_key = n.match_key and r.fund_id = n.fund_id
            and r.movement_id is not null) > ${mostMovements}`,
  // Nobody is made a customer, or changed, by lines that were all refused.
  `update book_import_customers u set fate = 'refused', reason = 'Kein Vertrag dieses Kunden konnte übernommen werden.'
    where u.tenant_id = app_tenant_id() and u.import_id = $1 and u.fate in ('new', 'changed')
      and exists (select from book_import_contracts k where k.tenant_id = u.tenant_id and k.import_id = u.import_id
                     and k.customer_ref = u.customer_ref)
      and not exists (select from book_import_contracts k where k.tenant_id = u.tenant_id and k.import_id = u.import_id
                     and k.customer_ref = u.customer_ref and k.fate <> 'refused')`,
];

/** Counts lines by what becomes of them, and the new customers without a group; $1 is the import. */
export const countFates = `
  with fates as (
    select ${lineFate} as fate, count(*) as number ${judgedLines} group by 1)
  update book_imports b set state = 'checked', row_count = s.total, refused_count = s.refused, new_count = s.new_rows,
      changed_count = s.changed, unchanged_count = s.unchanged,
      without_group_count = (select count(*) from book_import_customers u
        where u.tenant_id = app_tenant_id() and u.import_id = $1 and u.fate = 'new' and not u.content ? 'group_id')
    from (select coalesce(sum(number), 0) as total,
                 coalesce(sum(number) filter (where fate = 'refused'), 0) as refused,
                 coalesce(sum(number) filter (where fate = 'new'), 0) as new_rows,
                 coalesce(sum(number) filter (where fate = 'changed'), 0) as changed,
                 coalesce(sum(number) filter (where fate = 'unchanged'), 0) as unchanged from fates) s
   where b.tenant_id = app_tenant_id() and b.id = $1`;
