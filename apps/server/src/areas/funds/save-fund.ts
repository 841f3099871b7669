import type { CallInput } from '@depotwerk/api/call';
import type {
  createFund as createCall,
  FundDetail,
  putFund as putCall,
} from '@depotwerk/api/fund-management';
import { checkFund } from '@depotwerk/domain/master-data/check-fund';
import { fundIdentityFields, keptFundFields } from '@depotwerk/domain/master-data/fund-fields';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { refuseIssues, taken, unknownReference } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { enqueueFigures } from '../../platform/jobs/enqueue-figures.ts';
import { createMasterData, type MasterDataKind, putMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { readFundDetail } from './fund-detail.view.ts';

const refusals = {
  funds_isin: () => taken('masterData.keyExists', 'isin', 'isinExists'),
  funds_tenant_id_peergroup_id_fkey: () => unknownReference('peergroupId'),
  funds_tenant_id_category_id_fkey: () => unknownReference('categoryId'),
  funds_tenant_id_successor_fund_id_fkey: () => unknownReference('successorFundId'),
};

/** Funds as their verbs treat them alike. */
const fundKind: MasterDataKind<FundDetail, (typeof keptFundFields)[number]> = {
  table: 'funds',
  fields: keptFundFields,
  permission: 'funds.edit',
  area: 'funds',
  objectType: 'fund',
  refusals,
  read: readFundDetail,
};

/** Adds a fund without figures. @throws 400 with the fields that are wrong, 409 for an ISIN that exists */
export async function createFund(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<FundDetail> {
  return createMasterData(services, context, fundKind, {
    call: 'createFund',
    body,
    issues: checkFund(body, null),
    firstFields: fundIdentityFields,
    finish: async (transaction) => {
      await enqueueFigures(transaction, context.scope.userId);
      return undefined;
    },
  });
}

/** Changes what people keep of a fund. @throws 404, 412 with the stored version, 400 with the fields that are wrong */
export async function putFund(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<FundDetail> {
  return putMasterData(services, context, fundKind, {
    id: params.id,
    body,
    check: ({ fund: { isin, currency } }) => checkFund({ ...body, isin, currency }, params.id),
    claim: (transaction) => refuseCircle(transaction, params.id, body.successorFundId),
    finish: async (transaction) => {
      await enqueueFigures(transaction, context.scope.userId);
      return undefined;
    },
  });
}

/** Following successors must end somewhere: what a fund was merged into cannot have been merged into it. */
async function refuseCircle(
  transaction: Transaction<Schema>,
  fundId: number,
  successorId: number | null,
): Promise<void> {
  if (successorId === null) return;
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select f.id, f.successor_fund_id from funds f where f.id = ${successorId}
      union select f.id, f.successor_fund_id from funds f join chain c on f.id = c.successor_fund_id)
    select id from chain where id = ${fundId}`.execute(transaction);
  if (rows.length > 0) refuseIssues([{ path: 'successorFundId', code: 'successorIsSelf' }]);
}
