import type { CallInput } from '@depotwerk/api/call';
import type { createIssuer as createCall, Issuer, putIssuer as putCall } from '@depotwerk/api/master-data';
import { normalizeBic } from '@depotwerk/domain/bic';
import { checkIssuer } from '@depotwerk/domain/master-data/check-issuer';
import { sql } from 'kysely';
import { insertedId, storedText, taken, unknownReference } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { createMasterData, type MasterDataKind, putMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { readIssuer } from './issuers.view.ts';
import { refuseBankInUse } from './refuse-bank-in-use.ts';

const refusals = {
  issuers_name: () => taken('masterData.nameExists', 'issuerName', 'nameExists'),
  issuers_tenant_id_insurer_id_fkey: () => unknownReference('insurerId'),
};

/** Issuers as their verbs treat them alike. */
export const issuerKind: MasterDataKind<Issuer> = {
  table: 'issuers',
  permission: 'insurers.edit',
  area: 'issuers',
  objectType: 'issuer',
  refusals,
  read: readIssuer,
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
  return createMasterData(services, context, issuerKind, {
    call: 'createIssuer',
    body,
    issues: checkIssuer(body),
    insert: async (transaction) => {
      const id = await insertedId(
        transaction,
        sql`insert into issuers (tenant_id, issuer_name, bank_id, bank_name, bic, insurer_id, has_trader, trader_kind,
          is_session_only, is_inactive)
          values (${context.scope.tenantId}, ${body.issuerName}, ${storedBic(body.bankId)}, ${storedText(body.bankName)},
          ${storedBic(body.bic)}, ${body.insurerId}, ${body.hasTrader}, ${kindOf(body)}, ${body.isSessionOnly},
          ${body.isInactive}) returning id`,
      );
      return { id };
    },
  });
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
  const bankId = storedBic(body.bankId);
  const traderKind = kindOf(body);
  return putMasterData(services, context, issuerKind, {
    id: params.id,
    body,
    check: () => checkIssuer(body),
    update: async (transaction, before) => {
      // The version is the one that was read, so `before` is what stands in the row.
      if (before.bankId !== bankId || before.traderKind !== traderKind) {
        await refuseBankInUse(transaction, params.id);
      }
      await sql`update issuers set issuer_name = ${body.issuerName}, bank_id = ${bankId},
          bank_name = ${storedText(body.bankName)}, bic = ${storedBic(body.bic)}, insurer_id = ${body.insurerId},
          has_trader = ${body.hasTrader}, trader_kind = ${traderKind}, is_session_only = ${body.isSessionOnly},
          is_inactive = ${body.isInactive} where id = ${params.id}`.execute(transaction);
      return undefined;
    },
  });
}

/** Without orders there is no connection, whatever the form still held. */
const kindOf = ({ hasTrader, traderKind }: CallInput<typeof putCall>['body']) =>
  hasTrader ? traderKind : 'none';
