import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { type AllocationType, allocationTypes, riskMeasures } from '../allocation/allocation-input.ts';
import { checkCombination, worstSeverity } from '../plausibility/check-combination.ts';
import { projectScenarios, projectValue } from '../projection/project-value.ts';
import { readClasses } from './allocation-operations.ts';
import { checkNumber, type Input, refuseTwice } from './input.ts';
import { readCovarianceMatrix } from './read-covariance.ts';

const share = { min: 0, max: 1 };
const count = { min: 0, max: 1e6, isInteger: true };

/** `checkCombination`: the messages TA01 to TA19 and whether the combination may be activated. */
export function checkCombinationOperation(input: Input): unknown {
  const groups = input.objects('peerGroups', (group, i) => ({
    id: group.textOr('id', `${i + 1}`),
    expectedReturn: group.numberOr('expectedReturn', 0),
    equityQuota: group.numberOr('equityQuota', 0, share),
    lower: group.numberOr('lower', 0, share),
    upper: group.numberOr('upper', 1, share),
    isMoneyMarket: group.booleanOr('isMoneyMarket', false),
    eligibleFunds: group.numberOr('eligibleFunds', 1, count),
    totalFunds: group.numberOr('totalFunds', 0, count),
    fundsAboveMinimumRank: group.numberOr(
      'fundsAboveMinimumRank',
      group.numberOr('totalFunds', 0, count),
      count,
    ),
    weeks: group.numberOr('weeks', 260, count),
    sri: group.numberOr('sri', null, { min: 1, max: 7 }),
  }));
  refuseTwice(input, 'peerGroups', groups, ({ id }) => id);
  const covariance = input.has(['covariance', 'cov'])
    ? readCovarianceMatrix(input, 'covariance', 'cov')
    : null;
  if (covariance && covariance.length !== groups.length)
    input.refuse('one row per peer group is needed', 'covariance');
  const matrix = input.table('matrix', false).map((column) => column.map((value) => value ?? 0));
  if (matrix[0]?.length !== groups.length)
    input.refuse('a column needs one element per peer group', 'matrix');
  matrix.forEach((column, k) => {
    column.forEach((units, i) => {
      checkNumber(units, `${input.pathOf('matrix')}[${k}][${i}]`, { min: 0, isInteger: true });
    });
  });
  const types: readonly (AllocationType | 'MANUAL')[] = [...allocationTypes, 'MANUAL'];
  const messages = checkCombination({
    measure: input.choiceOr<RiskMeasure>(['riskMeasure', 'measure'], riskMeasures, 'VOLATILITY'),
    allocationType: input.choiceOr(['allocationType', 'type'], types, 'MANUAL'),
    classes: readClasses(input),
    groups,
    covariance,
    matrix,
    units: input.numberOr('units', 100, { min: 1, isInteger: true }),
    shortlistSize: input.numberOr('shortlistSize', 1, count),
    minPosition: input.numberOr('minPosition', 0.02, share),
    hasExpectedReturns: input.booleanOr('hasExpectedReturns', true),
    hasViews: input.booleanOr('hasViews', false),
    hasEquityQuotas: input.booleanOr('hasEquityQuotas', true),
    editedClasses: input.textsOr('editedClasses', []),
    dataAgeDays: input.numberOr('dataAgeDays', 0, { min: 0 }),
    hasNewerData: input.booleanOr('hasNewerData', false),
    savingsMinimum: input.numberOr('savingsMinimum', 25, { min: 0 }),
    smallestRate: input.numberOr('smallestRate', null, { min: 0 }),
    contractCount: input.numberOr('contractCount', 0, count),
    funds: input.objectsOr('funds', [], (fund) => ({
      isin: fund.text('isin'),
      peerGroup: fund.text('peerGroup'),
      sri: fund.numberOr('sri', null, { min: 1, max: 7 }),
      ter: fund.numberOr('ter', null, share),
      hasBib: fund.booleanOr('hasBib', true),
    })),
    selected: input.objectsOr('selected', [], (fund) => ({
      isin: fund.text('isin'),
      peerGroup: fund.text('peerGroup'),
      isVanished: fund.booleanOr('isVanished', false),
      isPriced: fund.booleanOr('isPriced', true),
      ter: fund.numberOr('ter', null, share),
      isForRetail: fund.booleanOr('isForRetail', true),
      isForLowestClass: fund.booleanOr('isForLowestClass', true),
    })),
    product: input.objectOr('product', { sriLimit: null, costCap: null }, (product) => ({
      sriLimit: product.numberOr('sriLimit', null, { min: 1, max: 7 }),
      costCap: product.numberOr('costCap', null, share),
    })),
  });
  const severity = worstSeverity(messages);
  return { messages, severity, isActivatable: severity !== 2 };
}

/**
 * `projection` to a target date, and of EPT scenarios where funds bring them. A negative `monthlyContribution` is a
 * withdrawal plan: `emptyMonths` says when the depot runs empty.
 */
export function projection(input: Input): unknown {
  const startValue = input.numberOr('startValue', 0, { min: 0, max: 1e12 });
  const months = input.has('months')
    ? input.number('months', { min: 1, max: 1200, isInteger: true })
    : Math.round(12 * input.number('years', { min: 1 / 12, max: 100 }));
  const percentiles = input.numbersOr('percentiles', [0.1, 0.5, 0.9], { min: 1e-9, max: 1 - 1e-9 });
  const funds = input.objectsOr('scenarios', [], (fund) => ({
    weight: fund.number('weight', share),
    stress: fund.number('stress', { min: -1 }),
    unfavourable: fund.number('unfavourable', { min: -1 }),
    moderate: fund.number('moderate', { min: -1 }),
    favourable: fund.number('favourable', { min: -1 }),
  }));
  const sum = funds.reduce((total, { weight }) => total + weight, 0);
  if (funds.length > 0 && Math.abs(sum - 1) > 0.005)
    input.refuse(`the weights of the scenarios sum to ${sum}, not 1`, 'scenarios');
  const result = projectValue({
    startValue,
    months,
    percentiles,
    monthlyContribution: input.numberOr('monthlyContribution', 0, { min: -1e9, max: 1e9 }),
    contributionGrowth: input.numberOr('contributionGrowth', 0, { min: -0.5, max: 1 }),
    expectedReturn: input.number('expectedReturn', { min: -0.9, max: 10 }),
    volatility: input.number('volatility', { min: 0, max: 10 }),
    ongoingCost: input.numberOr('ongoingCost', 0, { min: 0, max: 0.5 }),
    entryCost: input.numberOr('entryCost', 0, share),
    paths: input.numberOr('paths', 0, { min: 0, max: 20_000, isInteger: true }),
    seed: input.numberOr('seed', 1, { min: 0, max: 4_294_967_295, isInteger: true }),
  });
  return funds.length > 0
    ? { ...result, scenarios: projectScenarios(funds, startValue, months / 12) }
    : result;
}
