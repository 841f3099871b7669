import { expect, it } from 'vitest';
import { noOwnChanges, ownChangesTo } from './own-changes.ts';
import { type ChangedRights, isOfOthers, readAllPages, rightsToSave } from './rights-to-save.ts';

const ticked: ChangedRights = {
  stored: ['groupCustomers.view'],
  changes: ownChangesTo(
    new Set(['groupCustomers.view', 'groupCustomers.edit'] as const),
    ['groupCustomers.view'],
    noOwnChanges,
  ),
};
const changed = new Map([['a', ticked]]);
const nobody = { removed: [], added: [] };
const both = ['groupCustomers.view', 'groupCustomers.edit'];

it('gives nothing back to somebody another administrator took out, once all members are known', () => {
  const others = [{ userId: 'b', groupRights: [] }];
  expect(isOfOthers(changed, { rows: others, isAll: false }, [])).toBe(true);
  expect(rightsToSave(changed, { rows: others, isAll: true }, nobody)).toEqual([]);
});

it('changes only what was ticked here in what others gave and took meanwhile', () => {
  const known = { rows: [{ userId: 'a', groupRights: ['groupContracts.view'] as const }], isAll: true };
  expect(isOfOthers(changed, known, [])).toBe(false);
  expect(rightsToSave(changed, known, nobody)).toEqual([
    { userId: 'a', groupRights: ['groupContracts.view', 'groupCustomers.edit'] },
  ]);
});

it('sends somebody new, nobody taken out here, and says of a part of the list what is known of it', () => {
  const part = { rows: [], isAll: false };
  expect(rightsToSave(changed, part, nobody)).toEqual([{ userId: 'a', groupRights: both }]);
  expect(rightsToSave(changed, part, { removed: ['a'], added: [] })).toEqual([]);
  expect(isOfOthers(changed, part, ['a'])).toBe(false);
  expect(rightsToSave(changed, { rows: [], isAll: true }, { removed: [], added: ['a'] })).toHaveLength(1);
});

it('reads page after page until all are there', async () => {
  const all = [1, 2, 3, 4, 5];
  const pages: number[] = [];
  const read = await readAllPages(async (page) => {
    pages.push(page);
    return { rows: all.slice((page - 1) * 2, page * 2), total: all.length };
  });
  expect([read, pages]).toEqual([all, [1, 2, 3]]);
});
