import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { banks, DeskApi, type DeskContract, linkedContract } from './support/desk-api.ts';
import { expectAccessible, expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';
import { show } from './support/show.ts';

interface Detail {
  readonly contract: {
    /** Settlement account at the bank, for contracts whose funds we all know. */
    readonly nonFundsValue: number;
    readonly hasPendingChanges: boolean;
    readonly risk: { readonly riskClassId: number | null };
  };
  readonly latestRiskAssessment: {
    readonly suggestedRiskClassId: number | null;
  } | null;
}

const journey = useJourney();
const bank = usePracticeBank();
const user = 'admin@demo.example';
const api = DeskApi.later(journey, user);

const detailOf = async (id: string): Promise<Detail> => api.get(`/contracts/${id}`);
const changesCard = (page: Page) => page.getByRole('heading', { name: 'Änderungen der Bank' });

/** The bank moves the settlement account of a contract, never to where it was; answers contract and both amounts. */
async function movedContract() {
  const contract = await linkedContract(api, banks.quader);
  const before = (await detailOf(contract.id)).contract.nonFundsValue;
  const atBank = Math.round((before + 10 + Math.random() * 5000) * 100) / 100;
  await bank.change(banks.quader.bankId, contract.externalKey, { cashValue: atBank });
  return { contract, before, atBank };
}

/** Reads one contract from its bank, as its menu does. */
async function readFromBank(page: Page, { id }: DeskContract): Promise<void> {
  await page.goto(`/contracts/${id}/overview`);
  await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bankdaten abrufen' }).click();
  await page.getByText(/^Abruf beendet/).waitFor();
  await changesCard(page).waitFor();
}

describe('what the bank says differently', () => {
  it('is shown side by side and taken over', async () => {
    const { contract, before, atBank } = await movedContract();
    const page = await journey.signedIn(user, '/contracts');
    await readFromBank(page, contract);
    const german = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 });
    const row = page.locator('.pending__table tbody tr').first();
    await row.getByText(german.format(before), { exact: false }).first().waitFor();
    await row.getByText(german.format(atBank), { exact: false }).first().waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Änderungen übernehmen' }).click();
    await page.getByText('Die Änderungen wurden übernommen.').waitFor();
    await changesCard(page).waitFor({ state: 'detached' });
    expect((await detailOf(contract.id)).contract).toMatchObject({
      nonFundsValue: atBank,
      hasPendingChanges: false,
    });
  });

  it('is left aside with a hint, and not asked again', async () => {
    const { contract, before } = await movedContract();
    const page = await journey.signedIn(user, '/contracts');
    await readFromBank(page, contract);
    await page.getByRole('button', { name: 'Nicht übernehmen' }).click();
    await page.getByText('Die Änderungen wurden nicht übernommen. Ein Hinweis erinnert daran.').waitFor();
    await changesCard(page).waitFor({ state: 'detached' });
    expect((await detailOf(contract.id)).contract).toMatchObject({
      nonFundsValue: before,
      hasPendingChanges: false,
    });
    await show(page, `/contracts/${contract.id}/optimization-hints`);
    const hints = await api.get<{ optimizationHintId: number; state: string }[]>(
      `/contracts/${contract.id}/optimization-hints`,
    );
    // H22: the bank's data differ and were not taken over.
    expect(hints.filter(({ state }) => state === 'open').map((hint) => hint.optimizationHintId)).toContain(
      22,
    );
    await page.locator('.opt-hints__toggle').first().waitFor();
    await expectAccessibleAtBothSizes(page);
    expect(await api.refresh(contract.id)).toBe(false);
  });
});

describe('two tabs that decide at once', () => {
  it('leave the first decision; the second is told and sees what holds', async () => {
    const { contract, atBank } = await movedContract();
    const first = await journey.signedIn(user, '/contracts');
    // Two who hear of each other would see the decision before they could make another.
    await first.context().route('**/api/live', () => undefined);
    await readFromBank(first, contract);
    const second = await first.context().newPage();
    await second.goto(`/contracts/${contract.id}/overview`);
    await changesCard(second).waitFor();
    await first.getByRole('button', { name: 'Änderungen übernehmen' }).click();
    await first.getByText('Die Änderungen wurden übernommen.').waitFor();
    await second.getByRole('button', { name: 'Nicht übernehmen' }).click();
    const modal = second.locator('.api-error-modal');
    await modal.waitFor();
    await expectAccessible(second);
    await modal.getByRole('button', { name: 'OK' }).click();
    await changesCard(second).waitFor({ state: 'detached' });
    expect((await detailOf(contract.id)).contract.nonFundsValue).toBe(atBank);
  });
});

/** Contracts whose customers' answers suggest another risk class. */
async function suggestedContracts(): Promise<DeskContract[]> {
  const pages = await Promise.all([1, 2].map((number) => api.contracts(`&page=${number}`)));
  const contracts = pages.flat();
  const found: DeskContract[] = [];
  for (let start = 0; start < contracts.length && found.length < 2; start += 10) {
    const some = contracts.slice(start, start + 10);
    const details = await Promise.all(some.map(({ id }) => detailOf(id)));
    for (const [index, detail] of details.entries()) {
      const contract = some[index];
      const suggested = detail.latestRiskAssessment?.suggestedRiskClassId ?? null;
      if (contract && suggested !== null) found.push(contract);
    }
  }
  return found;
}

describe('a suggested risk profile', () => {
  it.each([
    ['accepted', 'Annehmen', 'Risikoprofil angenommen', 'desktop'],
    ['rejected', 'Ablehnen', 'Vorschlag abgelehnt', 'phone'],
  ] as const)('is %s, and the contract shows it', async (decision, action, done, size) => {
    const [contract] = await suggestedContracts();
    if (!contract) throw new Error('the demo has no suggested risk profile');
    const before = await detailOf(contract.id);
    const page = await journey.signedIn(user, `/contracts/${contract.id}/overview`, size);
    const title = page.getByText(/^Neues Risikoprofil vorgeschlagen/);
    await title.waitFor();
    await page.getByRole('button', { name: action, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kommentar (freiwillig)').fill('Im Gespräch geklärt');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await page.getByText(done).first().waitFor();
    await title.waitFor({ state: 'detached' });
    await expectAccessible(page);
    const after = await detailOf(contract.id);
    expect(after.contract.risk.riskClassId).toBe(
      decision === 'accepted'
        ? before.latestRiskAssessment?.suggestedRiskClassId
        : before.contract.risk.riskClassId,
    );
  });
});
