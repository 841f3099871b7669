import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import type { TariffVersionState } from '@depotwerk/domain/tariff/version-states';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { type ComponentIds, readComponentContents } from '../components/public.ts';
import type { StoredTariffContent } from '../optimization/public.ts';

/** A version's content with what only the workshop needs to know of it. */
export interface VersionContent extends StoredTariffContent {
  /**
   * Set on a version rolled back to an older one: its components are those of that version instead of today's, as long
   * as it names the same ones.
   */
  readonly componentsOfVersion?: number;
}

/** A version with the content it has, or would have if it were submitted now. */
export interface SubmittableVersion {
  readonly tariffVersionId: string;
  readonly versionNumber: number;
  readonly state: TariffVersionState;
  /** Counts the changes of the version. */
  readonly rowVersion: number;
  readonly content: VersionContent;
  /** An open version names a component that does not exist any more. */
  readonly isIncomplete: boolean;
}

/** The components a tariff names; null when it is hybrid or one is missing. */
export function componentIdsOf(tariff: TariffDraft): ComponentIds | null {
  const { componentRiskId, componentSelectionId, componentAllocationId, componentUniverseId } = tariff;
  return componentRiskId !== null &&
    componentSelectionId !== null &&
    componentAllocationId !== null &&
    componentUniverseId !== null
    ? {
        risk: componentRiskId,
        selection: componentSelectionId,
        allocation: componentAllocationId,
        universe: componentUniverseId,
      }
    : null;
}

/**
 * The content as it would be submitted now: with the components as they stand, an automatic selection with the funds it
 * holds today. Null when a component is missing.
 */
export async function submittableContent(
  reader: Reader,
  context: DbContext,
  content: VersionContent,
): Promise<VersionContent | null> {
  if (isHybridTariffType(content.tariff.tariffTypeId) || content.components) return content;
  const ids = componentIdsOf(content.tariff);
  const components = ids && (await readComponentContents(reader, context, ids, { materialise: true }));
  if (!ids || !components) return null;
  const limits = await reader.read<{ maximum: number | null }>(context, {
    sql: `select maximum_risk_indicator as maximum from risk_items where component_id = $1 order by risk_class_id`,
    parameters: [ids.risk],
  });
  return { ...content, components, sriLimits: limits.map(({ maximum }) => maximum) };
}

/** One version of a tariff with its content; null when there is none. */
export async function readSubmittableVersion(
  reader: Reader,
  context: DbContext,
  tariffId: string,
  versionNumber: number,
): Promise<SubmittableVersion | null> {
  const [row] = await reader.read<Omit<SubmittableVersion, 'isIncomplete'>>(context, {
    sql: `select id as "tariffVersionId", version_number as "versionNumber", state, row_version as "rowVersion", content
            from tariff_versions where tariff_id = $1 and version_number = $2`,
    parameters: [tariffId, versionNumber],
  });
  if (!row) return null;
  // What was submitted once stays as it is.
  if (row.state !== 'draft' && row.state !== 'rejected') return { ...row, isIncomplete: false };
  const content = await submittableContent(reader, context, row.content);
  return { ...row, content: content ?? row.content, isIncomplete: content === null };
}
