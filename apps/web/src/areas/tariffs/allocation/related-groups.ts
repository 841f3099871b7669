import type { AllocationComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import type { PeergroupCategory } from './allocation-queries.ts';

/** A group somebody may choose as related. */
export interface RelatedCandidate {
  readonly id: number;
  readonly name: string;
  readonly categoryName: string;
}

/** Related groups of a group, in order of preference. */
export function relatedOf(draft: AllocationComponentDraft, peergroupId: number): readonly number[] {
  return (
    draft.relationships.find((relationship) => relationship.peergroupId === peergroupId)
      ?.relatedPeergroupIds ?? []
  );
}

/** The draft with other related groups of a group; relationships stand in the order of the groups, empty ones go. */
export function withRelated(
  draft: AllocationComponentDraft,
  peergroupId: number,
  relatedPeergroupIds: readonly number[],
): AllocationComponentDraft {
  const others = draft.relationships.filter((relationship) => relationship.peergroupId !== peergroupId);
  const all = relatedPeergroupIds.length === 0 ? others : [...others, { peergroupId, relatedPeergroupIds }];
  const placeOf = new Map(draft.peergroupIds.map((id, place) => [id, place]));
  const place = (id: number) => placeOf.get(id) ?? Number.MAX_SAFE_INTEGER;
  return {
    ...draft,
    relationships: all.toSorted((one, other) => place(one.peergroupId) - place(other.peergroupId)),
  };
}

/** An entry moved by one place. */
export function moved(ids: readonly number[], id: number, step: 1 | -1): readonly number[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** Who may be related to a group: those of its category first, then all others; not itself, not those chosen already. */
export function candidatesFor(
  categories: readonly PeergroupCategory[],
  peergroupId: number,
  related: readonly number[],
): RelatedCandidate[] {
  const taken = new Set([peergroupId, ...related]);
  const isOwn = (category: PeergroupCategory) => category.peergroups.some(({ id }) => id === peergroupId);
  return [...categories.filter(isOwn), ...categories.filter((category) => !isOwn(category))].flatMap(
    ({ peergroupName, peergroups }) =>
      peergroups.flatMap(({ id, name }) =>
        taken.has(id) ? [] : [{ id, name, categoryName: peergroupName }],
      ),
  );
}
