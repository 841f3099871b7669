import type { GroupRight } from '@depotwerk/domain/permissions';
import { countOwnChanges, type OwnChanges, withOwnChanges } from './own-changes.ts';

/** Changes to one person's rights, and what was stored when they were made: he may have left the list on screen since. */
export interface ChangedRights {
  readonly stored: readonly GroupRight[];
  readonly changes: OwnChanges<GroupRight>;
}

/** Everybody whose rights in a group are known. */
interface KnownMembers {
  readonly rows: readonly { readonly userId: string; readonly groupRights: readonly GroupRight[] }[];
  /** Nobody else is in the group: whoever is missing was taken out by somebody else meanwhile. */
  readonly isAll: boolean;
}

/** What is sent of the changes: nothing of who is taken out, here or by somebody else meanwhile. */
export function rightsToSave(
  changed: ReadonlyMap<string, ChangedRights>,
  known: KnownMembers,
  { removed, added }: { removed: readonly string[]; added: readonly string[] },
): { userId: string; groupRights: GroupRight[] }[] {
  return [...changed].flatMap(([userId, { stored, changes }]) => {
    const isNew = added.includes(userId);
    const member = known.rows.find((user) => user.userId === userId);
    if (removed.includes(userId) || (known.isAll && !member && !isNew)) return [];
    const held = member?.groupRights ?? stored;
    const { added: more, removed: less } = countOwnChanges(held, changes);
    if (more + less === 0 && !isNew) return [];
    return [{ userId, groupRights: [...withOwnChanges(held, changes)] }];
  });
}

/** Whether the changes are of people of whom the rows on screen say nothing. */
export const isOfOthers = (
  changed: ReadonlyMap<string, ChangedRights>,
  { rows, isAll }: KnownMembers,
  added: readonly string[],
): boolean =>
  !isAll &&
  [...changed.keys()].some((id) => !added.includes(id) && !rows.some(({ userId }) => userId === id));

/** Everybody of a list that is answered page by page. */
export async function readAllPages<Row>(
  readPage: (page: number) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await readPage(page);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
