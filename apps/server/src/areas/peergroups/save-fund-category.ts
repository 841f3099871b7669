import type { CallInput } from '@depotwerk/api/call';
import type {
  createFundCategory as createCall,
  deleteFundCategory as deleteCall,
  FundCategory,
  putFundCategory as putCall,
} from '@depotwerk/api/fund-categories';
import { checkFundCategory } from '@depotwerk/domain/master-data/check-fund-category';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import { taken } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import {
  createMasterData,
  deleteMasterData,
  type MasterDataKind,
  putMasterData,
} from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { readFundCategory } from './fund-categories.view.ts';

const refusals = {
  fund_categories_name: () => taken('masterData.nameExists', 'categoryName', 'nameExists'),
};

/** Fund categories as their verbs treat them alike. */
const categoryKind: MasterDataKind<FundCategory, (typeof fundCategoryFields)[number]> = {
  table: 'fund_categories',
  fields: fundCategoryFields,
  permission: 'peergroups.edit',
  area: 'fundCategories',
  objectType: 'fundCategory',
  refusals,
  read: readFundCategory,
};

/** Adds a fund category. @throws 400 with the fields that are wrong, 409 for a name that exists */
export async function createFundCategory(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<FundCategory> {
  return createMasterData(services, context, categoryKind, {
    call: 'createFundCategory',
    body,
    issues: checkFundCategory(body),
  });
}

/** Changes a fund category. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putFundCategory(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<FundCategory> {
  return putMasterData(services, context, categoryKind, {
    id: params.id,
    body,
    check: () => checkFundCategory(body),
  });
}

/**
 * Deletes a fund category.
 * @throws 404, 412 when it changed since it was read, 409 while peer groups or funds name it
 */
export async function deleteFundCategory(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  await deleteMasterData(services, context, categoryKind, params.id);
}
