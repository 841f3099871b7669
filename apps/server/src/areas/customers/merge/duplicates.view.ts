import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  findLikelyCustomers,
  getCustomerDuplicates,
  getSurvivor,
  listDuplicatePairs,
} from '@depotwerk/api/customers/customer-merges';
import { noBirthDay } from '@depotwerk/domain/customers/birthdays';
import { type ComparedCustomer, compareCustomers } from '@depotwerk/domain/customers/compare-customers';
import { personName } from '@depotwerk/domain/customers/person-name';
import { isCalendarDay } from '@depotwerk/domain/master-data/field-issue';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { storedText } from '../../../platform/editing.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { seesContracts } from '../customer-item.ts';
import { customerVisibility } from '../customer-visibility.view.ts';

type Duplicates = CallAnswer<typeof getCustomerDuplicates>;
type Pair = CallAnswer<typeof listDuplicatePairs>[number];

/** Pairs shown at once: who has more begins with these. */
const mostPairs = 200;
/**
 * Of those alike in the same things each is paired with so many after it, and only so many are looked at: thousands who share a
 * placeholder for their day would be millions of pairs. Who is merged makes room for the next.
 */
const mostAlike = { each: 20, looked: 500 };

interface CandidateRow {
  id: string;
  group_id: string | null;
  firstName: string;
  lastName: string;
  companyName: string;
  dateOfBirth: string | null;
  email: string | null;
  contractCount: number;
  externalKey: string | null;
  numbers: string[];
}

const selection = `u.id, u.group_id, u.first_name as "firstName", u.last_name as "lastName",
  u.company_name as "companyName", u.date_of_birth as "dateOfBirth", u.email, u.contract_count as "contractCount",
  u.external_key as "externalKey", customer_numbers(u.id) as numbers`;

/** Two of name, day of birth and mail agree; what rules a pair out is left to `compareCustomers`. */
const alike = [
  ['sort_name', 'date_of_birth'],
  ['sort_name', 'mail'],
  ['date_of_birth', 'mail'],
] as const;
type Likened = (typeof alike)[number];
/** SQL of the customer `o` being like `u` in both. */
const likeEachOther = (both: Likened): string =>
  both
    .map((each) => (each === 'mail' ? 'lower(o.email) = lower(u.email)' : `o.${each} = u.${each}`))
    .join(' and ');
/** Pairs of `seen` that are alike in both, as `a` and `b`: gathered, for a join of many alike would look at each with each. */
const pairsAlikeIn = (both: Likened): string =>
  `select g.ids[i] as a, g.ids[j] as b from (
      select array_agg(id order by id) as ids from seen where ${both.map((each) => `${each} is not null`).join(' and ')}
       group by ${both.join(', ')} having count(*) > 1) g
     cross join lateral generate_series(1, least(${mostAlike.looked}, cardinality(g.ids) - 1)) i
     cross join lateral generate_series(i + 1, least(i + ${mostAlike.each}, cardinality(g.ids))) j`;
/** Pairs of a customer and another one who has a number today that was his before a merge, as `a` and `b`. */
const byFormerNumber = `select customer_of_former_number(n.number) as a, o.id as b from (
    select merged_number as number from customer_merges where tenant_id = app_tenant_id() and undone_at is null
    union select survivor_number from customer_merges where tenant_id = app_tenant_id() and undone_at is null) n
  join customers o on o.tenant_id = app_tenant_id() and o.external_key = n.number and o.deleted_at is null`;
const notDistinguished = `not exists (select from customer_distinctions d where d.tenant_id = u.tenant_id
  and d.first_id = least(u.id, o.id) and d.second_id = greatest(u.id, o.id))`;

/** Who may be the same person as a customer, among those the caller sees, and what was merged into him. @throws 404 */
export async function readDuplicates(
  services: ReadServices,
  scope: Scope,
  customerId: string,
): Promise<Duplicates> {
  const own = new Parameters();
  const visible = visibleTo(scope, own);
  const others = new Parameters();
  const visibleOthers = visibleTo(scope, others);
  const id = others.add(customerId);
  const [found, candidates, merges] = await services.database.readMany<
    [CandidateRow, CandidateRow, Duplicates['merges'][number]]
  >(scope, [
    {
      sql: `select ${selection} from customers u where ${visible} and u.id = ${own.add(customerId)}`,
      parameters: own.values,
    },
    {
      sql: `select ${selection} from customers u where ${visibleOthers} and u.id in (${alike
        .map(
          (
            both,
          ) => `select o.id from customers u join customers o on o.tenant_id = u.tenant_id and o.id <> u.id
            and o.deleted_at is null and ${likeEachOther(both)} where u.id = ${id} and ${notDistinguished}`,
        )
        .join(' union ')} union select o.id from (${byFormerNumber}) f join customers u on u.id = ${id}
            join customers o on o.id <> u.id and o.id in (f.a, f.b) where u.id in (f.a, f.b) and ${notDistinguished})
          order by u.sort_name, u.id limit 20`,
      parameters: others.values,
    },
    {
      sql: `select m.id, ${personNameOf('u')} as "mergedName", m.merged_at as "mergedAt",
          p.full_name as "mergedByName", m.undone_at as "undoneAt"
        from customer_merges m join customers u on u.tenant_id = m.tenant_id and u.id = m.merged_id
        join users p on p.tenant_id = m.tenant_id and p.id = m.merged_by
       where m.tenant_id = app_tenant_id() and m.survivor_id = $1 and m.undone_at is null order by m.merged_at desc, m.id limit 50`,
      parameters: [customerId],
    },
  ]);
  const customer = found[0];
  if (!customer) throw notFound();
  return {
    candidates: likelyOnes(customer, candidates, scope),
    merges,
  };
}

/** Who of those the caller sees may be the person or firm somebody is just entering. */
export async function findLikely(
  services: ReadServices,
  scope: Scope,
  { body }: CallInput<typeof findLikelyCustomers>,
): Promise<CallAnswer<typeof findLikelyCustomers>> {
  const companyName = body.companyName ?? '';
  // As it would be stored: a firm without a person has its name in the place of the last name.
  const entered = {
    firstName: body.firstName ?? '',
    lastName: storedText(body.lastName) ?? companyName,
    companyName,
    // What is no day yet is like nobody's: this is a hint beside a form that somebody still fills in.
    dateOfBirth: body.dateOfBirth !== null && isCalendarDay(body.dateOfBirth) ? body.dateOfBirth : null,
    email: storedText(body.email),
    numbers: [storedText(body.externalKey ?? null)].filter((number) => number !== null),
  };
  const [number = null] = entered.numbers;
  if (entered.dateOfBirth === null && entered.email === null && number === null) return [];
  const parameters = new Parameters();
  const visible = visibleTo(scope, parameters);
  const name = `o.sort_name = fold_text(${parameters.add(`${entered.lastName} ${entered.firstName}`)}::text)`;
  const birthDay = `o.date_of_birth = ${parameters.add(entered.dateOfBirth)}::date`;
  const mail = `lower(o.email) = lower(${parameters.add(entered.email)}::text)`;
  const rows = await services.database.read<CandidateRow>(scope, {
    sql: `select ${selection} from customers u where ${visible} and u.id in (${[
      [name, birthDay],
      [name, mail],
      [birthDay, mail],
    ]
      .map(
        (both) =>
          `select o.id from customers o where o.tenant_id = app_tenant_id() and o.deleted_at is null and ${both.join(' and ')}`,
      )
      .join(
        ' union ',
      )} union select customer_of_former_number(${parameters.add(number)}::text)) order by u.sort_name, u.id limit 20`,
    parameters: parameters.values,
  });
  return likelyOnes(entered, rows, scope);
}

/** Pairs among the customers the caller sees. */
export async function listPairs(services: ReadServices, scope: Scope): Promise<Pair[]> {
  const parameters = new Parameters();
  const visible = visibleTo(scope, parameters);
  const rows = await services.database.read<CandidateRow & { pair: string }>(scope, {
    sql: `with seen as materialized (
        select u.id, u.sort_name, nullif(u.date_of_birth, '${noBirthDay}') as date_of_birth, lower(u.email) as mail
          from customers u where ${visible}),
      pairs as (
        select distinct least(a, b) as first_id, greatest(a, b) as second_id from (${alike
          .map(pairsAlikeIn)
          .join(' union all ')} union all select f.a, f.b from (${byFormerNumber}) f
            join seen u on u.id = f.a join seen o on o.id = f.b where u.id <> o.id) found
         where not exists (select from customer_distinctions d where d.tenant_id = app_tenant_id()
           and d.first_id = least(a, b) and d.second_id = greatest(a, b))
         order by 1, 2 limit ${mostPairs})
      select ${selection}, p.first_id || ' ' || p.second_id as pair
        from pairs p cross join lateral unnest(array[p.first_id, p.second_id]) s (id)
        join customers u on u.tenant_id = app_tenant_id() and u.id = s.id order by p.first_id, p.second_id, u.id`,
    parameters: parameters.values,
  });
  return [...Map.groupBy(rows, ({ pair }) => pair).values()]
    .flatMap(([first, second]) => {
      if (!first || !second) return [];
      const { isLikely, likenesses } = compareCustomers(first, second);
      return isLikely
        ? [
            {
              first: candidateOf(first, scope),
              second: candidateOf(second, scope),
              likenesses: [...likenesses],
            },
          ]
        : [];
    })
    .toSorted((one, other) => one.first.name.localeCompare(other.first.name, 'de'));
}

/** Where a merged customer went, as far as the caller sees that customer; merges one after the other are followed. @throws 404 */
export async function findSurvivor(
  services: ReadServices,
  scope: Scope,
  customerId: string,
): Promise<CallAnswer<typeof getSurvivor>> {
  const parameters = new Parameters();
  const visible = visibleTo(scope, parameters);
  const [found] = await services.database.read<{ id: string }>(scope, {
    sql: `with recursive ways as (
        select m.survivor_id from customer_merges m
         where m.tenant_id = app_tenant_id() and m.merged_id = ${parameters.add(customerId)} and m.undone_at is null
        union
        select m.survivor_id from customer_merges m join ways w on w.survivor_id = m.merged_id
         where m.tenant_id = app_tenant_id() and m.undone_at is null)
      select u.id from customers u join ways w on w.survivor_id = u.id where ${visible}`,
    parameters: parameters.values,
  });
  if (!found) throw notFound();
  return found;
}

const visibleTo = (scope: Scope, parameters: Parameters) =>
  customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters).join(' and ');

const likelyOnes = (one: ComparedCustomer, others: readonly CandidateRow[], scope: Scope) =>
  others.flatMap((other) => {
    const { isLikely, likenesses } = compareCustomers(one, other);
    return isLikely ? [{ ...candidateOf(other, scope), likenesses: [...likenesses] }] : [];
  });

const candidateOf = (row: CandidateRow, scope: Scope): Pair['first'] => ({
  id: row.id,
  name: personName(row),
  dateOfBirth: row.dateOfBirth,
  email: row.email,
  contractCount: seesContracts(scope, row) ? row.contractCount : 0,
  externalKey: row.externalKey,
});
