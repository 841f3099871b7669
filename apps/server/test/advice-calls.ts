import type { adviceInput } from '@depotwerk/api/advice';
import type { proposal } from '@depotwerk/api/proposals';
import type * as z from 'zod/mini';
import type { AdviceWorld } from './advice-world.ts';

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
