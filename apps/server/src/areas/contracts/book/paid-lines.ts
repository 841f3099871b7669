import { mostPayments } from '@depotwerk/domain/contracts/payments';
import { formatNumber } from '@depotwerk/domain/number-text';
import { keepCarried } from '../payments/payments.view.ts';

export const tooManyPayments = `Von diesem Vertrag wären es mehr als ${formatNumber(mostPayments, 0, 0)} Angaben zu Einzahlungen.`;

/** Lines of contracts a file says a figure of payments of; its first and last ordinal are `$2` and `$3`. */
const linesOfPiece = `select k.contract_id, r.import_id, r.paid_day, min(r.paid_in) as paid_in
     from book_import_contracts k join book_import_rows r on r.tenant_id = k.tenant_id and r.import_id = k.import_id
      and r.issuer_id = k.issuer_id and r.match_key = k.match_key and r.paid_in is not null
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written
      and k.writes_payments and k.fate in ('new', 'changed')
    group by k.contract_id, r.import_id, r.paid_day`;

/**
 * SQL that finds what the file says of payments beside what is known: `stated` is a line of the contract, `carried` what its
 * valuations say of the day. A figure is known where a line states it, or without a line of its day a valuation carries it. Another
 * one is refused where a line states the day, or where the contract has no lines and its valuation says otherwise.
 */
export const judgePayments: readonly string[] = [
  `create temporary table judged_payments on commit drop as
   select r.issuer_id, r.match_key, bool_or(r.has_two) as has_two,
          count(*) filter (where r.paid_in is distinct from coalesce(l.amount, v.amount)) as new_count,
          count(*) filter (where l.amount <> r.paid_in or l.amount is null and own.number = 0 and v.amount <> r.paid_in) as other_count,
          count(*) filter (where l.amount is null and r.is_change) + max(own.number) > ${mostPayments} as is_too_much
     from (select x.*, x.paid_in is distinct from lag(x.paid_in) over (partition by x.issuer_id, x.match_key order by x.paid_day) as is_change
             from (select issuer_id, match_key, paid_day, min(paid_in) as paid_in, min(paid_in) <> max(paid_in) as has_two
                     from book_import_rows where tenant_id = app_tenant_id() and import_id = $1 and paid_in is not null
                      and match_key is not null
                    group by issuer_id, match_key, paid_day) x) r
     join found_contracts f on f.issuer_id = r.issuer_id and f.match_key = r.match_key
     left join contract_payments l on l.tenant_id = app_tenant_id() and l.contract_id = f.contract_id and l.payment_kind = 'stated'
      and l.payment_day = r.paid_day
     left join lateral (select p.paid_in as amount from portfolios p where p.tenant_id = app_tenant_id()
         and p.contract_id = f.contract_id and p.valuation_date = r.paid_day and p.paid_in is not null
        order by p.is_current desc, p.id limit 1) v on true
     cross join lateral (select count(*) as number from contract_payments o where o.tenant_id = app_tenant_id()
        and o.contract_id = f.contract_id) own
    group by r.issuer_id, r.match_key`,
  'analyze judged_payments',
];

/**
 * SQL that writes them once the valuations of a piece are there. A figure that repeats the one before it in the file is left out where
 * the contract has no other lines: it holds until the next one, and daily valuations would be a line each.
 */
export const writePayments: readonly string[] = [
  `create temporary table piece_payments on commit drop as ${linesOfPiece}`,
  keepCarried('p.contract_id in (select contract_id from piece_payments)'),
  `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source, import_id)
   select app_tenant_id(), n.contract_id, 'stated', n.paid_day, n.paid_in, 'book', n.import_id
     from (select x.*, x.paid_in is distinct from lag(x.paid_in) over (partition by x.contract_id order by x.paid_day) as is_change
             from piece_payments x) n
    where (n.is_change or exists (select from contract_payments o where o.tenant_id = app_tenant_id()
        and o.contract_id = n.contract_id))
      and not exists (select from contract_payments l where l.tenant_id = app_tenant_id() and l.contract_id = n.contract_id
        and l.payment_kind = 'stated' and l.payment_day = n.paid_day)`,
];
