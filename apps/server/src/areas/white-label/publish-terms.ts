import type {
  agreeToTerms as agreeCall,
  publishTerms as publishCall,
  withdrawTerms as withdrawCall,
} from '@depotwerk/api/white-label/terms';
import { checkTerms, termsName } from '@depotwerk/domain/white-label/check-terms';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { houseDay } from '../../platform/depot-content/plan-days.ts';
import { refuseIssues, refusing, taken } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { earliestFirstDay } from '../../platform/http/client-zone.ts';
import { hostOf } from '../../platform/http/host-of.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { requirePermission } from '../../platform/scope.ts';
import { currentTerms } from './terms.view.ts';

/** One name, one text. */
const refusals = { terms_versions_version: () => taken('masterData.nameExists', 'version', 'nameExists') };

/** Publishes a version of the terms of an appearance. @throws 404, 400 with the fields that are wrong, 409 for a name that is taken */
export const publishTerms: Verb<typeof publishCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'whiteLabel.edit');
  const write: Parameters<typeof runOnce<{ id: string }>>[4] = async (transaction) => {
    const { rows } = await sql<{ today: string; versions: number }>`
      select ${sql.raw(houseDay)}::text as today, (select count(*)::int from terms_versions) as versions
        from white_label_configs where id = ${params.id}`.execute(transaction);
    const [house] = rows;
    if (!house) throw notFound();
    refuseIssues(checkTerms(body, earliestFirstDay(context.zone, services)));
    refuseAboveQuota(services, [{ name: 'termsVersionsPerTenant', present: house.versions, added: 1 }]);
    const id = crypto.randomUUID();
    const version = termsName(body.version);
    // What begins before the house's day counts from now on, and what counted until now is what people read until now.
    const validFrom = body.validFrom === null || body.validFrom < house.today ? house.today : body.validFrom;
    await transaction
      .insertInto('terms_versions')
      .values({
        tenant_id: scope.tenantId,
        id,
        white_label_id: params.id,
        version,
        content: body.content.trim(),
        valid_from: validFrom,
        asks_again: body.asksAgain,
        created_by: scope.userId,
      })
      .execute();
    await writeAudit(transaction, {
      actor,
      action: 'whiteLabel.publishTerms',
      objectType: 'whiteLabel',
      objectId: params.id,
      after: { version, validFrom, asksAgain: body.asksAgain },
    });
    return { id };
  };
  return runOnce(services.database, context, 'publishTerms', { ...params, ...body }, (transaction) =>
    refusing(refusals, () => write(transaction)),
  );
};

/** Takes back what is still to come. @throws 404, 409 for a version whose day has begun */
export const withdrawTerms: Verb<typeof withdrawCall> = async (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'whiteLabel.edit');
  await services.database.transaction(scope, async (transaction) => {
    // In one statement: of two at once one takes it back, and none what begins to count meanwhile.
    const { rows } = await sql<{ version: string }>`
      delete from terms_versions where id = ${params.termsId} and white_label_id = ${params.id}
         and valid_from > ${sql.raw(houseDay)} returning version`.execute(transaction);
    const [terms] = rows;
    if (!terms) {
      const { rows: left } = await sql`select from terms_versions
         where id = ${params.termsId} and white_label_id = ${params.id}`.execute(transaction);
      throw left.length > 0 ? new AppError('whiteLabel.termsCount') : notFound();
    }
    await writeAudit(transaction, {
      actor,
      action: 'whiteLabel.withdrawTerms',
      objectType: 'whiteLabel',
      objectId: params.id,
      before: { version: terms.version },
    });
  });
  return {};
};

/** Keeps that the signed-in person agrees to what is asked for at her host. @throws 409 for another version */
export const agreeToTerms: Verb<typeof agreeCall> = async (services, context, { body }) => {
  const { actor } = context;
  const at = new Date(services.clock()).toISOString();
  await services.database.transaction(actor, async (transaction) => {
    const { rows } = await sql<{ version: string | null }>`
      select ${sql.raw(currentTerms('w.tenant_id', 'w.white_label_id'))} as version
        from find_white_label(${hostOf(context.host)}) w where w.tenant_id = ${actor.tenantId}`.execute(
      transaction,
    );
    if (rows[0]?.version !== body.version) throw new AppError('auth.termsOutdated');
    const { rows: changed } =
      await sql`update users set terms_version = ${body.version}, terms_accepted_at = ${at}
       where id = ${actor.userId} and terms_version is distinct from ${body.version} returning id`.execute(
        transaction,
      );
    // Twice, from two windows, is once.
    if (changed.length === 0) return;
    await writeAudit(transaction, {
      actor,
      action: 'auth.agreeToTerms',
      objectType: 'user',
      objectId: actor.userId,
      details: { version: body.version },
    });
  });
  return {};
};
