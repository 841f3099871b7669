import { proposalModes } from '@depotwerk/domain/advice/proposal-modes';
import { scoreKeys } from '@depotwerk/domain/advice/score';
import { findingCauses } from '@depotwerk/domain/finding-causes';
import { riskMeasures } from '@depotwerk/domain/tariff/risk-measure';
import * as allocation from '@depotwerk/engine/allocation/allocation-input';
import * as findings from '@depotwerk/engine/check/group-findings';
import * as score from '@depotwerk/engine/contract-score';
import * as planning from '@depotwerk/engine/planning/plan-optimization';
import { expect, it } from 'vitest';

it.each([
  ['causes of findings', findingCauses, findings.findingCauses],
  ['parts of the score', scoreKeys, score.scoreKeys],
  ['kinds of proposals', proposalModes, planning.proposalModes],
  ['measures of risk', riskMeasures, allocation.riskMeasures],
])('are told as the engine has them, all of them and in its order: %s', (_, told, ofTheEngine) => {
  expect(told).toEqual(ofTheEngine);
});
