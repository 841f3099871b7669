import type { GroupRight, PermissionCode } from '../permissions.ts';

/**
 * What can be done with a customer and what belongs to him: the permission the role must carry, the group right that opens the
 * rows, and the group right needed to change them.
 */
export const customerActions = [
  { key: 'viewCustomer', permission: 'customers.view', look: 'groupCustomers.view', change: null },
  {
    key: 'editCustomer',
    permission: 'customers.edit',
    look: 'groupCustomers.view',
    change: 'groupCustomers.edit',
  },
  { key: 'viewContracts', permission: 'contracts.view', look: 'groupContracts.view', change: null },
  {
    key: 'editContracts',
    permission: 'contracts.edit',
    look: 'groupContracts.view',
    change: 'groupContracts.edit',
  },
  {
    key: 'executeOptimization',
    permission: 'optimization.execute',
    look: 'groupContracts.view',
    change: 'groupContracts.execute',
  },
  {
    key: 'createReports',
    permission: 'reports.create',
    look: 'groupContracts.view',
    change: 'groupReports.create',
  },
  { key: 'viewDocuments', permission: 'documents.view', look: 'groupDocuments.view', change: null },
  {
    key: 'uploadDocuments',
    permission: 'documents.upload',
    look: 'groupDocuments.view',
    change: 'groupDocuments.upload',
  },
] as const satisfies readonly CustomerAction[];

/** One thing to do; `change` null = looking only. */
export interface CustomerAction {
  readonly key: string;
  readonly permission: PermissionCode;
  readonly look: GroupRight;
  readonly change: GroupRight | null;
}

/** What is stored about somebody's rights. Unlike his scope it keeps what has no effect at the moment. */
export interface RightsHolder {
  readonly isInactive: boolean;
  readonly isRoleInactive: boolean;
  /** A second factor is demanded and none is set up: until then the session permits nothing. */
  readonly lacksSecondFactor: boolean;
  /** A customer's own user: sees his own and changes nothing. */
  readonly isClientRole: boolean;
  readonly customerId: string | null;
  readonly permissions: ReadonlySet<string>;
  readonly memberships: readonly { readonly groupId: string; readonly groupRights: readonly string[] }[];
}

export interface RightsGroup {
  readonly id: string;
  readonly groupName: string;
  readonly parentGroupId: string | null;
  readonly isInactive: boolean;
}

/** A customer, or a contract, which belongs to its customer's group. */
export interface RightsTarget {
  readonly customerId: string;
  readonly groupId: string | null;
}

/** What a right comes from besides a group. */
export const rightGrounds = ['role', 'withoutGroup', 'ownCustomer'] as const;
/** What may be missing besides a right in a group. */
export const missingGrounds = [
  'activeUser',
  'activeRole',
  'secondFactor',
  'otherRole',
  ...rightGrounds,
] as const;

/** Where a right comes from; a path leads from the group in which it was given down to the customer's. */
export type RightSource<Group = RightsGroup> =
  | { readonly kind: (typeof rightGrounds)[number] }
  | { readonly kind: 'group'; readonly right: GroupRight; readonly path: readonly Group[] };

/** One thing that would have to change; all of an answer together are enough, and none of them is too much. */
export type MissingRight<Group = RightsGroup> =
  | { readonly kind: (typeof missingGrounds)[number] }
  /** The right in any active group of the path; `inactive` = groups in which he has it to no effect. */
  | {
      readonly kind: 'group';
      readonly right: GroupRight;
      readonly path: readonly Group[];
      readonly inactive: readonly Group[];
    };

export interface RightsExplanation {
  readonly isAllowed: boolean;
  /** What holds of what is needed, every path of it. */
  readonly sources: readonly RightSource[];
  /** Empty when allowed. */
  readonly missing: readonly MissingRight[];
}

/** The groups above one, the top first and it itself last. A cycle ends the walk. */
export function pathToGroup<Group extends Pick<RightsGroup, 'id' | 'parentGroupId'>>(
  groups: ReadonlyMap<string, Group>,
  groupId: string | null,
): Group[] {
  const path: Group[] = [];
  for (let at = groupId; at !== null; ) {
    const group = groups.get(at);
    if (!group || path.includes(group)) break;
    path.unshift(group);
    at = group.parentGroupId;
  }
  return path;
}

/** Why somebody may or may not do something with a customer: what holds, and the smallest additions that would allow it. */
export function explainRights(
  action: CustomerAction,
  holder: RightsHolder,
  groups: ReadonlyMap<string, RightsGroup>,
  target: RightsTarget,
): RightsExplanation {
  const sources: RightSource[] = [];
  const missing: MissingRight[] = [];
  if (holder.isInactive) missing.push({ kind: 'activeUser' });
  if (holder.isRoleInactive) missing.push({ kind: 'activeRole' });
  if (holder.lacksSecondFactor) missing.push({ kind: 'secondFactor' });
  if (holder.permissions.has(action.permission)) sources.push({ kind: 'role' });
  else missing.push({ kind: 'role' });

  if (holder.isClientRole) {
    if (holder.customerId === target.customerId) sources.push({ kind: 'ownCustomer' });
    else missing.push({ kind: 'ownCustomer' });
    if (action.change !== null) missing.push({ kind: 'otherRole' });
  } else if (target.groupId === null) {
    const isOpen = holder.permissions.has('customers.viewWithoutGroup');
    if (isOpen) sources.push({ kind: 'withoutGroup' });
    else missing.push({ kind: 'withoutGroup' });
  } else {
    const path = pathToGroup(groups, target.groupId);
    const rights = action.change === null ? [action.look] : [action.look, action.change];
    for (const right of rights) explainGroupRight(right, holder, path, sources, missing);
  }
  return { isAllowed: missing.length === 0, sources, missing };
}

function explainGroupRight(
  right: GroupRight,
  holder: RightsHolder,
  path: readonly RightsGroup[],
  sources: RightSource[],
  missing: MissingRight[],
): void {
  const given = new Set(
    holder.memberships.filter(({ groupRights }) => groupRights.includes(right)).map(({ groupId }) => groupId),
  );
  const held = path.filter(({ id }) => given.has(id));
  const active = held.filter(({ isInactive }) => !isInactive);
  // The nearest group first: it is the one to look at when the right is to go.
  for (const group of active.toReversed())
    sources.push({ kind: 'group', right, path: path.slice(path.indexOf(group)) });
  if (active.length === 0)
    missing.push({ kind: 'group', right, path, inactive: held.filter(({ isInactive }) => isInactive) });
}
