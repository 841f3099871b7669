import type { CallInput } from '@depotwerk/api/call';
import type { createIssuer as createCall, Issuer, putIssuer as putCall } from '@depotwerk/api/master-data';
import { checkIssuer, withTrader } from '@depotwerk/domain/master-data/check-issuer';
import { storedColumns } from '@depotwerk/domain/master-data/field-table';
import { issuerFields } from '@depotwerk/domain/master-data/issuer-fields';
import { taken, unknownReference } from '../../platform/editing.ts';
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
export const issuerKind: MasterDataKind<Issuer, (typeof issuerFields)[number]> = {
  table: 'issuers',
  fields: issuerFields,
  permission: 'insurers.edit',
  area: 'issuers',
  objectType: 'issuer',
  refusals,
  read: readIssuer,
};

/** Adds an issuer. @throws 400 with the fields that are wrong, 409 for a name that exists */
export async function createIssuer(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<Issuer> {
  return createMasterData(services, context, issuerKind, {
    call: 'createIssuer',
    body: withTrader(body, body.hasTrader),
    issues: checkIssuer(body),
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
  // Without orders there is no connection, whatever the form still held.
  const kept = withTrader(body, body.hasTrader);
  const bankId = storedColumns(issuerFields, kept)['bank_id'];
  return putMasterData(services, context, issuerKind, {
    id: params.id,
    body: kept,
    check: () => checkIssuer(body),
    claim: async (transaction, before) => {
      if (before.bankId !== bankId || before.traderKind !== kept.traderKind) {
        await refuseBankInUse(transaction, params.id);
      }
    },
  });
}
