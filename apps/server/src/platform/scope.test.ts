import { groupRights } from '@depotwerk/domain/permissions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './http/app-error.ts';
import { buildScope, type GroupNode, requirePermission, spreadGroupRights, visibilityOf } from './scope.ts';

const tree: GroupNode[] = [
  { id: 'head', parentGroupId: null },
  { id: 'north', parentGroupId: 'head' },
  { id: 'hamburg', parentGroupId: 'north' },
  { id: 'south', parentGroupId: 'head' },
];
const base = { tenantId: 't', userId: 'u', ownCustomerId: null, groups: tree };

describe('group rights', () => {
  it('reach every group below the membership and none beside it', () => {
    const rights = spreadGroupRights(tree, [{ groupId: 'north', groupRights: ['groupContracts.view'] }]);
    expect([...(rights.get('groupContracts.view') ?? [])].toSorted()).toEqual(['hamburg', 'north']);
    expect([...(rights.get('groupContracts.edit') ?? [])]).toEqual([]);
  });

  it('end where groups form a cycle', () => {
    const cycle = [
      { id: 'a', parentGroupId: 'b' },
      { id: 'b', parentGroupId: 'a' },
    ];
    const rights = spreadGroupRights(cycle, [{ groupId: 'a', groupRights: ['groupContracts.view'] }]);
    expect(rights.get('groupContracts.view')?.size).toBe(2);
  });

  it('never reach a group without an ancestor that grants them', () => {
    const node = fc.record({ parent: fc.nat(30) });
    const input = fc.tuple(
      fc.array(node, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(29), fc.subarray([...groupRights])), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(input, ([nodes, members]) => {
        // A node's parent is an earlier one, so the random graph is a forest.
        const groups = nodes.map(({ parent }, index) => ({
          id: String(index),
          parentGroupId: index > 0 && parent < index ? String(parent) : null,
        }));
        const memberships = members
          .filter(([index]) => index < groups.length)
          .map(([index, rights]) => ({ groupId: String(index), groupRights: rights }));
        const reached = spreadGroupRights(groups, memberships);
        const parents = new Map(groups.map((group) => [group.id, group.parentGroupId]));
        for (const right of groupRights) {
          for (const group of groups) {
            let holds = false;
            for (let at: string | null = group.id; at !== null; at = parents.get(at) ?? null) {
              holds ||= memberships.some((m) => m.groupId === at && m.groupRights.includes(right));
            }
            expect(reached.get(right)?.has(group.id)).toBe(holds);
          }
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('scope', () => {
  it('needs no group condition where a right holds everywhere', () => {
    const scope = buildScope({
      ...base,
      permissions: ['contracts.view'],
      memberships: [{ groupId: 'head', groupRights: ['groupContracts.view'] }],
    });
    expect(visibilityOf(scope, 'groupContracts.view')).toEqual({
      groupIds: null,
      includesWithoutGroup: false,
      ownCustomerId: null,
    });
    expect(visibilityOf(scope, 'groupContracts.edit').groupIds).toEqual([]);
  });

  it('a tenant without groups gives nobody everything', () => {
    const scope = buildScope({ ...base, groups: [], permissions: [], memberships: [] });
    expect(visibilityOf(scope, 'groupContracts.view').groupIds).toEqual([]);
  });

  it('refuses what the role does not permit', () => {
    const scope = buildScope({ ...base, permissions: ['contracts.view'], memberships: [] });
    expect(() => requirePermission(scope, 'contracts.view')).not.toThrow();
    expect(() => requirePermission(scope, 'contracts.delete')).toThrow(AppError);
  });
});
