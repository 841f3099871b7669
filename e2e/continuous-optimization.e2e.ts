import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';

const journey = useJourney();
/** Sees the plans of the whole house: an adviser's are few on some days, and other journeys plan his contracts. */
const admin = 'admin@demo.example';

const office = () => DeskApi.signIn(journey.url, admin);

/**
 * Plans anew what waits and is no longer as planned: a journey before may have changed a fund or a tariff, and prices of a
 * demo filled yesterday are old.
 */
async function upToDate(): Promise<void> {
  const api = await office();
  const plans = await api.get<{ id: string; rowVersion: number; outdatedReasons?: string[] }[]>(
    '/continuous-optimization/plans?state=waiting&pageSize=50',
  );
  const outdated = plans.filter(({ outdatedReasons = [] }) => outdatedReasons.length > 0);
  if (outdated.length === 0) return;
  await api.send('POST', '/continuous-optimization/replan', {
    plans: outdated.map(({ id, rowVersion }) => ({ id, rowVersion })),
  });
}

/** Waiting plans of the first page whose funds all have key information on file that nobody got yet. */
async function withDocuments(): Promise<{ contractId: string; contractNumber: string }[]> {
  const api = await office();
  const plans = await api.get<{ contractId: string; contractNumber: string }[]>(
    '/continuous-optimization/plans?state=waiting&pageSize=15',
  );
  const found: { contractId: string; contractNumber: string }[] = [];
  for (const plan of plans) {
    const path = `/contracts/${plan.contractId}/planned-optimization/key-information`;
    const { funds, missing } = await api.get<{
      funds: { document: object | null }[];
      missing: string | null;
    }>(path);
    if (missing !== null && funds.every(({ document }) => document !== null)) found.push(plan);
    if (found.length === 2) break;
  }
  return found;
}

/** The first of them. */
async function firstWithDocuments(): Promise<{ contractId: string; contractNumber: string }> {
  const [first] = await withDocuments();
  if (!first) throw new Error('every plan that waits buys a fund without key information');
  return first;
}

describe('continuous optimisation', () => {
  it('lets plans wait: one is refused with a reason, one released, and the contract tells both', async () => {
    await upToDate();
    const page = await journey.signedIn(admin, '/continuous-optimization');
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).waitFor();
    await expectAccessibleAtBothSizes(page);

    await boxes.first().click();
    await page.getByText('1 Vorschlag ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Ablehnen' }).click();
    const refusal = page.getByRole('dialog', { name: 'Vorschlag ablehnen' });
    await refusal.getByText(/Umschichtung/).waitFor();
    await refusal.getByRole('button', { name: 'Ablehnen' }).click();
    await refusal.getByText('Bitte geben Sie einen Grund an.').waitFor();
    await expectAccessibleAtBothSizes(page);
    const reason = 'Der Kunde wartet noch ab.';
    await refusal.getByLabel(/^Grund/).fill(reason);
    await refusal.getByRole('button', { name: 'Ablehnen' }).click();
    await page.getByText('1 Vorschlag abgelehnt').waitFor();
    await refusal.waitFor({ state: 'detached' });

    await page.getByText('Noch nichts ausgewählt').waitFor();
    const { contractId, contractNumber } = await firstWithDocuments();
    const chosen = page.locator('[aria-rowindex]').filter({ hasText: contractNumber });
    await chosen.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Freigeben' }).click();
    const release = page.getByRole('dialog', { name: 'Vorschlag freigeben' });
    await release.getByRole('button', { name: 'Freigeben' }).click();
    await release.getByText(/Basisinformationsbl(att|ätter) auszuhändigen/).waitFor();
    await expectAccessibleAtBothSizes(page);
    await (await office()).handOver(contractId);
    await release.getByRole('button', { name: 'Freigeben' }).click();
    await page.getByText('1 Vorschlag freigegeben').waitFor();
    await release.waitFor({ state: 'detached' });

    // What was refused says why; what was released stands ready to be carried out, at the contract.
    await page.getByLabel('Stand').selectOption('Abgelehnt');
    await page.waitForURL(/state=refused/);
    await page.goto(page.url());
    await page.getByText('Abgelehnt').nth(1).waitFor();
    await page.getByLabel('Stand').selectOption('Freigegeben');
    await page.waitForURL(/state=released/);
    await boxes.first().waitFor();
    const row = page.locator('[aria-rowindex]').filter({ hasText: 'Freigegeben' }).first();
    await row.getByText(/^TG-/).click();
    await page.waitForURL(/\/contracts\/.+\/optimization/);
    await page.getByRole('heading', { name: 'Laufende Optimierung' }).waitFor();
    await page.getByText(/^Freigegeben von .+ am /).waitFor();
    await page.getByText('vierteljährlich, auch wenn Hinweise es verlangen').waitFor();
    await page.getByRole('button', { name: /^Ausführen/ }).waitFor();
  });

  it('takes key information handed over for several contracts at once, and releases their plans then', async () => {
    await upToDate();
    const chosen = await withDocuments();
    expect(chosen).toHaveLength(2);
    const page = await journey.signedIn(admin, '/continuous-optimization');
    await page.getByRole('checkbox').nth(1).waitFor();
    for (const { contractNumber } of chosen)
      await page.locator('[aria-rowindex]').filter({ hasText: contractNumber }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'BIB aushändigen' }).click();
    const dialog = page.getByRole('dialog', { name: 'BIB aushändigen' });
    await dialog.getByText('2 offene Vorschläge warten auf Basisinformationsblätter.').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Aushändigung bestätigen' });
    await confirm.click();
    await dialog
      .getByText('Bitte wählen Sie, wie die Basisinformationsblätter ausgehändigt wurden.')
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('combobox').selectOption({ label: 'per E-Mail' });
    await confirm.click();
    // What became of each, in the dialog of the work.
    await dialog.getByText('2 Verträge angesehen').waitFor();
    for (const { contractNumber } of chosen)
      await dialog.getByRole('row').filter({ hasText: contractNumber }).getByText('Ausgehändigt').waitFor();
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByText('2 Vorschläge ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Freigeben' }).click();
    const release = page.getByRole('dialog', { name: '2 Vorschläge freigeben' });
    await release.getByRole('button', { name: 'Freigeben' }).click();
    await page.getByText('2 Vorschläge freigegeben').waitFor();
  });
});
