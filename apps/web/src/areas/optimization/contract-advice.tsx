import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { recommendedAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adviceInputQuery } from './optimization-queries.ts';
import { RecommendationBanner } from './recommendation-banner.tsx';

/** What is recommended for a contract as it is; nothing where nothing can be planned. */
export function ContractAdvice({ contractId }: { contractId: string }) {
  const { data: input } = useQuery(adviceInputQuery(contractId));
  const advice = useMemo(() => {
    const isKnown = input?.tariff.classes.some(({ riskClassId }) => riskClassId === input.riskClassId);
    return input && isKnown ? recommendedAdvice(planAdvice(input, {}, 'recommended')) : null;
  }, [input]);
  return advice ? <RecommendationBanner advice={advice} /> : null;
}
