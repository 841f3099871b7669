import { describe, expect, it } from 'vitest';
import { banks, DeskApi, tradableContract } from './support/desk-api.ts';
import {
  expectOnce,
  newestExecution,
  openExecution,
  openOptimization,
  planAndExecute,
  storePlan,
} from './support/desk-steps.ts';
import { expectAccessible, expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';
import { reportOf } from './support/report-text.ts';
import { show } from './support/show.ts';

const journey = useJourney();
const bank = usePracticeBank();
const user = 'admin@demo.example';
const api = DeskApi.later(journey, user);

const portfolioOf = async (id: string) => api.get<unknown>(`/contracts/${id}/portfolios/current`);

describe('from the check to executed orders', () => {
  it('with an approval in the banking app, until the portfolio has moved', async () => {
    const contract = await tradableContract(api, banks.talgrund);
    const before = await portfolioOf(contract.id);
    const page = await journey.signedIn(user, `/contracts/${contract.id}/optimization-hints`);
    await page.getByRole('button', { name: 'Vertrag prüfen' }).click();
    await page.getByText(/^Vertrag geprüft/).waitFor();
    await page.locator('.opt-hints__toggle').first().waitFor();

    await openOptimization(page, contract);
    await storePlan(page);
    // What the customer gets before she agrees: why this suits her.
    const statement = await reportOf(page, () =>
      page.getByRole('button', { name: 'Geeignetheitserklärung' }).click(),
    );
    expect(statement.text).toContain('Unsere Empfehlung');
    expect(statement.name).toContain(contract.externalKey);
    const dialog = await openExecution(page);
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Freigabe anfordern' }).click();
    await dialog.getByText('Bitte in der Banking-App freigeben').waitFor();
    await expectAccessibleAtBothSizes(page);
    await bank.decide(contract.externalKey, 'approve');
    await dialog.waitFor({ state: 'detached' });

    const card = newestExecution(page);
    // Talgrund executes three seconds after it accepted; the card follows by itself.
    await card.getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await expectOnce(api, bank, contract);
    await expect.poll(() => portfolioOf(contract.id)).not.toEqual(before);
    await show(page, `/contracts/${contract.id}/portfolio`);
    await page
      .getByText(/Stand: /)
      .first()
      .waitFor();
    await expectAccessibleAtBothSizes(page);
  });
});

describe('an approval', () => {
  it('that is refused in the banking app executes nothing and can be begun anew', async () => {
    const contract = await tradableContract(api, banks.talgrund);
    const page = await journey.signedIn(user, '/contracts', 'phone');
    const dialog = await planAndExecute(page, contract);
    await dialog.getByRole('button', { name: 'Freigabe anfordern' }).click();
    await bank.decide(contract.externalKey, 'reject');
    await dialog.getByText('Die Freigabe wurde in der Banking-App abgelehnt.').waitFor();
    await expectAccessible(page);
    expect((await api.depot(contract.id)).executions).toEqual([]);
    await dialog.getByRole('button', { name: 'Neu beginnen' }).click();
    await dialog.getByRole('button', { name: 'Freigabe anfordern' }).waitFor();
  });
});
