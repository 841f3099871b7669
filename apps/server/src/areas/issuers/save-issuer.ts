import type { CallInput } from '@depotwerk/api/call';
import type { createIssuer as createCall, Issuer, putIssuer as putCall } from '@depotwerk/api/master-data';
import { normalizeBic } from '@depotwerk/domain/bic';
import { checkIssuer } from '@depotwerk/domain/master-data/check-issuer';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import {
  insertedId,
  lockVersion,
  refuseIssues,
  refusing,
  storedText,
  taken,
  unknownReference,
  withCurrent,
} from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readIssuer } from './issuers.view.ts';
import { refuseBankInUse } from './refuse-bank-in-use.ts';

const refusals = {
  issuers_name: () => taken('masterData.nameExists', 'issuerName', 'nameExists'),
  issuers_tenant_id_insurer_id_fkey: () => unknownReference('insurerId'),
};

/** A BIC or bank code as it is stored; null = none. */
const storedBic = (text: string | null): string | null => {
  const given = storedText(text);
  return given === null ? null : normalizeBic(given);
};

/** Adds an issuer. @throws 400 with the fields that are wrong, 409 for a name that exists */
export async function createIssuer(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<Issuer> {
  const { scope, actor } = context;
  requirePermission(scope, 'insurers.edit');
  refuseIssues(checkIssuer(body));
  return answerOnce(
    services.database,
    context,
    'createIssuer',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const written = await insertedId(
          transaction,
          sql`insert into issuers (tenant_id, issuer_name, bank_id, bank_name, bic, insurer_id, has_trader, trader_kind,
            is_session_only, is_inactive)
          values (${scope.tenantId}, ${body.issuerName}, ${storedBic(body.bankId)}, ${storedText(body.bankName)},
            ${storedBic(body.bic)}, ${body.insurerId}, ${body.hasTrader}, ${kindOf(body)}, ${body.isSessionOnly},
            ${body.isInactive}) returning id`,
        );
        await writeAudit(transaction, {
          actor,
          action: 'issuers.create',
          objectType: 'issuer',
          objectId: String(written),
          after: body,
        });
        return { id: written };
      }),
    (reading, { id }) => readIssuer(reading, scope, id),
  );
}

/**
 * Changes an issuer.
 * @throws 404, 412 with the stored version, 400 and 409 as for a new one, 409 when its bank cannot change
 */
export async function putIssuer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<Issuer> {
  const { scope, actor } = context;
  requirePermission(scope, 'insurers.edit');
  const before = await readIssuer(services, scope, params.id);
  refuseIssues(checkIssuer(body));
  const bankId = storedBic(body.bankId);
  const traderKind = kindOf(body);
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      refusing(refusals, async () => {
        await lockVersion(transaction, 'issuers', params.id, context.ifMatch);
        // The version is the one that was read, so `before` is what stands in the row.
        if (before.bankId !== bankId || before.traderKind !== traderKind) {
          await refuseBankInUse(transaction, params.id);
        }
        await sql`update issuers set issuer_name = ${body.issuerName}, bank_id = ${bankId},
            bank_name = ${storedText(body.bankName)}, bic = ${storedBic(body.bic)}, insurer_id = ${body.insurerId},
            has_trader = ${body.hasTrader}, trader_kind = ${traderKind}, is_session_only = ${body.isSessionOnly},
            is_inactive = ${body.isInactive} where id = ${params.id}`.execute(transaction);
        await writeAudit(transaction, {
          actor,
          action: 'issuers.edit',
          objectType: 'issuer',
          objectId: String(params.id),
          before,
          after: body,
        });
      }),
    );
  await withCurrent(write, () => readIssuer(services, scope, params.id));
  return readIssuer(services, scope, params.id);
}

/** Without orders there is no connection, whatever the form still held. */
const kindOf = ({ hasTrader, traderKind }: CallInput<typeof putCall>['body']) =>
  hasTrader ? traderKind : 'none';
