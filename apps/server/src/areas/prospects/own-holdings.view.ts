import { type AnalysisHolding, mostAnalysisHoldings } from '@depotwerk/api/prospects/depot-analysis';
import type { ExcludedInvestments } from '@depotwerk/domain/questions/client-restrictions';
import { carryOver } from '@depotwerk/domain/questions/compare-questionnaires';
import { type Answer, answersOf, type Question } from '@depotwerk/domain/questions/questionnaire';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { euroPrice } from '../funds/public.ts';

interface AnsweredRow {
  questions: Question[];
  answers: Answer[];
}

const exclusionKinds = [
  ['isins', 'excluded_isins'],
  ['companies', 'excluded_companies'],
  ['regions', 'excluded_regions'],
  ['sectors', 'excluded_sectors'],
] as const;

const columnsOf = (alias: string) => exclusionKinds.map(([, column]) => `${alias}.${column}`).join(', ');

/**
 * What an analysis of a customer's own begins with: the funds of contracts she holds, each once with all its units, the largest
 * first, with the value her contracts show where the house has no price in euros, and of her newest answers to the risk
 * profile those that mean the same to `questions`, and what the valid profiles of these contracts exclude.
 * @throws 404 for a contract that is not hers
 */
export async function readOwnHoldings(
  { database }: ReadServices,
  scope: Scope,
  contractIds: readonly string[],
  questions: readonly Question[],
): Promise<{
  readonly holdings: AnalysisHolding[];
  readonly answers: Answer[];
  readonly restrictions: ExcludedInvestments | null;
}> {
  const visibleTo = (parameters: Parameters): string => {
    const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
    conditions.push(`c.id = any (${parameters.add(contractIds)}::uuid[])`);
    return conditions.join(' and ');
  };
  const own = new Parameters();
  const visible = visibleTo(own);
  const excluding = new Parameters();
  const visibleExcluding = visibleTo(excluding);
  const herself = excluding.add(scope.ownCustomerId);
  const [contracts, holdings, answered, [profile]] = await database.readMany<
    [{ id: string }, AnalysisHolding, AnsweredRow, ExcludedInvestments]
  >(scope, [
    { sql: `select c.id from contracts c where ${visible}`, parameters: own.values },
    {
      sql: `select f.isin, left(f.name, 300) as name, sum(e.quantity)::float8 as quantity,
            case when ${euroPrice} > 0 then null else nullif(sum(e.value), 0)::float8 end as value
          from contracts c
          join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
          join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
          join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
         where ${visible} and e.quantity > 0
         group by f.isin, f.name, ${euroPrice} order by sum(e.value) desc nulls last, f.isin limit ${mostAnalysisHoldings}`,
      parameters: own.values,
    },
    {
      sql: `select q.questions, x.answers from (
            select questionnaire_id, answers, submitted_at as given_at from own_answers where customer_id = $1
            union all
            select questionnaire_id, answers, created_at from questionnaire_answers where customer_id = $1) x
          join questionnaires q on q.tenant_id = app_tenant_id() and q.id = x.questionnaire_id
         where q.questionnaire_key = 'riskProfile' order by x.given_at desc limit 1`,
      parameters: [scope.ownCustomerId],
    },
    {
      // A profile belongs to a contract: what any of them excludes is excluded here.
      sql: `with excluding as (
            select ${columnsOf('a')} from contracts c
              join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
             where ${visibleExcluding} and c.customer_id = ${herself}
            union all
            select ${columnsOf('x')} from contracts c
              join contract_holders x on x.tenant_id = c.tenant_id and x.contract_id = c.id and x.risk_class_id is not null
             where ${visibleExcluding} and x.customer_id = ${herself})
          select ${exclusionKinds
            .map(
              ([kind, column]) =>
                `coalesce((select json_agg(distinct x) from excluding e cross join unnest(e.${column}) x), '[]') as ${kind}`,
            )
            .join(', ')}`,
      parameters: excluding.values,
    },
  ]);
  if (contracts.length < new Set(contractIds).size) throw notFound();
  const [before] = answered;
  const carried = before ? carryOver(before.questions, questions, answersOf(before.answers)) : [];
  return {
    holdings,
    answers: [...carried].map(([questionId, value]) => ({ questionId, value })),
    restrictions: profile && Object.values(profile).some((list) => list.length > 0) ? profile : null,
  };
}
