import type { SearchHit } from '@depotwerk/api/search';
import { formatDate } from '@depotwerk/domain/date-text';
import { personNameOf } from '../../platform/customers/person-name.ts';
import type { ReadQuery } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
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
} from './hits.ts';

/** What fits below the box beside the pages. */
const shown = 8;
/** Entries of the log and objects looked at: who opens one contract all day still finds the others. */
const entries = 2000;
const objects = 200;

type Opened<Row> = Row & { readonly openedAt: number };
interface CustomerRow {
  readonly id: string;
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly groupName: string | null;
}

/**
 * The contracts and customers the caller opened last, newest first, from the log of reads, which keeps ids and no names: they
 * are read as the caller may see them now. Nothing while somebody looks with the rights of another: what that one opened is
 * no business of his.
 */
export async function readOpenedLast(
  services: ReadServices,
  { actor, scope }: Pick<SignedInContext, 'actor' | 'scope'>,
): Promise<SearchHit[]> {
  if (actor.viewingAs !== undefined) return [];
  const [contracts, customers] = await services.database.readMany<[Opened<ContractRow>, Opened<CustomerRow>]>(
    scope,
    [contractsQuery(scope), customersQuery(scope)],
  );
  return [
    ...contracts.map((row) => ({ openedAt: row.openedAt, hit: contractHit(row) })),
    ...customers.map((row) => ({ openedAt: row.openedAt, hit: hitOfCustomer(row) })),
  ]
    .toSorted((one, other) => other.openedAt - one.openedAt)
    .slice(0, shown)
    .map(({ hit }) => hit);
}

const hitOfCustomer = ({ id, name, dateOfBirth, groupName }: CustomerRow) =>
  customerHit({
    id,
    name,
    dateOfBirthFormatted: dateOfBirth === null ? '' : formatDate(dateOfBirth),
    groupName: groupName ?? '',
  });

/** Ids and times; the conditions are those of the index `audit_entries_opened`. */
function openedOf(scope: Scope, objectType: 'contract' | 'customer', parameters: Parameters): string {
  return `(select object_id::uuid as id, max(occurred_at) as opened_at
    from (select object_id, occurred_at from audit_entries
      where tenant_id = ${parameters.add(scope.tenantId)} and actor_user_id = ${parameters.add(scope.userId)} and object_type = '${objectType}'
        and action in ('contracts.read', 'customers.read') and details ->> 'part' in ('contract', 'customer')
        and actor_kind = 'user' and not details ? 'viewingAs'
      order by occurred_at desc limit ${entries}) newest
    group by object_id order by opened_at desc limit ${objects}) o`;
}

const openedAt = 'extract(epoch from o.opened_at)::float8 as "openedAt"';

function contractsQuery(scope: Scope): ReadQuery<Opened<ContractRow>> {
  const parameters = new Parameters();
  const conditions = scope.permissions.has('contracts.view')
    ? visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters)
    : ['false'];
  return {
    sql: `select ${contractHitSelection}, ${openedAt} from ${openedOf(scope, 'contract', parameters)}
      join contracts c on c.tenant_id = ${parameters.add(scope.tenantId)} and c.id = o.id ${contractHitJoins}
      where ${conditions.join(' and ')} order by o.opened_at desc limit ${shown}`,
    parameters: parameters.values,
  };
}

function customersQuery(scope: Scope): ReadQuery<Opened<CustomerRow>> {
  const parameters = new Parameters();
  const conditions = scope.permissions.has('customers.view')
    ? customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters)
    : ['false'];
  return {
    sql: `select u.id, ${personNameOf('u')} as name, u.date_of_birth as "dateOfBirth", g.group_name as "groupName", ${openedAt}
      from ${openedOf(scope, 'customer', parameters)}
      join customers u on u.tenant_id = ${parameters.add(scope.tenantId)} and u.id = o.id
      left join groups g on g.tenant_id = u.tenant_id and g.id = u.group_id
      where ${conditions.join(' and ')} order by o.opened_at desc limit ${shown}`,
    parameters: parameters.values,
  };
}
