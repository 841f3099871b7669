import { contractFixture } from '@depotwerk/engine/fixtures/contract-fixture';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import type { AdviceInput } from './optimization-types.ts';

/** A contract with everything the engine needs, made up from a seed; for tests and measurements. */
export function adviceFixture(seed = 1, groups = 33, positions = 20): AdviceInput {
  const { tariff, contract, request } = contractFixture(randomSource(seed), groups, positions);
  const idOf = new Map(tariff.funds.map(({ isin }, index) => [isin, index + 1]));
  return {
    contractId: '00000000-0000-4000-8000-000000000001',
    inputHash: 'fixture',
    riskClassId: 3,
    riskAssessment: { riskClassId: 3, validUntil: '2040-01-01', suggestedRiskClassId: null },
    esg: null,
    contract,
    payment: 200,
    lockedIsins: [],
    portfolioId: null,
    valuationDate: null,
    costs: {
      entryFee: 0.01,
      switchFee: 15,
      freeSwitchesLeft: 0,
      contractFeeYearly: 36,
      contractFeePercent: 0.004,
      rebate: 0,
    },
    funds: tariff.funds.map((fund) => {
      const traded = request.traded.get(fund.isin);
      return {
        ...fund,
        fundId: idOf.get(fund.isin) ?? 0,
        name: `Fonds ${idOf.get(fund.isin) ?? 0}`,
        categoryName: null,
        categoryColor: null,
        price: traded?.price ?? null,
        priceDate: null,
        unitDecimals: traded?.unitDecimals ?? 3,
        minimumOrder: traded?.minimumOrder ?? 0,
        savingsMinimum: traded?.savingsMinimum ?? 25,
        distributionFee: 0.005,
        mifidR: 'Y',
        hasKiid: true,
      };
    }),
    tariff: {
      tariffId: '00000000-0000-4000-8000-000000000002',
      tariffVersionId: null,
      versionNumber: 1,
      dataDate: null,
      measure: tariff.measure,
      peerGroups: tariff.peerGroups.map((name, index) => ({
        peergroupId: index + 1,
        name,
        colour: '#0f5566',
      })),
      covariance: tariff.covariance,
      shortlists: tariff.shortlists,
      classes: [1, 2, 3, 4, 5].map((riskClassId) => ({
        riskClassId,
        target: 1 + 2 * riskClassId,
        range: 0.8,
        targetWeights: tariff.targetWeights,
        proposal: tariff.proposal,
        sriLimit: null,
      })),
      universe: tariff.universe,
      rules: tariff.rules,
      silencedHints: [],
      portfolioLimits: request.portfolioLimits,
      savingsPlanLimits: request.savingsLimits,
      savingsMode: request.savingsMode,
      savingsUnits: request.savingsUnits,
    },
  };
}
