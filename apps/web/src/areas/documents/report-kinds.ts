import type { ArchivedReportType } from '@depotwerk/api/reports/reports';
import { isCarriedOutPlan, isOpenPlan, type PlanState } from '@depotwerk/domain/contracts/plan-states';
import type { TextKey } from '../../texts/texts.ts';

/** What must exist before a report can be made. */
type ReportNeed = 'plan' | 'portfolio' | 'riskProfile' | 'savingsPlan';

export interface ReportKind {
  type: ArchivedReportType;
  needs: readonly ReportNeed[];
  /** States what is owed: needs a right of its own. */
  isLegal?: true;
  /** Which choice the call takes besides charts and salutation. */
  choice?: 'period' | 'year' | 'comparedWith' | 'reasons';
}

/** Every report of a contract, in the order of a consultation. */
export const reportKinds: readonly ReportKind[] = [
  { type: 'depotOverview', needs: ['portfolio'] },
  { type: 'performance', needs: [], choice: 'period' },
  { type: 'savingsPlanOverview', needs: ['savingsPlan'] },
  { type: 'transactions', needs: [], choice: 'period' },
  { type: 'riskProfile', needs: ['riskProfile'] },
  { type: 'costInformationExAnte', needs: ['portfolio'] },
  { type: 'costInformationExPost', needs: ['portfolio'], choice: 'year' },
  { type: 'periodicReview', needs: ['portfolio'], choice: 'year' },
  { type: 'yearEndReport', needs: ['portfolio'], choice: 'year' },
  { type: 'comparison', needs: [], choice: 'comparedWith' },
  { type: 'optimization', needs: ['plan'], choice: 'reasons' },
  { type: 'suitabilityStatement', needs: ['plan', 'riskProfile'], isLegal: true },
  { type: 'legalContract', needs: [], isLegal: true },
];

export interface ReportFacts {
  hasPlan: boolean;
  hasPortfolio: boolean;
  hasRiskProfile: boolean;
  hasSavingsPlan: boolean;
  /** One that begins after today. */
  hasPlannedSavingsPlan: boolean;
  /** There is a year of the contract a report can look back at: it has begun. */
  hasYear: boolean;
  mayCreateLegal: boolean;
}

/** Why a report cannot be made now; null when it can. */
export function reportObstacle(kind: ReportKind, facts: ReportFacts): TextKey | null {
  if (kind.isLegal && !facts.mayCreateLegal) return 'reports.obstacle.legal';
  const has = {
    plan: facts.hasPlan,
    portfolio: facts.hasPortfolio,
    riskProfile: facts.hasRiskProfile,
    savingsPlan: facts.hasSavingsPlan,
  };
  if (kind.choice === 'year' && !facts.hasYear) return 'reports.obstacle.year';
  const lacking = kind.needs.find((need) => !has[need]);
  if (lacking === 'savingsPlan' && facts.hasPlannedSavingsPlan) return 'reports.obstacle.savingsPlanLater';
  return lacking === undefined ? null : `reports.obstacle.${lacking}`;
}

/** Of the plans that are kept, newest first, those a report can be made of: the open one, then those that were carried out. */
export const reportedPlans = <Plan extends { readonly state: PlanState }>(plans: readonly Plan[]): Plan[] => [
  ...plans.filter(isOpenPlan),
  ...plans.filter(isCarriedOutPlan),
];

/** Whether the report is about a plan, where none but that is chosen to compare with. */
export const isOfPlan = ({ needs, choice }: ReportKind, comparedWith: string): boolean =>
  needs.includes('plan') || (choice === 'comparedWith' && comparedWith === '');
