import type { Insurer } from '@depotwerk/api/insurers/master-data';
import { checkInsurer } from '@depotwerk/domain/master-data/check-insurer';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { taken } from '../../platform/editing.ts';
import type { MasterDataKind } from '../../platform/master-data.ts';
import { masterDataVerbs } from '../../platform/master-data-verbs.ts';
import type { Services } from '../../platform/services.ts';
import { readInsurer } from './insurers.view.ts';

const kind: MasterDataKind<Insurer, (typeof insurerFields)[number]> = {
  table: 'insurers',
  fields: insurerFields,
  permission: 'insurers.edit',
  area: 'insurers',
  objectType: 'insurer',
  refusals: { insurers_name: () => taken('masterData.nameExists', 'insurerName', 'nameExists') },
  read: readInsurer,
};

/** Insurers: read, added, changed, deleted. */
export const insurerVerbs = (services: Services) =>
  masterDataVerbs(services, () => kind, { createCall: 'createInsurer', check: checkInsurer });
