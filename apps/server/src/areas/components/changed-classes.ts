import { viewsOf } from '@depotwerk/domain/tariff/allocation-views';
import { riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { EngineError } from '@depotwerk/engine/engine-error';
import { solveAllocation } from './allocation-solver.ts';
import { allocationInput, allocationTypeOf, groupsOf } from './automatic-matrix.ts';
import { columnsOf, riskClassesOf } from './combination-input.ts';
import type { RiskMarket } from './risk-market.view.ts';

/**
 * Ids of the classes whose automatic column is another one than the rules give today; none for a manual allocation, or
 * where there is nothing to compare with: classes out of reach say so themselves (TA02).
 */
export async function changedClasses(
  market: RiskMarket,
  { risk, allocation }: NonNullable<TariffContent['components']>,
): Promise<string[]> {
  const type = allocationTypeOf(allocation.allocationType);
  const views = viewsOf(allocation);
  if (allocation.isManual || !type || (type === 'BLACK_LITTERMAN' && views.length === 0)) return [];
  const ids = groupsOf(market, allocation.peergroupIds).map(({ id }) => id);
  const measure = riskMeasureOf(risk.tariffRiskType, risk.useQuota);
  const request = { peergroupIds: ids, type, measure, classes: riskClassesOf(risk), views };
  const matrix = columnsOf(allocation.allocationItems, ids);
  try {
    const input = ids.length === 0 ? null : allocationInput(market, request);
    if (!input) return [];
    const { columns } = await solveAllocation(input);
    return columns
      .filter(({ riskClass, units }) => {
        const column = matrix[Number(riskClass) - 1];
        return column !== undefined && units.some((value, place) => value !== column[place]);
      })
      .map(({ riskClass }) => riskClass);
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}
