import { archivedReportTypes } from '@depotwerk/api/reports/reports';
import { describe, expect, it } from 'vitest';
import { isOfPlan, reportedPlans, reportKinds, reportObstacle } from './report-kinds.ts';

const everything = {
  hasPlan: true,
  hasPortfolio: true,
  hasRiskProfile: true,
  hasSavingsPlan: true,
  hasPlannedSavingsPlan: false,
  hasYear: true,
  mayCreateLegal: true,
};
const obstaclesWith = (change: Partial<typeof everything>) =>
  Object.fromEntries(
    reportKinds.flatMap((kind) => {
      const obstacle = reportObstacle(kind, { ...everything, ...change });
      return obstacle === null ? [] : [[kind.type, obstacle]];
    }),
  );

describe('the reports of a contract', () => {
  it('are all that the server makes', () => {
    expect(reportKinds.map(({ type }) => type).toSorted()).toEqual([...archivedReportTypes].sort());
  });

  it('can all be made when everything is there', () => {
    expect(obstaclesWith({})).toEqual({});
  });

  it('say what they lack', () => {
    expect(obstaclesWith({ hasPlan: false })).toEqual({
      optimization: 'reports.obstacle.plan',
      suitabilityStatement: 'reports.obstacle.plan',
    });
    expect(obstaclesWith({ hasYear: false })).toEqual({
      costInformationExPost: 'reports.obstacle.year',
      periodicReview: 'reports.obstacle.year',
      yearEndReport: 'reports.obstacle.year',
    });
    expect(obstaclesWith({ hasPortfolio: false })).toEqual({
      depotOverview: 'reports.obstacle.portfolio',
      costInformationExAnte: 'reports.obstacle.portfolio',
      costInformationExPost: 'reports.obstacle.portfolio',
      periodicReview: 'reports.obstacle.portfolio',
      yearEndReport: 'reports.obstacle.portfolio',
    });
    expect(obstaclesWith({ hasRiskProfile: false })).toEqual({
      riskProfile: 'reports.obstacle.riskProfile',
      suitabilityStatement: 'reports.obstacle.riskProfile',
    });
    expect(obstaclesWith({ hasSavingsPlan: false })).toEqual({
      savingsPlanOverview: 'reports.obstacle.savingsPlan',
    });
    expect(obstaclesWith({ hasSavingsPlan: false, hasPlannedSavingsPlan: true })).toEqual({
      savingsPlanOverview: 'reports.obstacle.savingsPlanLater',
    });
    expect(obstaclesWith({ mayCreateLegal: false })).toEqual({
      suitabilityStatement: 'reports.obstacle.legal',
      legalContract: 'reports.obstacle.legal',
    });
  });

  it('can be about the open plan, and then about those that were carried out', () => {
    const plans = (['expired', 'confirmed', 'draft', 'rejected', 'partlyConfirmed'] as const).map(
      (state) => ({
        state,
      }),
    );
    expect(reportedPlans(plans).map(({ state }) => state)).toEqual(['draft', 'confirmed', 'partlyConfirmed']);
    expect(reportedPlans(plans.slice(0, 1))).toEqual([]);
  });

  it('name the plan where they are about one', () => {
    const about = (comparedWith: string) =>
      reportKinds.filter((kind) => isOfPlan(kind, comparedWith)).map(({ type }) => type);
    expect(about('')).toEqual(['comparison', 'optimization', 'suitabilityStatement']);
    expect(about('a tariff')).toEqual(['optimization', 'suitabilityStatement']);
  });
});
