import { randomUUID } from 'node:crypto';
import type { adviceInput } from '@depotwerk/api/optimization/advice';
import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import type { proposal } from '@depotwerk/api/optimization/proposals';
import type * as z from 'zod/mini';
import type { AdviceWorld } from './advice-world.ts';
import { pointToKeyInformation } from './key-information-request.ts';

/** What a refused plan says. */
export interface AdviceRefusal {
  code: string;
  params?: { reasons: { limit: string; text: string }[] };
  validation?: { path: string; code: string }[];
}

/** Reading what advice starts from, and simulating it; `admin` is asked for inside of tests. */
export const adviceCalls = (world: AdviceWorld, admin: () => string) => ({
  inputOf: (id: string, token = admin()) =>
    world.call<z.output<typeof adviceInput>>(token, 'GET', `/contracts/${id}/advice-input`),
  simulate: (id: string, body: object = {}, token = admin()) =>
    world.call<{ inputHash: string; proposals: z.output<typeof proposal>[] } & AdviceRefusal>(
      token,
      'POST',
      `/contracts/${id}/simulate`,
      body,
    ),
});

const keyInformationPath = (contractId: string) =>
  `/contracts/${contractId}/planned-optimization/key-information`;

export const keyInformationOf = (world: AdviceWorld, token: string, contractId: string) =>
  world.call<PlanKeyInformation>(token, 'GET', keyInformationPath(contractId));

/** Hands over what a plan's purchases need, to the holders named or to all. */
export async function handOver(
  world: AdviceWorld,
  token: string,
  contractId: string,
  more: {
    readonly customerIds?: readonly string[];
    readonly key?: string;
    readonly documents?: readonly object[];
  } = {},
) {
  const { body } = await keyInformationOf(world, token, contractId);
  const documents = body.funds.flatMap(({ fundId, document }) =>
    document === null ? [] : [{ fundId, version: document.version }],
  );
  return world.call<PlanKeyInformation & AdviceRefusal>(
    token,
    'POST',
    keyInformationPath(contractId),
    {
      form: 'mail',
      customerIds: more.customerIds ?? body.holders.map(({ customerId }) => customerId),
      documents: more.documents ?? documents,
    },
    { 'idempotency-key': more.key ?? randomUUID() },
  );
}

/** Every fund of the house that has no key information points to one from now on. */
export const knowKeyInformation = (world: AdviceWorld) => pointToKeyInformation(world.owner, world.tenantId);
