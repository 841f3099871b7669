import { intervals } from '@depotwerk/domain/interval';
import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import { lifeCycleSteps } from '@depotwerk/domain/tariff/life-cycle';
import type { FundMatrixDraft, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { StoredTariffContent } from '../optimization/public.ts';

/** A field the rules have made sure of. @throws Error when they have not */
function filled<T>(value: T | null): T {
  if (value === null) throw new Error('an incomplete tariff was about to be written');
  return value;
}

function columnsOf(tariff: TariffDraft) {
  const lifeCycle = lifeCycleSteps(tariff.lifeCycle);
  return {
    name: tariff.name,
    description: tariff.description,
    key: tariff.key,
    is_inactive: tariff.isInactive,
    is_default: tariff.isDefault,
    issuer_id: filled(tariff.issuerId),
    insurer_id: tariff.insurerId,
    tariff_type_id: filled(tariff.tariffTypeId),
    guaranteed_level: tariff.guaranteedLevel,
    guaranteed_interest: tariff.guaranteedInterest,
    is_guaranteed_level_customizable: tariff.isGuaranteedLevelCustomizable,
    guarantee_type_id: tariff.guaranteeTypeId,
    guarantee_security_id: tariff.guaranteeSecurityId,
    continuous_optimization: tariff.continuousOptimization,
    optimization_interval: intervals.find((one) => one === tariff.optimizationInterval) ?? null,
    optimization_start: tariff.optimizationStart,
    make_portfolio_adjustments_now: tariff.makePortfolioAdjustmentsNow,
    min_securities_portfolio: filled(tariff.minSecuritiesPortfolio),
    max_securities_portfolio: filled(tariff.maxSecuritiesPortfolio),
    min_security_fraction_portfolio: filled(tariff.minSecurityFractionPortfolio),
    max_security_fraction_portfolio: filled(tariff.maxSecurityFractionPortfolio),
    min_security_value_portfolio: filled(tariff.minSecurityValuePortfolio),
    max_security_value_portfolio: filled(tariff.maxSecurityValuePortfolio),
    min_securities_savings_plan: filled(tariff.minSecuritiesSavingsPlan),
    max_securities_savings_plan: filled(tariff.maxSecuritiesSavingsPlan),
    min_security_fraction_savings_plan: filled(tariff.minSecurityFractionSavingsPlan),
    max_security_fraction_savings_plan: filled(tariff.maxSecurityFractionSavingsPlan),
    min_security_value_savings_plan: filled(tariff.minSecurityValueSavingsPlan),
    max_security_value_savings_plan: filled(tariff.maxSecurityValueSavingsPlan),
    gain_note_limit: tariff.gainNoteLimit,
    life_cycle: lifeCycle.length === 0 ? null : JSON.stringify(lifeCycle),
    highest_risk_indicator: riskIndicatorLimit(tariff),
    component_risk_id: tariff.componentRiskId,
    component_selection_id: tariff.componentSelectionId,
    component_allocation_id: tariff.componentAllocationId,
    component_universe_id: tariff.componentUniverseId,
  };
}

/** Inserts the rows of a new tariff and answers its id. */
export async function insertTariffRows(
  transaction: Transaction<Schema>,
  tenantId: string,
  content: StoredTariffContent,
): Promise<string> {
  const { id } = await transaction
    .insertInto('tariffs')
    .values({ tenant_id: tenantId, ...columnsOf(content.tariff) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeParts(transaction, tenantId, id, content);
  return id;
}

/** Replaces what the rows of a tariff say by a content: that of its first draft, later of the published version. */
export async function replaceTariffRows(
  transaction: Transaction<Schema>,
  tenantId: string,
  tariffId: string,
  content: StoredTariffContent,
  publishedVersionNumber: number | null,
): Promise<void> {
  await transaction
    .updateTable('tariffs')
    .set({
      ...columnsOf(content.tariff),
      ...(publishedVersionNumber !== null && { published_version_number: publishedVersionNumber }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', tariffId)
    .execute();
  if (publishedVersionNumber !== null) await writeFacts(transaction, tenantId, tariffId, content);
  await sql`delete from tariff_hint_answers where tenant_id = ${tenantId} and tariff_id = ${tariffId}`.execute(
    transaction,
  );
  await sql`delete from fund_matrices where tenant_id = ${tenantId} and tariff_id = ${tariffId}`.execute(
    transaction,
  );
  await writeParts(transaction, tenantId, tariffId, content);
}

/** What lists of contracts and the choice of funds read of the published version. */
async function writeFacts(
  transaction: Transaction<Schema>,
  tenantId: string,
  tariffId: string,
  content: StoredTariffContent,
): Promise<void> {
  await sql`update tariffs set (risk_class_count, risk_type_id, use_quota, ranking_type_id, universe_fund_ids,
      universe_type_id, universe_maximum_risk_indicator) = (select f.* from tariff_facts(${JSON.stringify(content)}::jsonb) f)
    where tenant_id = ${tenantId} and id = ${tariffId}`.execute(transaction);
}

async function writeParts(
  transaction: Transaction<Schema>,
  tenantId: string,
  tariffId: string,
  { tariff, sriLimits }: StoredTariffContent,
): Promise<void> {
  const answers = Object.entries({ ...tariff.optimizationHints, ...tariff.optimizationHintsExpert });
  if (answers.length > 0) {
    await sql`insert into tariff_hint_answers (tenant_id, tariff_id, optimization_hint_id, answer_id)
      select ${tenantId}, ${tariffId}, a.hint_id, a.answer_id
        from unnest(${answers.map(([hintId]) => Number(hintId))}::int[], ${answers.map(([, answer]) => answer)}::int[])
          as a (hint_id, answer_id)`.execute(transaction);
  }
  if (tariff.fundMatrix) await writeMatrix(transaction, tenantId, tariffId, tariff.fundMatrix, sriLimits);
}

async function writeMatrix(
  transaction: Transaction<Schema>,
  tenantId: string,
  tariffId: string,
  matrix: FundMatrixDraft,
  sriLimits: StoredTariffContent['sriLimits'],
): Promise<void> {
  await sql`insert into fund_matrices (tenant_id, tariff_id, risk_type_id, risk_items_number, use_quota)
    values (${tenantId}, ${tariffId}, ${filled(matrix.riskTypeId)}, ${filled(matrix.riskItemsNumber)},
      ${filled(matrix.useQuota)})`.execute(transaction);
  const classes = matrix.riskItems;
  await sql`insert into fund_matrix_classes (tenant_id, tariff_id, risk_class_id, upper_border, target, range,
      maximum_risk_indicator)
    select ${tenantId}, ${tariffId}, c.id, c.upper_border, c.target, c.range, c.maximum
      from unnest(${classes.map(({ riskClassId }) => riskClassId)}::int[],
        ${classes.map(({ upperBorder }) => upperBorder)}::numeric[], ${classes.map(({ target }) => target)}::numeric[],
        ${classes.map(({ range }) => range)}::numeric[],
        ${classes.map((_, index) => sriLimits[index] ?? null)}::int[])
        as c (id, upper_border, target, range, maximum)`.execute(transaction);
  const places = new Map(matrix.securityIds.map((id, place) => [id, place]));
  const items = matrix.allocationItems;
  if (items.length === 0) return;
  await sql`insert into fund_matrix_items (tenant_id, tariff_id, risk_class_id, fund_id, fraction, sort_order)
    select ${tenantId}, ${tariffId}, i.risk_class_id, i.fund_id, i.fraction, i.place
      from unnest(${items.map(({ riskClassId }) => riskClassId)}::int[],
        ${items.map(({ securityId }) => securityId)}::int[], ${items.map(({ fraction }) => fraction)}::numeric[],
        ${items.map(({ securityId }) => places.get(securityId) ?? 0)}::int[])
        as i (risk_class_id, fund_id, fraction, place)`.execute(transaction);
}
