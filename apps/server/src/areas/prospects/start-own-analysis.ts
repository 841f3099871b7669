import type { startOwnAnalysis as startCall } from '@depotwerk/api/prospects/own-analysis';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requireOwnSide } from '../../platform/scope.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { ProspectServices } from './analysis-services.ts';
import { visitHouse } from './open-analysis.ts';
import { readOwnHoldings } from './own-holdings.view.ts';
import { insertAnalysis, requireOffered, todaysQuestions } from './start-analysis.ts';

/**
 * Begins an analysis with the funds a customer holds and what her risk profile excludes; from then on it is one of anybody, opened by its guid and joined
 * with nobody. A child begins none: what she holds and answers would be looked at without her representatives.
 * @throws 403 for everybody else and where the house offers none, 404 for a foreign contract, 409
 */
export const startOwnAnalysis: Verb<typeof startCall, ProspectServices> = async (
  services,
  context,
  { body },
) => {
  const { scope } = context;
  const customerId = requireOwnSide(scope);
  const house = await visitHouse(services, context);
  // Its guid opens it in the house of the host alone.
  if (house.tenantId !== scope.tenantId) throw new AppError('auth.registrationClosed');
  requireOffered(house);
  const [own] = await services.database.read<{ dateOfBirth: string | null }>(scope, {
    sql: 'select date_of_birth as "dateOfBirth" from customers where id = $1',
    parameters: [customerId],
  });
  if (underageUntil(own?.dateOfBirth ?? null, todayOfHouse(services)) !== null)
    throw new AppError('questionnaire.underage', {
      reason:
        'Bis zur Volljährigkeit machen die gesetzlichen Vertreter die Depotanalyse zusammen mit dem Berater.',
    });
  const { questionnaireId, questions } = await todaysQuestions(services, house);
  const { holdings, answers, restrictions } = await readOwnHoldings(
    services,
    scope,
    body.contractIds,
    questions,
  );
  return services.database.transaction(house, async (transaction) => {
    // no audit entry: a customer's own notes, which belong to nobody's record.
    const started = await insertAnalysis(services, transaction, house.tenantId, {
      consentVersion: body.consentVersion,
      questionnaireId,
    });
    await sql`update depot_analyses set holdings = ${JSON.stringify(holdings)}::jsonb, answers = ${JSON.stringify(answers)}::jsonb,
         restrictions = ${restrictions && JSON.stringify(restrictions)}::jsonb
       where tenant_id = ${house.tenantId} and guid_hash = ${tokenHash(started.guid)}`.execute(transaction);
    return started;
  });
};
