import { randomUUID } from 'node:crypto';
import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import type pg from 'pg';

type Ask = (
  id: string,
  path: string,
  more?: { readonly body?: object; readonly key?: string },
) => Promise<unknown>;

/** Every fund of a house without a filed document points to one from now on. */
export const pointToKeyInformation = (owner: pg.Client, tenantId: string) =>
  owner.query(
    `update funds f set kiid = 'https://fonds.example/bib.pdf' where f.tenant_id = $1 and f.kiid is null
      and not exists (select from documents d where d.tenant_id = f.tenant_id and d.fund_id = f.id and d.document_type = 'kiid')`,
    [tenantId],
  );

/** What hands over all that the open plan of a contract buys, to all its holders. */
export async function keyInformationRequest(ask: Ask, contractId: string | undefined) {
  const path = `/contracts/${contractId}/planned-optimization/key-information`;
  // The answer of the call, as its own schema says.
  const { holders, funds } = (await ask('getPlanKeyInformation', path)) as PlanKeyInformation;
  const customerIds = holders.map(({ customerId }) => customerId);
  const documents = funds.map(({ fundId, document }) => ({ fundId, version: document?.version }));
  return { path, body: { form: 'mail', customerIds, documents } };
}

/** Hands it over. */
export async function handOverAll(ask: Ask, contractIds: readonly (string | undefined)[]): Promise<void> {
  for (const contractId of contractIds) {
    const { path, body } = await keyInformationRequest(ask, contractId);
    if (body.documents.length > 0) await ask('handOverKeyInformation', path, { body, key: randomUUID() });
  }
}
