/**
 * What somebody ticked and unticked and has not saved yet. It is kept apart from what is stored, so that what others
 * save meanwhile holds: only the boxes touched here are changed.
 */
export interface OwnChanges<Id> {
  readonly added: ReadonlySet<Id>;
  readonly removed: ReadonlySet<Id>;
}

export const noOwnChanges: OwnChanges<never> = { added: new Set(), removed: new Set() };

/** What will be there once the changes are saved. */
export function withOwnChanges<Id>(
  stored: Iterable<Id>,
  { added, removed }: OwnChanges<Id>,
): ReadonlySet<Id> {
  return new Set([...[...stored].filter((id) => !removed.has(id)), ...added]);
}

/** The changes after the boxes on screen were set to `next`. */
export function ownChangesTo<Id>(
  next: ReadonlySet<Id>,
  stored: Iterable<Id>,
  changes: OwnChanges<Id>,
): OwnChanges<Id> {
  const shown = withOwnChanges(stored, changes);
  const [added, removed] = [new Set(changes.added), new Set(changes.removed)];
  for (const id of next) {
    if (shown.has(id)) continue;
    removed.delete(id);
    added.add(id);
  }
  for (const id of shown) {
    if (next.has(id)) continue;
    added.delete(id);
    removed.add(id);
  }
  return { added, removed };
}

/** How many boxes will differ from what is stored now. */
export function countOwnChanges<Id>(stored: Iterable<Id>, { added, removed }: OwnChanges<Id>) {
  const before = new Set(stored);
  return {
    added: [...added].filter((id) => !before.has(id)).length,
    removed: [...removed].filter((id) => before.has(id)).length,
  };
}
