import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { everyRow } from '../../../../test/every-row.ts';
import { isins, quader, RefreshWorld, talgrund } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));

const hostileName = '<img src=x onerror=alert(1)> =HYPERLINK("http://x") #panic("x")';

it('bank passwords and sessions stay inside the gateway through refreshes that work, fail, hang up and lie', {
  timeout: 90_000,
}, async () => {
  const adviser = await world.adviser();
  await world.bankDepot(`C-${adviser.userId.slice(0, 8)}`, {
    holderName: hostileName,
    positions: [{ isin: isins[0], quantity: 5 }],
  });
  const answers: string[] = [];
  const refresh = async () => {
    const answer = await world.refresh(adviser, { issuerId: quader.issuerId });
    answers.push(answer.text);
    await world.later();
  };
  await refresh();
  for (const kind of ['lostAnswer', 'error', 'brokenJson', 'html'] as const) {
    await world.bank.fault('depots.read', kind, { bankId: quader.bankId });
    await world.bank.fault('depots.list', kind, { bankId: quader.bankId });
    await refresh();
  }
  for (const path of ['/jobs', '/trader-depots/new', '/trader-credentials/available-credential-types']) {
    answers.push((await world.call(adviser, 'GET', path)).text);
  }
  const everything = [await everyRow(db), ...world.signIns.log, ...answers].join('\n');
  // The search finds what is there: the run left its marks.
  expect(everything).toContain('contracts.remoteRefresh');
  for (const canary of [quader.password, talgrund.password, adviser.accessToken]) {
    expect(everything.includes(canary)).toBe(false);
  }
  expect(everything).not.toMatch(/authorization["']?\s*:|Bearer [A-Za-z0-9]/i);
});

it('hostile names of a bank are data: stored as they came, told as JSON', async () => {
  const adviser = await world.adviser();
  await world.bankDepot(`H-${adviser.userId.slice(0, 8)}`, { holderName: hostileName });
  await world.refresh(adviser, { issuerId: quader.issuerId });
  const answer = await world.call(adviser, 'GET', '/trader-depots/new');
  expect(answer.body).toEqual(expect.arrayContaining([expect.objectContaining({ holderName: hostileName })]));
});
