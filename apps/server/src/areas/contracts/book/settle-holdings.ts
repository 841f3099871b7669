/** What a line says that names a fund the house does not have. */
export const unknownFund = (isin: string): string => `Den Fonds ${isin} gibt es noch nicht.`;

/** SQL that settles what only the whole file says of its holdings, before its contracts are judged; $1 is the import. */
export const settleHoldings: readonly string[] = [
  // A line that names neither institution nor tariff, or one nobody knows, is of the contract other lines of the file name by the same
  // number: alone it would be refused, and the contract written without it. Not where the number stands for several contracts.
  `update book_import_rows r set issuer_id = k.issuer_id
     from (select match_key, min(issuer_id) as issuer_id from book_import_rows
            where tenant_id = app_tenant_id() and import_id = $1 and issuer_id <> 0
              and match_key in (select match_key from book_import_rows
                where tenant_id = app_tenant_id() and import_id = $1 and issuer_id = 0)
            group by match_key having min(issuer_id) = max(issuer_id)) k
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.issuer_id = 0 and r.match_key = k.match_key
      and not exists (select from contracts c where c.tenant_id = app_tenant_id() and c.deleted_at is null
        and c.match_key = k.match_key and c.issuer_id <> k.issuer_id)`,
  // Nothing of a fund the house does not have is nothing to refuse a contract for, as long as the file has other positions of it: such
  // lists name what was sold. Where it is all the file says, the line stays refused: an empty depot would go unseen.
  `update book_import_rows r set quantity = null, cost_value = null, valuation_date = null, refusal = null, unknown_isin = null
     from (select distinct issuer_id, match_key from book_import_rows
            where tenant_id = app_tenant_id() and import_id = $1 and quantity is not null and fund_id is not null) k
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.fund_id is null and r.quantity = 0
      and r.refusal = replace('${unknownFund('%')}', '%', r.unknown_isin) and r.issuer_id = k.issuer_id and r.match_key = k.match_key`,
  // The newest price of a fund says nothing about a day before it: that of the day of the holding does, where one is known.
  `update book_import_rows r set price = q.price, price_date = q.price_date
     from (select d.fund_id, d.valuation_date, d.price as newest, d.price_date as newest_day, p.price, p.price_date
             from (select distinct fund_id, valuation_date, price, price_date from book_import_rows
                    where tenant_id = app_tenant_id() and import_id = $1 and price_date > valuation_date) d
             join funds f on f.tenant_id = app_tenant_id() and f.id = d.fund_id and f.price = d.price and f.price_date = d.price_date
            cross join lateral (select x.price, x.price_date from fund_prices x
              where x.tenant_id = f.tenant_id and x.fund_id = f.id and x.price_date <= d.valuation_date
              order by x.price_date desc limit 1) p) q
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.fund_id = q.fund_id and r.valuation_date = q.valuation_date
      and r.price = q.newest and r.price_date = q.newest_day`,
];

/**
 * SQL that says in the notes of a file which lines repeat a holding of the same contract, fund, units and price: both count, which lots
 * want and a line copied twice does not. Asked where `file_contracts` is there; $1 is the import. What an
 * earlier check of the same file said already is not said again.
 */
export const tellTwins = `
  with twins as (
    select r.fund_id, array_agg(r.line order by r.line) as lines
      from file_contracts k
      join book_import_contracts c on c.tenant_id = app_tenant_id() and c.import_id = $1 and c.issuer_id = k.issuer_id
       and c.match_key = k.match_key and c.fate in ('new', 'changed') and c.writes_holdings
      join book_import_rows r on r.tenant_id = app_tenant_id() and r.import_id = $1 and r.issuer_id = k.issuer_id
       and r.match_key = k.match_key and r.quantity > 0
     where k.holding_funds < k.holding_count
     group by r.issuer_id, r.match_key, r.fund_id, r.quantity, r.price, r.cost_value
    having count(*) > 1),
  said as (
    select array_agg(format('Die Zeilen %s und %s nennen für denselben Vertrag denselben Fonds mit denselben Anteilen; sie werden zusammengezählt. Bitte prüfen Sie, ob eine davon doppelt ist.',
        t.lines[1], t.lines[2]) order by t.lines[1]) as notes, count(*) as number from twins t)
  update book_imports b
     set notes = b.notes || coalesce((select jsonb_agg(n) from jsonb_array_elements(coalesce(to_jsonb(s.notes[1:3]), '[]')
           || case when s.number > 3 then jsonb_build_array(format('So werden auch gleiche Zeilen in %s weiteren Fällen zusammengezählt.', s.number - 3)) else '[]' end) n
          where not b.notes @> jsonb_build_array(n)), '[]')
    from said s where b.tenant_id = app_tenant_id() and b.id = $1`;
