import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectAccessible, sizes, useJourney } from './support/journey.ts';
import { ownProduct } from './support/own-product.ts';

const journey = useJourney();
const bankUrl = ownProduct().bankUrl;
const talgrund = `${bankUrl}/banks/90020002`;

async function call(path: string, token: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // docs/practice-bank.md; what is used of it is compared below.
  return (await answer.json()) as Record<string, unknown>;
}

/** Starts the approval of an order in the bank's app; answers how to ask for its state and what it is about. */
async function askForApproval() {
  const { token } = await call(`${talgrund}/sessions`, '', {
    loginName: 'beraterin@demo.example',
    password: 'Talgrund-2026',
  });
  const key = String(token);
  const { depots } = await call(`${talgrund}/depots?after=TG&limit=1`, key);
  const [head] = depots as { externalKey: string }[];
  const externalKey = head?.externalKey ?? '';
  const { positions } = await call(`${talgrund}/depots/${externalKey}`, key);
  const [position] = positions as { isin: string }[];
  const { signingId, text } = await call(`${talgrund}/signings`, key, {
    clientOrderId: randomUUID(),
    externalKey,
    transactionHash: 'ab'.repeat(32),
    orders: [{ action: 'sell', isin: position?.isin, fromIsin: null, quantity: 0.01, amount: 1.23 }],
    savingsPlan: null,
  });
  await call(`${talgrund}/signings/${String(signingId)}/select`, key, { methodId: 'decoupled' });
  const state = async () => (await call(`${talgrund}/signings/${String(signingId)}`, key))['state'];
  return { text: String(text), state };
}

describe('the page of the practice bank', () => {
  it('shows the banks and decides approvals', async () => {
    const page = await journey.visitor();
    await page.goto(bankUrl);
    await page.getByRole('heading', { name: 'Steinufer Kreditbank' }).waitFor();
    await expect.poll(() => page.getByText('Heide-2025 (abgelaufen, muss geändert werden)').count()).toBe(1);
    for (const [button, state, word] of [
      ['Freigeben', 'confirmed', 'Freigegeben'],
      ['Ablehnen', 'rejected', 'Abgelehnt'],
    ] as const) {
      const approval = await askForApproval();
      const card = page.getByRole('listitem').filter({ hasText: approval.text }).first();
      await card.getByRole('button', { name: button }).click();
      await card.getByText(word, { exact: true }).waitFor();
      expect(await approval.state()).toBe(state);
    }
    await expectAccessible(page);
    await page.setViewportSize(sizes.phone);
    await expectAccessible(page);
  });
});
