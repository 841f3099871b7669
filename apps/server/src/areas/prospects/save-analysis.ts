import type { putDepotAnalysis as putCall } from '@depotwerk/api/prospects/depot-analysis';
import { isIsin } from '@depotwerk/domain/isin';
import { unknownQuestions } from '@depotwerk/domain/questions/check-answers';
import { sql } from 'kysely';
import { refuseIssues } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import type { ProspectServices } from './analysis-services.ts';
import { endLinks } from './bank-link/keep-bank-link.ts';
import { signOutLater } from './bank-link/open-bank-link.ts';
import { noteVisitor } from './note-visitor.ts';
import { openAnalysis } from './open-analysis.ts';

/**
 * Stores answers and holdings; what was computed from the ones before is forgotten.
 * @throws 404, 412 when they changed since they were read, 409 once submitted, 400
 */
export const saveAnalysis: Verb<typeof putCall, ProspectServices, [], RequestContext> = async (
  services,
  context,
  { params, body },
) => {
  const { house, analysis } = await openAnalysis(services, context, params.guid);
  if (analysis.state === 'submitted') throw new AppError('depotanalysis.submitted');
  if (unknownQuestions(analysis.questionnaire.questions, body.answers).length > 0)
    throw new AppError('questionnaire.unknownQuestion');
  refuseIssues(
    body.holdings.flatMap(({ isin, quantity, value }, index) => [
      ...(isIsin(isin) ? [] : [{ path: `holdings.${index}.isin`, code: 'isin' as const }]),
      ...(quantity === null && value === null
        ? [{ path: `holdings.${index}.quantity`, code: 'required' as const }]
        : []),
    ]),
  );
  // no audit entry: a stranger's own notes, stored while he types.
  const { rows } = await services.database.transaction(house, (transaction) =>
    sql<{ rowVersion: number }>`update depot_analyses set answers = ${JSON.stringify(body.answers)}::jsonb,
        holdings = ${JSON.stringify(body.holdings)}::jsonb, result = null, state = 'open'
       where tenant_id = ${house.tenantId} and id = ${analysis.id} and state <> 'submitted'
         and row_version = ${context.ifMatch} returning row_version as "rowVersion"`.execute(transaction),
  );
  const [saved] = rows;
  if (!saved) throw new AppError('common.versionConflict');
  return saved;
};

/** Withdraws the consent: erased at once. @throws 404 */
export async function deleteAnalysis(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
): Promise<Record<string, never>> {
  const { house, analysis } = await openAnalysis(services, context, guid, true);
  const access = await services.database.transaction(house, async (transaction) => {
    const taken = await endLinks(services, transaction, { house, analysis });
    await sql`delete from depot_analyses where tenant_id = ${house.tenantId} and id = ${analysis.id}`.execute(
      transaction,
    );
    // What she agreed to in an invitation is told to her adviser with the day it ended.
    if (analysis.preregistrationId !== null)
      await sql`update preregistrations set consent_withdrawn_at = ${new Date(services.clock()).toISOString()}
        where tenant_id = ${house.tenantId} and id = ${analysis.preregistrationId}`.execute(transaction);
    await noteVisitor(transaction, context, 'depotanalysis.delete', analysis.id);
    return taken;
  });
  if (access !== null) signOutLater(services, access);
  return {};
}
