import type { contractDetail } from '@depotwerk/api/contracts/contract-detail';
import type { contractScore } from '@depotwerk/api/contracts/contracts';
import { personName } from '@depotwerk/domain/customers/person-name';
import type * as z from 'zod/mini';
import { inForceOn } from '../../platform/depot-content/plan-days.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import {
  type ContractRow,
  contractJoins,
  contractSelection,
  summariseScore,
  toContractItem,
  toPercentPoints,
} from './contract-item.ts';
import { type GuaranteeDetailRow, guaranteeDetailJson, toGuarantee } from './guarantee.view.ts';
import { type LifeCycleRow, toLifeCycle } from './life-cycle.view.ts';
import { type PortfolioRow, portfolioSelection, toPortfolio } from './portfolio.view.ts';
import { type RiskAssessmentRow, riskAssessmentSelection, toRiskAssessment } from './risk-assessment.view.ts';
import { type SavingsPlanRow, savingsPlanSelection, toSavingsPlan } from './savings-plan.view.ts';
import { type BornHolder, bornHoldersSelection, underageOf } from './underage-holders.view.ts';
import { ofContract } from './visible-contract.view.ts';

interface DetailRow extends ContractRow {
  issuer_id: number;
  non_funds_value: number;
  paid_in: number | null;
  reserve_value: number;
  guarantee_fund_quantity: number;
  row_version: number;
  score_risk: number | null;
  score_allocation: number | null;
  score_quality: number | null;
  score_costs: number | null;
  score_savings_plan: number | null;
  score_calculated_at: string | null;
  guarantee: GuaranteeDetailRow | null;
  life_cycle: LifeCycleRow['life_cycle'];
  is_customer_blocked: boolean;
  blocked_holders: { firstName: string; lastName: string }[] | null;
  born_holders: BornHolder[] | null;
}

const detailSelection = `${contractSelection}, c.issuer_id, c.non_funds_value, c.paid_in, c.reserve_value,
  c.guarantee_fund_quantity, c.row_version, c.score_risk, c.score_allocation, c.score_quality, c.score_costs,
  c.score_savings_plan, c.score_calculated_at, ${guaranteeDetailJson()} as guarantee, t.life_cycle,
  u.is_blocked as is_customer_blocked,
  (select json_agg(json_build_object('firstName', b.first_name, 'lastName', b.last_name) order by h.id)
    from contract_holders h join customers b on b.tenant_id = h.tenant_id and b.id = h.customer_id and b.is_blocked
   where h.tenant_id = c.tenant_id and h.contract_id = c.id) as blocked_holders, ${bornHoldersSelection} as born_holders`;

/** Everything the contract's overview shows, in one round trip; `today` is the caller's day. */
export async function readContract(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<z.output<typeof contractDetail>> {
  const [contracts, assessments, plans, portfolios] = await services.database.readMany<
    [DetailRow, RiskAssessmentRow, SavingsPlanRow, PortfolioRow]
  >(scope, [
    ofContract(scope, contractId, () => ({ selection: detailSelection, tables: contractJoins, tail: '' })),
    ofContract(scope, contractId, () => ({
      selection: riskAssessmentSelection,
      tables: 'join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id',
      // A rejected suggestion is history; what holds comes first, then what waits for a decision.
      // To the customer herself a suggestion is told when it holds.
      tail: `and a.status in (${scope.ownCustomerId === null ? `'valid', 'suggested'` : `'valid'`}) order by a.status = 'valid' desc, a.assessment_date desc, a.id limit 2`,
    })),
    savingsPlansAhead(scope, contractId, today),
    currentPortfolio(scope, contractId),
  ]);
  const row = contracts[0];
  if (!row) throw notFound();
  const underage = scope.ownCustomerId === null ? underageOf(row.born_holders, today) : [];
  const current = plans.findLast(({ valid_from }) => valid_from <= today);
  const planned = plans.find(({ valid_from }) => valid_from > today);
  return {
    contract: {
      ...toContractItem(row, scope),
      tariffId: row.tariff_id,
      issuerId: row.issuer_id,
      nonFundsValue: row.non_funds_value,
      contributionsValue: row.paid_in,
      reserveValue: row.reserve_value,
      guaranteeFundQuantity: row.guarantee_fund_quantity,
      rowVersion: row.row_version,
      isCustomerBlocked: scope.ownCustomerId === null && row.is_customer_blocked,
      ...(scope.ownCustomerId === null &&
        row.blocked_holders !== null && { blockedHolders: row.blocked_holders.map(personName) }),
      ...(underage.length > 0 && { underageHolders: underage }),
    },
    contractScore: toScore(row),
    // What the first holder told her adviser is not another holder's to read.
    latestRiskAssessment:
      scope.ownCustomerId === null || scope.ownCustomerId === row.customer_id
        ? latestRiskAssessment(assessments, today)
        : null,
    currentSavingsPlan: current ? toSavingsPlan(current) : null,
    plannedSavingsPlan: planned ? toSavingsPlan(planned) : null,
    currentPortfolio: portfolios[0] ? toPortfolio(portfolios[0]) : null,
    // How near a promise is to its limit is a matter of advice: the customer hears it from her adviser.
    guarantee: scope.ownCustomerId === null ? toGuarantee(row.guarantee, today) : null,
    lifeCycle: toLifeCycle(row, today),
  };
}

/** What holds, with the class an open suggestion names; a class that was accepted is no suggestion any more. */
function latestRiskAssessment(assessments: readonly RiskAssessmentRow[], today: string) {
  const [holding] = assessments;
  if (!holding) return null;
  const open = assessments.find(({ status }) => status === 'suggested');
  return toRiskAssessment(
    { ...holding, suggested_risk_class_id: open?.suggested_risk_class_id ?? null },
    today,
  );
}

export const currentSavingsPlan = (scope: Scope, contractId: string, today: string) =>
  ofContract<SavingsPlanRow>(scope, contractId, (parameters) => ({
    selection: savingsPlanSelection,
    tables: 'join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id',
    tail: `and ${inForceOn('s', parameters.add(today))} order by s.valid_from desc limit 1`,
  }));

/** Those in force and those to come, the earliest first: of several in force the one that began last counts. */
const savingsPlansAhead = (scope: Scope, contractId: string, today: string) =>
  ofContract<SavingsPlanRow>(scope, contractId, (parameters) => {
    const day = parameters.add(today);
    return {
      selection: savingsPlanSelection,
      tables: 'join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id',
      tail: `and (s.valid_to is null or s.valid_to >= ${day}::date) order by s.valid_from`,
    };
  });

export const currentPortfolio = (scope: Scope, contractId: string) =>
  ofContract<PortfolioRow>(scope, contractId, () => ({
    selection: portfolioSelection,
    tables: 'join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current',
    tail: '',
  }));

type Score = z.output<typeof contractScore>;
type ScoreColumns = Pick<
  DetailRow,
  | 'contract_score'
  | 'score_risk'
  | 'score_allocation'
  | 'score_quality'
  | 'score_costs'
  | 'score_savings_plan'
  | 'score_calculated_at'
>;
type CheckColumns = ScoreColumns &
  Pick<ContractRow, 'risk_value' | 'risk_band_low' | 'risk_band_high' | 'risk_band_status'> &
  Pick<PortfolioRow, 'share_quota'>;

/** What a check found as the overview shows it once it is stored. */
export const checkAsShown = (found: CheckColumns) => ({
  contractScore: toScore(found),
  risk: {
    riskValue: toPercentPoints(found.risk_value),
    bandLow: toPercentPoints(found.risk_band_low),
    bandHigh: toPercentPoints(found.risk_band_high),
    status: found.risk_band_status,
  },
  shareQuota: toPercentPoints(found.share_quota),
});

/** The five parts with their weights (engine.md, section 11); a part nobody computed is left out. */
function toScore(row: ScoreColumns): Score | null {
  if (row.contract_score === null || row.score_calculated_at === null) return null;
  const parts = {
    risk: row.score_risk,
    allocation: row.score_allocation,
    quality: row.score_quality,
    costs: row.score_costs,
    savingsPlan: row.score_savings_plan,
  };
  return scoreOf(row.contract_score, parts, row.score_calculated_at);
}

type ScoreKey = Score['parts'][number]['scoreKey'];

const partFacts: readonly (readonly [ScoreKey, number, string])[] = [
  ['risk', 0.4, 'Risiko im Band der Risikoklasse'],
  ['allocation', 0.25, 'Übereinstimmung mit der Zielaufteilung'],
  ['quality', 0.2, 'Qualität der Fonds'],
  [
    'costs',
    0.1,
    'Laufende Kosten gegenüber dem Vorschlag; unbekannte zählen wie der Durchschnitt der Peergroup',
  ],
  ['savingsPlan', 0.05, 'Sparplan gegenüber der Zielaufteilung'],
];

/** A score 0–100 as it is shown; parts 0–100, null = not computed. */
export const scoreOf = (
  score: number,
  values: Readonly<Record<ScoreKey, number | null>>,
  calculatedAt: string,
): Score => ({
  ...summariseScore(score),
  parts: partFacts.flatMap(([scoreKey, weight, text]) => {
    const value = values[scoreKey];
    return value === null ? [] : [{ scoreKey, weight, value, text }];
  }),
  calculatedAt,
});
