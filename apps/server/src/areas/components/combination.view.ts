import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import { combinationText } from '@depotwerk/domain/combination-text';
import { doubtsOfViews, viewsOf } from '@depotwerk/domain/tariff/allocation-views';
import { weighed } from '@depotwerk/domain/tariff/plausibility-rules';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { type CombinationMessage, checkCombination } from '@depotwerk/engine/plausibility/check-combination';
import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import { changedClasses } from './changed-classes.ts';
import { combinationInput, fundMatrixInput, type PromisedByTariff } from './combination-input.ts';
import { materialised } from './component-content.view.ts';
import { readPlausibilitySettings } from './plausibility-rules.view.ts';
import { type RiskMarket, readRiskMarket } from './risk-market.view.ts';
import { readSelectionCandidates } from './selection-candidates.view.ts';

/** What the engine and this area find about a combination. */
interface Finding extends Omit<CombinationMessage, 'code'> {
  readonly code: string;
}

/** What is checked: a tariff's content, as far as it is there. */
export interface CheckedCombination {
  readonly components: TariffContent['components'];
  readonly fundMatrix: TariffContent['tariff']['fundMatrix'];
  readonly tariffTypeId: number | null;
  /** Highest ongoing costs of a class a year; null = none. */
  readonly costCap: number | null;
  /** Highest risk indicator of a proposed fund; null = none of its own. */
  readonly maximumRiskIndicator: number | null;
  /** What a hybrid tariff promises; null for others. */
  readonly guarantee: PromisedByTariff | null;
  /** Smallest value of a fund in the savings plan, euros. */
  readonly minimumSavingsValue: number | null;
  /** The tariff whose contracts count for TA19; null = not stored yet. */
  readonly tariffId: string | null;
  /** Its name, where that of another tariff is to be told from it. */
  readonly name?: string;
}

/**
 * Plausibility of a version's content: worst first, each with its German text, its
 * subject and the step that mends it. Severity 2 blocks submission and publishing.
 *
 * @param today YYYY-MM-DD, for the age of the risk data
 */
export const checkTariffContent = (
  reader: Reader,
  context: DbContext & { readonly tenantId: string },
  { tariff, components }: TariffContent,
  { tariffId, today }: { readonly tariffId: string | null; readonly today: string },
): Promise<CombinationMessageAnswer[]> =>
  readCombinationMessages(
    reader,
    context,
    {
      components,
      fundMatrix: tariff.fundMatrix,
      tariffTypeId: tariff.tariffTypeId,
      costCap: tariff.costCap ?? null,
      maximumRiskIndicator: tariff.maximumRiskIndicator ?? null,
      guarantee: {
        level: tariff.guaranteedLevel,
        interest: tariff.guaranteedInterest,
        fundId: tariff.guaranteeSecurityId,
      },
      minimumSavingsValue: tariff.minSecurityValueSavingsPlan,
      tariffId,
      name: tariff.name,
    },
    today,
  );

/** The same for parts of a tariff; nothing to check gives no message. */
export async function readCombinationMessages(
  reader: Reader,
  context: DbContext & { readonly tenantId: string },
  checked: CheckedCombination,
  today: string,
): Promise<CombinationMessageAnswer[]> {
  const [market, settings, shared] = await Promise.all([
    readRiskMarket(reader, context),
    readPlausibilitySettings(reader, context),
    sharedName(reader, context, checked),
  ]);
  const common = {
    market,
    tariffTypeId: checked.tariffTypeId,
    costCap: checked.costCap,
    maximumRiskIndicator: checked.maximumRiskIndicator,
    minimumSavingsValue: checked.minimumSavingsValue,
    today,
  };
  if (checked.components) {
    const components = await withSelection(reader, context, checked.components);
    const { selection, universe, allocation } = components;
    const [candidates, facts, changed] = await Promise.all([
      readSelectionCandidates(reader, context, universe, selection.tariffRankingType ?? 0),
      readFacts(reader, context, checked.tariffId, allocation.id),
      changedClasses(market, components),
    ]);
    const input = combinationInput(components, { ...common, ...facts, candidates, changedClasses: changed });
    const findings: Finding[] = checkCombination(input);
    findings.push(
      ...substitutions(components, input.groups),
      ...doubtsOfViews(viewsOf(allocation)),
      ...shared,
    );
    return weighed(findings, settings).map((finding) => toMessage(finding, market));
  }
  if (!checked.fundMatrix) return [];
  const { contractCount } = await readFacts(reader, context, checked.tariffId, null);
  const findings: Finding[] = checkCombination(
    fundMatrixInput(checked.fundMatrix, { ...common, contractCount, guarantee: checked.guarantee }),
  );
  return weighed([...findings, ...shared], settings).map((finding) => toMessage(finding, market, 'funds'));
}

type Components = NonNullable<TariffContent['components']>;

/** An automatic selection nobody filled yet is filled now; a version keeps the funds it was submitted with. */
const withSelection = (reader: Reader, context: DbContext, components: Components): Promise<Components> =>
  components.selection.tariffSelectedFunds.length > 0
    ? Promise.resolve(components)
    : materialised(reader, context, components);

interface Facts {
  contractCount: number;
  allocationSavedOn: string | null;
}

async function readFacts(
  reader: Reader,
  context: DbContext,
  tariffId: string | null,
  allocationId: string | null,
): Promise<Facts> {
  const query: ReadQuery<Facts> = {
    sql: `select (select coalesce(sum(contract_count), 0)::int from contract_statistics where tariff_id = $1::uuid) as "contractCount",
      (select updated_at::date from components where id = $2::uuid) as "allocationSavedOn"`,
    parameters: [tariffId, allocationId],
  };
  const [row] = await reader.read(context, query);
  return row ?? { contractCount: 0, allocationSavedOn: null };
}

/** Another tariff of the same name, as it is published or being worked on: nobody could tell them apart in a list. */
async function sharedName(
  reader: Reader,
  context: DbContext,
  { name, tariffId }: Pick<CheckedCombination, 'name' | 'tariffId'>,
): Promise<Finding[]> {
  if (name === undefined || name.trim() === '') return [];
  const [row] = await reader.read<{ keys: string | null }>(context, {
    sql: `select string_agg(distinct key, ', ') as keys from (
        select id, key, name from tariffs
        union all
        select tariff_id, content->'tariff'->>'key', content->'tariff'->>'name' from tariff_versions
         where state in ('draft', 'rejected', 'submitted', 'approved')) named
      where fold_text(btrim(name)) = fold_text(btrim($1)) and id is distinct from $2::uuid`,
    parameters: [name, tariffId],
  });
  if (!row?.keys) return [];
  const values = { name: name.trim(), keys: row.keys };
  return [{ code: 'nameShared', severity: 1, subject: 'combination', values }];
}

/** S02: groups without eligible fund whose weight a related group takes (engine rules, section 10). */
function substitutions(
  { allocation }: Components,
  groups: readonly { readonly id: string; readonly eligibleFunds: number }[],
): Finding[] {
  const fundsOf = new Map(groups.map(({ id, eligibleFunds }) => [id, eligibleFunds]));
  const weightOf = (group: number) =>
    Math.max(
      0,
      ...allocation.allocationItems.flatMap((item) => (item.peergroupId === group ? item.fraction : [])),
    );
  return allocation.relationships.flatMap(({ peergroupId, relatedPeergroupIds }) => {
    const weight = weightOf(peergroupId);
    if (weight === 0 || fundsOf.get(String(peergroupId)) !== 0) return [];
    const substitute = relatedPeergroupIds.find((id) => (fundsOf.get(String(id)) ?? 0) > 0);
    if (substitute === undefined) return [];
    const values = { weight, substitute: String(substitute) };
    return [{ code: 'S02', severity: 0 as const, subject: String(peergroupId), values }];
  });
}

/** A finding in German, with the names of what it is about; rows tells what the rows of the matrix are. */
export function toMessage(
  finding: Finding,
  market: RiskMarket,
  rows: 'groups' | 'funds' = 'groups',
): CombinationMessageAnswer {
  const fundOf = (isin: string) => market.fundNames.get(isin) ?? isin;
  const { title, text, subject, step } = combinationText(finding, {
    classOf: (id) => `Risikoklasse ${id}`,
    groupOf: (id) => (rows === 'funds' ? fundOf(id) : (market.groups.get(Number(id))?.name ?? id)),
    fundOf,
    rows,
  });
  return {
    severity: finding.severity,
    code: finding.code,
    title,
    text,
    subject,
    params: { ...finding.values },
    step,
  };
}
