import type { RecommendedAdvice } from '@depotwerk/domain/recommendation-text';
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { recommendedAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../platform/services.ts';
import { readAdviceInput } from './advice-input.view.ts';
import type { TariffData } from './tariff-data.ts';

/**
 * What is recommended for the contract today, as the screens compute it from the same input; null where nothing can be
 * planned (no portfolio, no risk class) and for a caller who may not see optimisations.
 */
export async function readRecommendedAdvice(
  services: Services,
  tariffs: TariffData,
  { scope, zone }: Pick<SignedInContext, 'scope' | 'zone'>,
  contractId: string,
): Promise<RecommendedAdvice | null> {
  if (!scope.permissions.has('optimization.view')) return null;
  try {
    const today = todayIn(zone, new Date(services.clock()));
    const input = await readAdviceInput(services, tariffs, scope, contractId, today);
    const isKnown = input.tariff.classes.some(({ riskClassId }) => riskClassId === input.riskClassId);
    return isKnown ? recommendedAdvice(planAdvice(input, {}, 'recommended')) : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'optimization.notCheckable') return null;
    throw error;
  }
}
