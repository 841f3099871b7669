import { type GroupRight, groupRights, type PermissionCode } from '@depotwerk/domain/permissions';
import {
  type CustomerAction,
  customerActions,
  explainRights,
  type MissingRight,
  type RightsGroup,
  type RightsHolder,
  type RightsTarget,
} from '@depotwerk/domain/users/explain-rights';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasGroupRight } from '../../platform/group-right.ts';
import { buildScope, visibilityOf } from '../../platform/scope.ts';
import { isVisible } from '../../platform/visible-rows.ts';

interface World {
  groups: readonly RightsGroup[];
  holder: RightsHolder;
  target: RightsTarget;
}

const byId = (groups: readonly RightsGroup[]) => new Map(groups.map((group) => [group.id, group]));
const explain = (action: CustomerAction, { holder, groups, target }: World) =>
  explainRights(action, holder, byId(groups), target);

/** What the product decides: the scope as a session has it, then the conditions of lists and of changes. */
function productAllows(action: CustomerAction, { holder, groups, target }: World): boolean {
  if (holder.isInactive || holder.isRoleInactive) return false;
  const inactive = new Set(groups.filter(({ isInactive }) => isInactive).map(({ id }) => id));
  const scope = buildScope({
    tenantId: 't',
    userId: 'u',
    ownCustomerId: holder.isClientRole ? (holder.customerId ?? 'nobody') : null,
    permissions: holder.lacksSecondFactor ? [] : ([...holder.permissions] as PermissionCode[]),
    groups,
    memberships: holder.lacksSecondFactor
      ? []
      : holder.memberships
          .filter(({ groupId }) => !inactive.has(groupId))
          .map(({ groupId, groupRights: rights }) => ({ groupId, groupRights: rights as GroupRight[] })),
  });
  const row = { id: target.customerId, groupId: target.groupId };
  return (
    scope.permissions.has(action.permission) &&
    isVisible(visibilityOf(scope, action.look), row) &&
    (action.change === null || hasGroupRight(scope, action.change, target.groupId))
  );
}

/** The world after one of the changes an answer asks for. */
function changed(world: World, action: CustomerAction, missing: MissingRight): World {
  const { kind } = missing;
  const { holder, target } = world;
  const withHolder = (values: Partial<RightsHolder>) => ({ ...world, holder: { ...holder, ...values } });
  const permitting = (permission: string) =>
    withHolder({ permissions: new Set([...holder.permissions, permission]) });
  if (kind === 'activeUser') return withHolder({ isInactive: false });
  if (kind === 'activeRole') return withHolder({ isRoleInactive: false });
  if (kind === 'secondFactor') return withHolder({ lacksSecondFactor: false });
  if (kind === 'role') return permitting(action.permission);
  if (kind === 'withoutGroup') return permitting('customers.viewWithoutGroup');
  if (kind === 'ownCustomer') return withHolder({ customerId: target.customerId });
  if (kind === 'otherRole') {
    // Another role has the permission and, as for any person of the firm, the rights in the groups.
    const reached = world.groups.map(({ id }) => ({ groupId: id, groupRights: [...groupRights] }));
    return {
      ...world,
      groups: world.groups.map((group) => ({ ...group, isInactive: false })),
      holder: {
        ...holder,
        isClientRole: false,
        permissions: new Set([...holder.permissions, 'customers.viewWithoutGroup']),
        memberships: reached,
      },
    };
  }
  if (missing.kind !== 'group') throw new Error(`Unknown change ${missing.kind}`);
  const { right, path, inactive } = missing;
  const waking = inactive[0] ?? (path.every((group) => group.isInactive) ? path.at(-1) : undefined);
  const groupId = (waking ?? path.find((group) => !group.isInactive))?.id ?? '';
  return {
    ...world,
    groups: world.groups.map((group) => (group.id === waking?.id ? { ...group, isInactive: false } : group)),
    holder: { ...holder, memberships: [...holder.memberships, { groupId, groupRights: [right] }] },
  };
}

const rare = fc.nat(9).map((number) => number === 0);
const permissions = [
  ...new Set<string>([...customerActions.map(({ permission }) => permission), 'customers.viewWithoutGroup']),
];
const worlds: fc.Arbitrary<World> = fc
  .record({
    nodes: fc.array(fc.record({ parent: fc.nat(12), isInactive: rare }), { minLength: 1, maxLength: 12 }),
    members: fc.array(fc.tuple(fc.nat(11), fc.subarray([...groupRights])), { maxLength: 6 }),
    group: fc.option(fc.nat(11), { freq: 6 }),
    permissions: fc.subarray(permissions),
    customerId: fc.constantFrom('mine', 'other', null),
    isClientRole: rare,
    isInactive: rare,
    isRoleInactive: rare,
    lacksSecondFactor: rare,
    isCyclic: rare,
  })
  .map(({ nodes, members, group, isCyclic, ...holder }) => ({
    groups: nodes.map(({ parent, isInactive }, index) => ({
      id: String(index),
      groupName: `Gruppe ${index}`,
      // Mostly a forest; sometimes a cycle, which no data should hold.
      parentGroupId:
        parent < (isCyclic ? nodes.length : index) && parent !== index
          ? String(parent)
          : isCyclic && index === 0 && nodes.length > 1
            ? '1'
            : null,
      isInactive,
    })),
    holder: {
      ...holder,
      permissions: new Set<string>(holder.permissions),
      memberships: members
        .filter(([index]) => index < nodes.length)
        .map(([index, rights]) => ({ groupId: String(index), groupRights: rights })),
    },
    target: { customerId: 'mine', groupId: group === null ? null : String(group % nodes.length) },
  }));
const action = fc.constantFrom<CustomerAction>(...customerActions);
const runs = { numRuns: 2000, seed: 7 };

describe('the explanation of a right', () => {
  it('says what the product does', () => {
    fc.assert(
      fc.property(worlds, action, (world, asked) => {
        expect(explain(asked, world).isAllowed).toBe(productAllows(asked, world));
      }),
      runs,
    );
  });

  it('names what is missing: all of it together is enough', () => {
    fc.assert(
      fc.property(worlds, action, (world, asked) => {
        const after = explain(asked, world).missing.reduce(
          (next, missing) => changed(next, asked, missing),
          world,
        );
        expect(productAllows(asked, after)).toBe(true);
      }),
      runs,
    );
  });

  it('and nothing of it is too much', () => {
    fc.assert(
      fc.property(worlds, action, (world, asked) => {
        const { missing } = explain(asked, world);
        // Somebody who becomes another kind of user needs no customer of his own any more.
        fc.pre(!missing.some(({ kind }) => kind === 'otherRole'));
        // Looking and changing may both hang on the same inactive group: waking it may mend both.
        const own = missing.filter((left) => left.kind !== 'group' || left.inactive.length === 0);
        const isEnoughWithout = own.filter((left) =>
          productAllows(
            asked,
            missing
              .filter((other) => other !== left)
              .reduce((next, other) => changed(next, asked, other), world),
          ),
        );
        expect(isEnoughWithout).toEqual([]);
      }),
      runs,
    );
  });

  it('loses the right when every named source goes, and only then', () => {
    fc.assert(
      fc.property(worlds, action, (world, asked) => {
        const { isAllowed, sources } = explain(asked, world);
        const ways = sources.filter((source) => source.kind === 'group');
        fc.pre(isAllowed && ways.length > 0);
        const without = (gone: typeof ways): World => ({
          ...world,
          holder: {
            ...world.holder,
            memberships: world.holder.memberships.map(({ groupId, groupRights: rights }) => ({
              groupId,
              groupRights: rights.filter(
                (right) => !gone.some((way) => way.right === right && way.path[0]?.id === groupId),
              ),
            })),
          },
        });
        const looking = ways.filter(({ right }) => right === asked.look);
        expect(productAllows(asked, without(looking))).toBe(false);
        expect(productAllows(asked, without(looking.slice(1)))).toBe(true);
      }),
      { ...runs, numRuns: 300 },
    );
  });
});

describe('a path', () => {
  const groups = [
    { id: 'north', groupName: 'Nord', parentGroupId: null, isInactive: false },
    { id: 'hamburg', groupName: 'Hamburg', parentGroupId: 'north', isInactive: false },
    { id: 'altona', groupName: 'Altona', parentGroupId: 'hamburg', isInactive: true },
  ];
  const holder: RightsHolder = {
    isInactive: false,
    isRoleInactive: false,
    lacksSecondFactor: false,
    isClientRole: false,
    customerId: null,
    permissions: new Set(['customers.view']),
    memberships: [{ groupId: 'north', groupRights: ['groupCustomers.view'] }],
  };
  const [view] = customerActions;
  const target = { customerId: 'c', groupId: 'altona' };

  it('leads from the group that gives the right to that of the customer', () => {
    const { sources } = explainRights(view, holder, byId(groups), target);
    expect(sources).toEqual([
      { kind: 'role' },
      { kind: 'group', right: 'groupCustomers.view', path: groups },
    ]);
  });

  it('names the inactive group in which a right has no effect', () => {
    const memberships = [{ groupId: 'altona', groupRights: ['groupCustomers.view'] }];
    const { isAllowed, missing } = explainRights(view, { ...holder, memberships }, byId(groups), target);
    expect(isAllowed).toBe(false);
    expect(missing).toEqual([
      { kind: 'group', right: 'groupCustomers.view', path: groups, inactive: [groups[2]] },
    ]);
  });
});
