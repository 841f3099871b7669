import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { PracticeBank } from '../../../../../test/practice-bank.ts';
import { createSignInWorld } from '../../../../../test/sign-in-world.ts';

const db = useTestDatabase();

it('the outbox of the demo shows the SMS of the practice bank, and works without it', async () => {
  const bank = await PracticeBank.start([
    { kind: 'bank', bankId: '90010001', bankName: 'Quaderbank', bic: null, depotPrefix: 'QB' },
    {
      kind: 'login',
      bankId: '90010001',
      loginName: 'a@demo.example',
      partnerKey: 'p',
      displayName: 'A',
      password: 'Quader-2026',
      phoneNumber: '+491701234711',
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      methods: ['sms'],
    },
    { kind: 'price', isin: 'DE0005933931', price: 100, priceDate: '2026-11-20' },
    {
      kind: 'depot',
      bankId: '90010001',
      partnerKey: 'p',
      externalKey: 'D-1',
      externalConsumerKey: null,
      holderName: 'H',
      productKey: 'P',
      positions: [{ isin: 'DE0005933931', quantity: 5, costValue: 100 }],
    },
  ]);
  const world = await createSignInWorld(db, { isDemo: true, bankUrl: bank.url });
  const outbox = async () =>
    (await world.app.inject({ url: '/api/demo/outbox' })).json<
      { kind: string; recipient: string; text: string }[]
    >();
  expect(await outbox()).toEqual([]);
  const post = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${bank.url}/banks/90010001${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    // The practice bank's own answers.
    return (await answer.json()) as { token: string; signingId: string };
  };
  const { token } = await post('/sessions', { loginName: 'a@demo.example', password: 'Quader-2026' });
  const { signingId } = await post(
    '/signings',
    {
      clientOrderId: '0b5e',
      externalKey: 'D-1',
      transactionHash: 'ab'.repeat(32),
      orders: [{ action: 'sell', isin: 'DE0005933931', fromIsin: null, quantity: 1, amount: 100 }],
      savingsPlan: null,
    },
    token,
  );
  await post(`/signings/${signingId}/select`, { methodId: 'sms' }, token);
  const code = await bank.newestCode();
  expect(await outbox()).toMatchObject([
    { kind: 'sms', recipient: '+491701234711', text: expect.stringContaining(code) },
  ]);
  await bank.stop();
  expect(await outbox()).toEqual([]);
  await bank.remove();
  await world.app.close();
});
