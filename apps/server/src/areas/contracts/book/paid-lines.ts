import { mostPayments } from '@depotwerk/domain/contracts/payments';
import { formatNumber } from '@depotwerk/domain/number-text';
import { carriedLines, keepCarried } from '../payments/payments.view.ts';

export const tooManyPayments = `Von diesem Vertrag wären es mehr als ${formatNumber(mostPayments, 0, 0)} Angaben zu Einzahlungen.`;

/** Lines of contracts a file says a figure of payments of; its first and last ordinal are `$2` and `$3`. */
const linesOfPiece = `select k.contract_id, r.import_id, r.paid_day, min(r.paid_in) as paid_in
     from book_import_contracts k join book_import_rows r on r.tenant_id = k.tenant_id and r.import_id = k.import_id
      and r.issuer_id = k.issuer_id and r.match_key = k.match_key and r.paid_in is not null
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written
      and k.writes_payments and k.fate in ('new', 'changed')
    group by k.contract_id, r.import_id, r.paid_day`;

/**
 * Figures `rows` of a file (with `contract_id`, `paid_day` and `paid_in`, those of a contract told by `key`), each with `is_new`: the
 * `lines` of its contract and the figures before it in the file do not say it yet. Only such a one becomes a line; daily valuations
 * would be a line each. What the figures before it say counts, because they are written with it: without a stated line since, a figure
 * goes on from the one before it as paid_in() goes on from a line.
 */
const newFigures = (rows: string, key: string, lines: string): string => `
  select x.*, x.paid_in is distinct from base.amount + coalesce((
           select sum(case l.payment_kind when 'paidIn' then l.amount else -l.amount end) from ${lines} l
            where l.contract_id = x.contract_id and l.payment_kind <> 'stated' and l.payment_day > base.day
              and l.payment_day <= x.paid_day), 0) as is_new
    from (select r.*, lag(r.paid_day) over told as day_before, lag(r.paid_in) over told as paid_before
            from ${rows} r window told as (partition by ${key} order by r.paid_day)) x
    left join lateral (
      select b.day, b.amount
        from (select x.day_before as day, x.paid_before as amount where x.day_before is not null
              union all
              select l.payment_day, l.amount from ${lines} l where l.contract_id = x.contract_id and l.payment_kind = 'stated'
                 and l.payment_day <= x.paid_day) b
       order by b.day desc limit 1) base on true`;

/**
 * SQL that finds what the file says of payments beside what is known: the lines of a contract, or those its valuations would be kept
 * as. A figure is refused where such a line says another one of its day; what a valuation merely repeats of the one before is nothing
 * somebody said. There may not be more lines than a form can hold, unless nothing is added.
 */
export const judgePayments: readonly string[] = [
  `create temporary table file_payments on commit drop as
   select r.issuer_id, r.match_key, f.contract_id, r.paid_day, min(r.paid_in) as paid_in, min(r.paid_in) <> max(r.paid_in) as has_two
     from book_import_rows r
     join found_contracts f on f.issuer_id = r.issuer_id and f.match_key = r.match_key
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.paid_in is not null and r.match_key is not null
    group by r.issuer_id, r.match_key, f.contract_id, r.paid_day`,
  'analyze file_payments',
  `create temporary table known_payments on commit drop as
   select contract_id, payment_kind, payment_day, amount from contract_payments
    where tenant_id = app_tenant_id() and contract_id in (select contract_id from file_payments)
   union all
   select x.contract_id, 'stated', x.valuation_date, x.paid_in
     from (${carriedLines('p.contract_id in (select contract_id from file_payments)')}) x`,
  'create index on known_payments (contract_id, payment_day)',
  'analyze known_payments',
  `create temporary table judged_payments on commit drop as
   select n.issuer_id, n.match_key, bool_or(n.has_two) as has_two, count(*) filter (where n.is_new) as new_count,
          count(*) filter (where l.amount <> n.paid_in) as other_count,
          bool_or(n.is_new) and count(*) filter (where n.is_new) + max(own.number) > ${mostPayments} as is_too_much
     from (${newFigures('file_payments', 'r.issuer_id, r.match_key', 'known_payments')}) n
     left join known_payments l on l.contract_id = n.contract_id and l.payment_kind = 'stated' and l.payment_day = n.paid_day
     cross join lateral (select count(*) as number from known_payments o where o.contract_id = n.contract_id) own
    group by n.issuer_id, n.match_key`,
  'analyze judged_payments',
];

/** SQL that writes them once the valuations of a piece are there. */
export const writePayments: readonly string[] = [
  `create temporary table piece_payments on commit drop as ${linesOfPiece}`,
  // What valuations said while nobody had stated anything: lines say less than they did (nothing of one that said nothing, of an empty
  // depot's 0), and taking the import back brings it back as it was.
  `update book_import_contracts k set before = k.before || jsonb_build_object('paid_in', x.said)
     from (select p.contract_id, jsonb_object_agg(p.id, p.paid_in) as said from portfolios p
            where p.tenant_id = app_tenant_id() and p.contract_id in (select contract_id from piece_payments)
              and not exists (select from contract_payments l where l.tenant_id = p.tenant_id and l.contract_id = p.contract_id)
            group by p.contract_id having count(p.paid_in) > 0) x
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written
      and k.contract_id = x.contract_id`,
  keepCarried(
    'p.contract_id in (select contract_id from piece_payments)',
    '(select min(import_id::text) from piece_payments)',
  ),
  `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source, import_id)
   select app_tenant_id(), n.contract_id, 'stated', n.paid_day, n.paid_in, 'book', n.import_id
     from (${newFigures('piece_payments', 'r.contract_id', '(select * from contract_payments where tenant_id = app_tenant_id())')}) n
    where n.is_new
      and not exists (select from contract_payments l where l.tenant_id = app_tenant_id() and l.contract_id = n.contract_id
        and l.payment_kind = 'stated' and l.payment_day = n.paid_day)`,
];

/**
 * SQL that takes the lines of import $1 back. Those kept of valuations go last: what these say by them alone stays theirs without a
 * line, which is right for valuations that came since.
 */
export const undoPayments: readonly string[] = [
  `delete from contract_payments where tenant_id = app_tenant_id() and import_id = $1 and payment_source <> 'carried'`,
  `create temporary table carried_again on commit drop as
   select p.id, p.paid_in from portfolios p
    where p.tenant_id = app_tenant_id() and p.paid_in is not null and p.contract_id in (
      select contract_id from contract_payments where tenant_id = app_tenant_id() and import_id = $1)`,
  `delete from contract_payments where tenant_id = app_tenant_id() and import_id = $1`,
  `update portfolios p set paid_in = x.paid_in from carried_again x
    where p.tenant_id = app_tenant_id() and p.id = x.id`,
  // Those that were there then say again what they said; an import of the release before has not kept it.
  `update portfolios p set paid_in = (k.before->'paid_in'->>p.id::text)::numeric from book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.before->'paid_in' ? p.id::text
      and p.tenant_id = k.tenant_id and p.contract_id = k.contract_id
      and p.paid_in is distinct from (k.before->'paid_in'->>p.id::text)::numeric`,
];
