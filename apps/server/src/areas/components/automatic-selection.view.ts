import type { SelectionComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { type AutomaticSelectionRule, automaticSelection } from './automatic-selection.ts';
import { componentQuery } from './component-content.view.ts';
import { readSelectionCandidates } from './selection-candidates.view.ts';

/** Ids of the funds an automatic selection holds today, best first by peer group; null = there is no such universe. */
export async function readAutomaticSelection(
  reader: Reader,
  context: DbContext,
  universeId: string,
  rankingTypeId: number,
  rule: AutomaticSelectionRule,
): Promise<number[] | null> {
  const [universe] = await reader.read(context, componentQuery('universe', universeId));
  if (!universe) return null;
  const candidates = await readSelectionCandidates(reader, context, universe.component, rankingTypeId);
  return [...automaticSelection(candidates, rule).values()].flat().map(({ id }) => id);
}

/** The funds of an automatic selection draft; none as long as universe, ranking or size are missing. */
export async function fundsOfSelection(
  reader: Reader,
  context: DbContext,
  draft: SelectionComponentDraft,
): Promise<number[]> {
  const { tariffUniverseComponent, tariffRankingType, tariffFundShortlistSize } = draft;
  if (tariffUniverseComponent === null || tariffRankingType === null || tariffFundShortlistSize === null)
    return [];
  const funds = await readAutomaticSelection(reader, context, tariffUniverseComponent, tariffRankingType, {
    shortlistSize: tariffFundShortlistSize,
    minimumRank: draft.minimumRank,
    allowsUnrated: draft.allowsUnrated,
  });
  return funds ?? [];
}
