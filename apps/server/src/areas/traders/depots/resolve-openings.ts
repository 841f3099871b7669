import { sql } from 'kysely';
import { inEveryTenant } from '../../../platform/database/every-tenant.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { openAccess } from '../credentials/trader-access.view.ts';
import { readIssuerOfSent } from '../credentials/trader-issuer.view.ts';
import { TraderFault } from '../gateway/trader-gateway.ts';
import { stepLimit } from '../step-limit.ts';
import type { TraderServices } from '../trader-services.ts';
import { type Opening, openingColumns, resolveOpening } from './opening.ts';

/** Openings without an answer are asked about from here on; until then the call that sent them is at work. */
const afterSeconds = 30;
const batchSize = 20;

/**
 * Asks the banks about openings whose answer was lost, with the access of whoever gave them; how many were settled. A
 * bank that does not answer, and one that cannot be signed in to, is asked again at the next look; which come first is
 * left to chance, so that those of a bank that hangs are not always the ones. A system job.
 */
export async function resolveOpenings(
  services: Pick<TraderServices, 'database' | 'keys' | 'gateways'>,
): Promise<number> {
  const due = await inEveryTenant(services.database, async (transaction) => {
    const { rows } = await sql<Opening>`select ${sql.raw(openingColumns)} from depot_openings
      where tenant_id = app_tenant_id() and state = 'sent' and created_at < now() - ${afterSeconds} * interval '1 second'
      order by random() limit ${batchSize}`.execute(transaction);
    return rows;
  });
  let count = 0;
  for (const opening of due) {
    try {
      const issuer = await readIssuerOfSent(services.database, opening, opening.issuerId);
      const access = { ...openAccess(services, opening, issuer), signal: stepLimit() };
      const way = {
        gateway: services.gateways.of(issuer.traderKind),
        access,
        userId: issuer.isInactive ? null : opening.userId,
      };
      if ((await resolveOpening(services, way, opening, { kind: 'system' })) !== null) count += 1;
    } catch (error) {
      // An institution that trades no longer holds up none of the others.
      if (!(error instanceof TraderFault || error instanceof AppError)) throw error;
    }
  }
  return count;
}
