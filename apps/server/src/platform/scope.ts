import { type GroupRight, groupRights, type PermissionCode } from '@depotwerk/domain/permissions';
import { AppError, notFound } from './http/app-error.ts';

/**
 * What a signed-in user may see and do: tenant, role permissions, and for every group right the groups in
 * which it holds, sub-groups included. Built once per session check; every view query takes it.
 */
export interface Scope {
  readonly tenantId: string;
  readonly userId: string;
  readonly permissions: ReadonlySet<PermissionCode>;
  readonly groupsByRight: ReadonlyMap<GroupRight, ReadonlySet<string>>;
  /** Rights that hold in every group of the tenant: their queries need no group condition. */
  readonly rightsInAllGroups: ReadonlySet<GroupRight>;
  /** Set for the role Kunde: only this customer and its contracts are visible. */
  readonly ownCustomerId: string | null;
}

export interface GroupNode {
  readonly id: string;
  readonly parentGroupId: string | null;
}

export interface GroupMembership {
  readonly groupId: string;
  readonly groupRights: readonly GroupRight[];
}

/** Spreads each right of a membership over the group and everything below it. Cycles end the walk. */
export function spreadGroupRights(
  groups: readonly GroupNode[],
  memberships: readonly GroupMembership[],
): Map<GroupRight, Set<string>> {
  const children = Map.groupBy(groups, (group) => group.parentGroupId);
  const result = new Map<GroupRight, Set<string>>(groupRights.map((right) => [right, new Set()]));
  for (const membership of memberships) {
    for (const right of membership.groupRights) {
      const reached = result.get(right);
      if (!reached) continue;
      const waiting = [membership.groupId];
      for (let groupId = waiting.pop(); groupId !== undefined; groupId = waiting.pop()) {
        if (reached.has(groupId)) continue;
        reached.add(groupId);
        for (const child of children.get(groupId) ?? []) waiting.push(child.id);
      }
    }
  }
  return result;
}

/** Builds the scope of a user from what the database holds at this moment. */
export function buildScope(input: {
  tenantId: string;
  userId: string;
  ownCustomerId: string | null;
  permissions: readonly PermissionCode[];
  groups: readonly GroupNode[];
  memberships: readonly GroupMembership[];
}): Scope {
  const groupsByRight = spreadGroupRights(input.groups, input.memberships);
  const rightsInAllGroups = new Set<GroupRight>();
  for (const [right, reached] of groupsByRight) {
    if (input.groups.length > 0 && input.groups.every((group) => reached.has(group.id))) {
      rightsInAllGroups.add(right);
    }
  }
  return {
    tenantId: input.tenantId,
    userId: input.userId,
    ownCustomerId: input.ownCustomerId,
    permissions: new Set(input.permissions),
    groupsByRight,
    rightsInAllGroups,
  };
}

/** First line of every verb: 403 without the permission. */
export function requirePermission(scope: Scope, permission: PermissionCode): void {
  if (!scope.permissions.has(permission)) throw new AppError('auth.forbidden');
}

/** First line of every verb of the customer's own side: her id; 403 for everybody else. */
export function requireOwnSide(scope: Scope): string {
  if (scope.ownCustomerId === null) throw new AppError('auth.forbidden');
  return scope.ownCustomerId;
}

/**
 * First line of a read that is the house's alone: to who signs in as a customer what the house thinks of a contract is
 * missing. @throws 404 for a customer
 */
export function hideFromOwnSide(scope: Scope): void {
  if (scope.ownCustomerId !== null) throw notFound();
}

/** Which rows a right opens: the condition every view query applies. */
export interface Visibility {
  /** null = every group of the tenant. */
  readonly groupIds: readonly string[] | null;
  readonly includesWithoutGroup: boolean;
  readonly ownCustomerId: string | null;
}

/** Visibility under a group right; own-customer users see only their own, whatever groups say. */
export function visibilityOf(scope: Scope, right: GroupRight): Visibility {
  return {
    groupIds: scope.rightsInAllGroups.has(right) ? null : [...(scope.groupsByRight.get(right) ?? [])],
    includesWithoutGroup: scope.permissions.has('customers.viewWithoutGroup'),
    ownCustomerId: scope.ownCustomerId,
  };
}
