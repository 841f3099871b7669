import type { FavouriteType, SearchHit } from '@depotwerk/api/search/search';
import { formatDate } from '@depotwerk/domain/date-text';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { personNameOf } from '../../platform/customers/person-name.ts';
import { recordOf } from '../../platform/customers/records.ts';
import type { ReadQuery } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';
import {
  type ContractRow,
  contractHit,
  contractHitJoins,
  contractHitSelection,
  customerHit,
  type FundOfHit,
  fundHit,
  type TariffRow,
  tariffHit,
} from './hits.ts';

/** Objects of one kind as SQL in brackets: their `id` and `at`, a time; every value goes through the parameters. */
export type ObjectSource = (parameters: Parameters) => string;
/** Where the objects of each kind come from. */
export type ObjectSources = Readonly<Record<FavouriteType, ObjectSource>>;

/** A line, and when it came among the others. */
interface DatedHit {
  readonly at: number;
  readonly hit: SearchHit;
}

type Dated<Row> = Row & { readonly at: number };
interface CustomerRow {
  readonly id: string;
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly groupName: string | null;
}

/** The newest of these objects as lines, read as the caller may see them now: what is deleted or not hers is left out. */
export async function readObjectsAsHits(
  services: ReadServices,
  scope: Scope,
  sources: ObjectSources,
  most: number,
): Promise<SearchHit[]> {
  const end = `order by o.at desc limit ${most}`;
  const [contracts, customers, funds, tariffs] = await services.database.readMany<
    [Dated<ContractRow>, Dated<CustomerRow>, Dated<FundOfHit>, Dated<TariffRow>]
  >(scope, [
    contractsQuery(scope, sources.contract, end),
    customersQuery(scope, sources.customer, end),
    fundsQuery(scope, sources.fund, end),
    tariffsQuery(scope, sources.tariff, end),
  ]);
  const dated = <Row>(rows: readonly Dated<Row>[], show: (row: Row) => SearchHit): DatedHit[] =>
    rows.map((row) => ({ at: row.at, hit: show(row) }));
  return [
    ...dated(contracts, contractHit),
    ...dated(customers, hitOfCustomer),
    ...dated(funds, fundHit),
    ...dated(tariffs, (row) => tariffHit(scope, row)),
  ]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, most)
    .map(({ hit }) => hit);
}

const hitOfCustomer = ({ id, name, dateOfBirth, groupName }: CustomerRow) =>
  customerHit({
    id,
    name,
    dateOfBirthFormatted: dateOfBirth === null ? '' : formatDate(dateOfBirth),
    groupName: groupName ?? '',
  });

const at = 'extract(epoch from o.at)::float8 as at';

/** Conditions of somebody who has the permission; none of what there is without it. */
const allowed = (scope: Scope, permission: PermissionCode, conditions: () => string[]): string =>
  scope.permissions.has(permission) ? ['true', ...conditions()].join(' and ') : 'false';

function contractsQuery(scope: Scope, source: ObjectSource, end: string): ReadQuery<Dated<ContractRow>> {
  const parameters = new Parameters();
  const conditions = allowed(scope, 'contracts.view', () =>
    visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters),
  );
  return {
    sql: `select ${contractHitSelection}, ${at} from ${source(parameters)} o
      join contracts c on c.tenant_id = ${parameters.add(scope.tenantId)} and c.id = o.id ${contractHitJoins}
      where ${conditions} ${end}`,
    parameters: parameters.values,
  };
}

/** A record that was merged into another is found as that one, whatever was kept of it. */
function customersQuery(scope: Scope, source: ObjectSource, end: string): ReadQuery<Dated<CustomerRow>> {
  const parameters = new Parameters();
  const conditions = allowed(scope, 'customers.view', () =>
    customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters),
  );
  return {
    sql: `select u.id, ${personNameOf('u')} as name, u.date_of_birth as "dateOfBirth", g.group_name as "groupName", ${at}
      from (select ${recordOf('kept.id')} as id, max(kept.at) as at from ${source(parameters)} kept group by 1) o
      join customers u on u.tenant_id = ${parameters.add(scope.tenantId)} and u.id = o.id
      left join groups g on g.tenant_id = u.tenant_id and g.id = u.group_id
      where ${conditions} ${end}`,
    parameters: parameters.values,
  };
}

function fundsQuery(scope: Scope, source: ObjectSource, end: string): ReadQuery<Dated<FundOfHit>> {
  const parameters = new Parameters();
  return {
    sql: `select f.id, f.name, f.isin, f.ongoing_fee as "ongoingFee", f.risk_indicator as "riskIndicator",
        f.is_inactive as "isInactive", ${at} from ${source(parameters)} o
      join funds f on f.tenant_id = ${parameters.add(scope.tenantId)} and f.id = o.id
      where ${allowed(scope, 'funds.view', () => [])} ${end}`,
    parameters: parameters.values,
  };
}

function tariffsQuery(scope: Scope, source: ObjectSource, end: string): ReadQuery<Dated<TariffRow>> {
  const parameters = new Parameters();
  return {
    sql: `select t.id, t.name, t.key, ${at} from ${source(parameters)} o
      join tariffs t on t.tenant_id = ${parameters.add(scope.tenantId)} and t.id = o.id
      where ${allowed(scope, 'tariffs.view', () => [])} ${end}`,
    parameters: parameters.values,
  };
}
