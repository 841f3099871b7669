import type { EffectiveRights, MissingRight, RightSource } from '@depotwerk/api/users/effective-rights';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import type * as rule from '@depotwerk/domain/users/explain-rights';
import { customerActions, explainRights } from '@depotwerk/domain/users/explain-rights';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { readOne } from '../../platform/read-one.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { recordingContractRead, visibilityConditions } from '../contracts/public.ts';
import { customerVisibility, recordingCustomerRead } from '../customers/public.ts';
import {
  byId,
  groupPath,
  groupsAbove,
  type HolderRow,
  holderSelection,
  holderTables,
  toHolder,
  toPathGroup,
} from './rights-holder.view.ts';

interface TargetRow {
  customerId: string;
  groupId: string | null;
  firstName: string;
  lastName: string;
  contractId: string | null;
  externalKey: string | null;
}
type Target = { customerId?: string | undefined; contractId?: string | undefined };

/**
 * What a person may do with a customer or contract the caller sees himself, and why. The read is recorded.
 * @throws 404 without such a person, customer or contract
 */
export async function readEffectiveRights(
  services: Services,
  context: SignedInContext,
  userId: string,
  target: Target,
): Promise<EffectiveRights> {
  const { scope } = context;
  // Before the read that is recorded: who asks for nobody has read nothing.
  const user = await readOne<HolderRow>(services.database, scope, {
    sql: `select ${holderSelection} from ${holderTables} where u.id = $1`,
    parameters: [userId],
  });
  const reader = recording(services, context, target);
  const { sql, parameters } = targetQuery(scope, target);
  const [[found], groups] = await reader.database.readMany<[TargetRow, rule.RightsGroup]>(scope, [
    { sql, parameters },
    groupsAbove(`(select found."groupId" from (${sql}) found)`, parameters),
  ]);
  if (!found) throw notFound();
  const known = byId(groups);
  const holder = toHolder(user);
  return {
    user: {
      id: user.id,
      fullName: user.fullName,
      roleId: user.roleId,
      roleName: user.roleName,
      canSignIn: user.canSignIn,
    },
    customer: { id: found.customerId, firstName: found.firstName, lastName: found.lastName },
    contract:
      found.contractId === null ? null : { id: found.contractId, externalKey: found.externalKey ?? '' },
    groupPath: groupPath(known, found.groupId),
    actions: customerActions.map((action) => {
      const { isAllowed, sources, missing } = explainRights(action, holder, known, found);
      return {
        action: action.key,
        permissionId: action.permission,
        isAllowed,
        sources: sources.map(toSource),
        missing: missing.map(toMissing),
      };
    }),
  };
}

/** A source without what nobody needs to know of a group. */
export const toSource = (source: rule.RightSource): RightSource =>
  source.kind === 'group' ? { ...source, path: source.path.map(toPathGroup) } : { kind: source.kind };

const toMissing = (missing: rule.MissingRight): MissingRight =>
  missing.kind === 'group'
    ? { ...missing, path: missing.path.map(toPathGroup), inactive: missing.inactive.map(toPathGroup) }
    : { kind: missing.kind };

/** Whose role shows him no customers or contracts at all sees none of them. @throws 404 */
export function requireSeen(scope: Scope, permission: PermissionCode): void {
  if (!scope.permissions.has(permission)) throw notFound();
}

function recording(services: Services, context: SignedInContext, target: Target): ReadServices {
  requireSeen(context.scope, target.contractId === undefined ? 'customers.view' : 'contracts.view');
  return target.contractId === undefined
    ? recordingCustomerRead(services, context, target.customerId ?? '', 'effectiveRights')
    : recordingContractRead(services, context, target.contractId, 'effectiveRights');
}

/** The customer or contract, as far as the caller sees it. */
export function targetQuery(
  scope: Scope,
  { customerId, contractId }: Target,
): { sql: string; parameters: unknown[] } {
  const parameters = new Parameters();
  const isContract = contractId !== undefined;
  const conditions = isContract
    ? [...visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters)]
    : [...customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters)];
  conditions.push(
    isContract ? `c.id = ${parameters.add(contractId)}` : `u.id = ${parameters.add(customerId)}`,
  );
  const [contract, tables] = isContract
    ? [
        'c.id as "contractId", c.external_key as "externalKey"',
        'contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id',
      ]
    : ['null::uuid as "contractId", null::text as "externalKey"', 'customers u'];
  return {
    sql: `select u.id as "customerId", ${isContract ? 'c' : 'u'}.group_id as "groupId", u.first_name as "firstName",
      u.last_name as "lastName", ${contract} from ${tables} where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  };
}
