import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Product } from './product.ts';

/** What a drill reads of a contract: when it was last marked as checked. */
export const checkedAt = z.object({ lastCheck: z.nullable(z.string()) });
export const checkedContract = z.object({ id: z.string(), lastCheck: z.nullable(z.string()) });

/** The log's own proof, computed anew over everything. */
export async function proveLog(product: Product): Promise<{ isIntact: boolean | null; entryCount: number }> {
  const auditor = await product.signIn('revision@demo.example');
  const proof = z.object({
    isIntact: z.nullable(z.boolean()),
    entryCount: z.number(),
    isUnderWay: z.boolean(),
    checkedAt: z.nullable(z.string()),
  });
  const since = new Date().toISOString();
  await product.call(auditor, '/audit-entries/verify', z.unknown(), {});
  for (;;) {
    const state = await product.call(auditor, '/audit-entries/verify', proof);
    if (!state.isUnderWay && (state.checkedAt ?? '') >= since) return state;
    await sleep(250);
  }
}
