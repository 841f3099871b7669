import type { Issuer } from '@depotwerk/api/insurers/master-data';
import { checkIssuer, withTrader } from '@depotwerk/domain/master-data/check-issuer';
import { storedColumns } from '@depotwerk/domain/master-data/field-table';
import { type IssuerDraft, issuerFields } from '@depotwerk/domain/master-data/issuer-fields';
import { taken, unknownReference } from '../../platform/editing.ts';
import type { MasterDataKind } from '../../platform/master-data.ts';
import { masterDataVerbs } from '../../platform/master-data-verbs.ts';
import type { Services } from '../../platform/services.ts';
import { readIssuer } from './issuers.view.ts';
import { refuseBankInUse } from './refuse-bank-in-use.ts';

const kind: MasterDataKind<Issuer, (typeof issuerFields)[number]> = {
  table: 'issuers',
  fields: issuerFields,
  permission: 'insurers.edit',
  area: 'issuers',
  objectType: 'issuer',
  refusals: {
    issuers_name: () => taken('masterData.nameExists', 'issuerName', 'nameExists'),
    issuers_tenant_id_insurer_id_fkey: () => unknownReference('insurerId'),
  },
  read: readIssuer,
};

/** Issuers: read, added, changed, deleted. @throws 409 when its bank cannot change, too */
export const issuerVerbs = (services: Services) =>
  masterDataVerbs(services, () => kind, {
    createCall: 'createIssuer',
    check: checkIssuer,
    // Without orders there is no connection, whatever the form still held.
    kept: (body: IssuerDraft) => withTrader(body, body.hasTrader),
    claim: async (transaction, body, id, before) => {
      if (id === null || before === null) return;
      const bankId = storedColumns(issuerFields, body)['bank_id'];
      if (before.bankId !== bankId || before.traderKind !== body.traderKind) {
        await refuseBankInUse(transaction, id);
      }
    },
  });
