/** A day as it is written here. */
const day = (value: string) => `to_char((${value})::date, 'DD.MM.YYYY')`;

/** The first thing the lines of a contract say of one member, in their order; null where none says it. */
const firstSaid = (member: string) =>
  `(array_agg(r.contract->>'${member}' order by r.line) filter (where r.contract ? '${member}'))[1]`;

/** What two lines of a contract may spell in different ways but mean one thing by. */
const numbers = [
  ['external_consumer_key', 'consumer_keys'],
  ['old_match_key', 'old_keys'],
] as const;

/**
 * SQL that lets all lines of a contract speak for it, not its first alone: what a later line says where earlier ones leave a gap is
 * taken, and where two contradict each other the contract is refused with both (`contradiction`). Lines that repeat the one above are
 * stored without it (`rowReader`), so few contracts of a sorted file come here. $1 is the import.
 */
export const agreeContractLines: readonly string[] = [
  `create temporary table contradictions on commit drop as
   select x.issuer_id, x.match_key, x.content, case
       when x.tariffs > 1 then (select format('Die Zeilen dieses Vertrags nennen verschiedene Tarife: „%s“ und „%s“.', min(t.name), max(t.name))
          from tariffs t where t.tenant_id = app_tenant_id() and t.id in (x.first_tariff::uuid, x.last_tariff::uuid))
       when x.first_start <> x.last_start then format('Die Zeilen dieses Vertrags nennen verschiedene Tage als Beginn: %s und %s.', ${day('x.first_start')}, ${day('x.last_start')})
       when x.first_end <> x.last_end then format('Die Zeilen dieses Vertrags nennen verschiedene Tage als Ende: %s und %s.', ${day('x.first_end')}, ${day('x.last_end')})
       when x.consumer_keys > 1 then 'Die Zeilen dieses Vertrags nennen verschiedene Kundennummern beim Institut.'
       when x.old_keys > 1 then 'Die Zeilen dieses Vertrags nennen verschiedene alte Vertragsnummern.'
     end as contradiction
     from (select r.issuer_id, r.match_key,
                  jsonb_strip_nulls(jsonb_build_object(${['external_key', 'tariff_id', 'start_date', 'end_date', 'external_consumer_key', 'old_match_key'].map((member) => `'${member}', ${firstSaid(member)}`).join(', ')})) as content,
                  count(distinct r.contract->>'tariff_id') as tariffs,
                  min(r.contract->>'tariff_id') as first_tariff, max(r.contract->>'tariff_id') as last_tariff,
                  min(r.contract->>'start_date') as first_start, max(r.contract->>'start_date') as last_start,
                  min(r.contract->>'end_date') as first_end, max(r.contract->>'end_date') as last_end,
                  ${numbers.map(([member, name]) => `count(distinct contract_match_key(r.contract->>'${member}')) as ${name}`).join(', ')}
             from file_contracts k
             join book_import_rows r on r.tenant_id = app_tenant_id() and r.import_id = $1 and r.issuer_id = k.issuer_id
              and r.match_key = k.match_key and r.contract is not null
            where k.said_count > 1
            group by r.issuer_id, r.match_key) x`,
  'analyze contradictions',
  `update file_contracts k set content = x.content from contradictions x
    where x.issuer_id = k.issuer_id and x.match_key = k.match_key`,
  // The tariff chosen for the whole file is that of contracts none of whose lines names one.
  `update file_contracts k set content = k.content || jsonb_build_object('tariff_id', b.options->>'tariffId')
     from book_imports b
    where b.tenant_id = app_tenant_id() and b.id = $1 and b.options->>'tariffId' is not null and not k.content ? 'tariff_id'`,
  // A plan without a day of its own begins today, and not before its contract does.
  `update file_contracts k set plan_valid_from = (k.content->>'start_date')::date
    where k.share_count > 0 and k.first_plan_valid_from is null and (k.content->>'start_date')::date > k.plan_valid_from`,
];

/** Columns of a query over `file_contracts` `k`: the contract's begin, as the file or else the house `c` has it. */
const begin = `coalesce((k.content->>'start_date')::date, c.start_date)`;

/**
 * Branches of a `case` for what a file says of a time before the contract began. `x` is its row of `contradictions`, `p` and `s` the
 * current holdings and plan; purchases and payments may be older: a depot moved here brings those of the one before.
 */
export const beforeBegin = `
            when k.holding_count > 0 and k.valuation_date < ${begin} then format('Der Bestand ist vom %s, der Vertrag beginnt erst am %s. Bitte berichtigen Sie den Tag oder den Beginn des Vertrags.', ${day('k.valuation_date')}, ${day(begin)})
            when k.value_count > coalesce(v.same_count, 0) and k.first_value_date < ${begin} then format('Der Vertragswert ist vom %s, der Vertrag beginnt erst am %s. Bitte berichtigen Sie den Tag oder den Beginn des Vertrags.', ${day('k.first_value_date')}, ${day(begin)})`;

/** Why a plan `j` that is to be written is not; `j.start_date` is the contract's begin. */
export const planBeforeBegin = `when coalesce(j.writes_plan and j.plan_valid_from < j.start_date, false) then format('Der Sparplan beginnt am %s, der Vertrag erst am %s. Bitte berichtigen Sie „Sparplan ab“ oder den Beginn des Vertrags.', ${day('j.plan_valid_from')}, ${day('j.start_date')})`;

/** `judged` needs the begin for `planBeforeBegin`. */
export const beginOfContract = `${begin} as start_date`;

/**
 * SQL of customer numbers under which the lines of a file name several people: the first would get the contracts of all. A name or day a
 * line leaves out contradicts nothing. $1 is the import.
 */
export const findMixedCustomers = `
   create temporary table mixed_customers on commit drop as
   select r.customer_ref from book_import_rows r
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.refusal is null and r.customer_ref like 'k:%' and r.customer is not null
    group by r.customer_ref
   having count(*) > 1 and (
         min(r.customer->>'date_of_birth') <> max(r.customer->>'date_of_birth')
      or min(r.customer->>'last_name') <> max(r.customer->>'last_name')
         and count(distinct fold_text(r.customer->>'last_name')) > 1
      or min(nullif(r.customer->>'first_name', '')) <> max(nullif(r.customer->>'first_name', ''))
         and count(distinct fold_text(nullif(r.customer->>'first_name', ''))) > 1)`;
