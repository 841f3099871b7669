import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { assessRisk, findContradictions } from '@depotwerk/domain/questions/assess-risk';
import type { ExcludedInvestments } from '@depotwerk/domain/questions/client-restrictions';
import { wantsImpactsConsidered } from '@depotwerk/domain/questions/profile-choices';
import { profileOfAnswers } from '@depotwerk/domain/questions/profile-of-answers';
import type { ProfileField, Question } from '@depotwerk/domain/questions/questionnaire';
import { checkAdvice } from '@depotwerk/engine/advice/advice-check';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { readAnalysedFunds } from './analysed-funds.view.ts';
import { analysisResult } from './analysis-result.ts';
import type { ProspectServices } from './analysis-services.ts';
import { type AnalysisRow, openAnalysis } from './open-analysis.ts';
import { requireAnswered } from './require-answered.ts';
import { valueHoldings } from './value-holdings.ts';

/**
 * Checks the holdings against the class the answers lead to, in the tariff the house compares with, and keeps the result.
 * @throws 404, 400 with every answer that is wrong or without holdings, 409 without tariff or class
 */
export async function calculateAnalysis(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
): Promise<AnalysisResult & { rowVersion: number }> {
  const { house, analysis } = await openAnalysis(services, context, guid);
  if (analysis.state === 'submitted' && analysis.result !== null)
    return { ...analysis.result, rowVersion: analysis.rowVersion };
  if (analysis.holdings.length === 0) throw new AppError('depotanalysis.withoutHoldings');
  const now = new Date(services.clock());
  const result = await compute(services, house.tenantId, analysis, todayIn(context.zone, now), now);
  // no audit entry: computed from a stranger's own notes. What he changed meanwhile is not overwritten with it.
  const { rows } = await services.database.transaction(house, (transaction) =>
    sql<{
      rowVersion: number;
    }>`update depot_analyses set result = ${JSON.stringify(result)}::jsonb, state = 'calculated'
       where tenant_id = ${house.tenantId} and id = ${analysis.id} and row_version = ${analysis.rowVersion}
         and state <> 'submitted' returning row_version as "rowVersion"`.execute(transaction),
  );
  return { ...result, rowVersion: rows[0]?.rowVersion ?? analysis.rowVersion };
}

/** A house may ask visitors what they exclude in a version of its own; where it does not, that of her risk profile stands. */
function restrictionsOf(
  questions: readonly Question[],
  said: ExcludedInvestments,
  recorded: ExcludedInvestments | null,
): ExcludedInvestments {
  const from = (field: ProfileField) =>
    recorded === null || questions.some(({ profileField }) => profileField === field) ? said : recorded;
  return {
    isins: from('excludedFunds').isins,
    companies: from('excludedCompanies').companies,
    regions: from('excludedRegions').regions,
    sectors: from('excludedSectors').sectors,
  };
}

async function compute(
  services: ProspectServices,
  tenantId: string,
  analysis: AnalysisRow,
  today: string,
  now: Date,
): Promise<AnalysisResult> {
  const { holdings } = analysis;
  const { questions, scoring } = analysis.questionnaire;
  const answers = requireAnswered(analysis, today);
  const [assembled, funds] = await Promise.all([
    services.referenceTariff(tenantId),
    readAnalysedFunds(
      services,
      tenantId,
      holdings.map(({ isin }) => isin),
    ),
  ]);
  if (!assembled || !scoring) throw new AppError('depotanalysis.notReady');
  const { tariff } = assembled;
  const risk = assessRisk(questions, scoring, answers, tariff.classes.length, today);
  const { riskClassId } = risk;
  if (riskClassId === null) throw new AppError('questionnaire.noClass');
  const { sustainabilityKind, minimumShareSustainable, minimumShareTaxonomy, ...said } = profileOfAnswers(
    questions,
    answers,
    today,
  );
  const restrictions = restrictionsOf(questions, said.restrictions, analysis.restrictions);
  const excludesAny = Object.values(restrictions).some((list) => list.length > 0);
  const valued = valueHoldings(holdings, assembled, today);
  const check = checkAdvice(tariff, assembled.funds, {
    riskClassId,
    esg:
      sustainabilityKind === 'none'
        ? null
        : {
            minimumSustainableShare: minimumShareSustainable ?? 0,
            minimumTaxonomyShare: minimumShareTaxonomy ?? 0,
            needsPai: wantsImpactsConsidered(sustainabilityKind, said.paiTopics),
            minimumArticle: 6,
          },
    restrictions: excludesAny ? restrictions : undefined,
    contract: valued.contract,
  });
  if (!check?.band) throw new AppError('questionnaire.noClass');
  return analysisResult({
    calculatedAt: now.toISOString(),
    check,
    band: check.band,
    risk: { ...risk, riskClassId },
    tariff,
    positions: valued.positions,
    total: valued.total,
    funds,
    contradictions: findContradictions(questions, scoring, answers),
  });
}
