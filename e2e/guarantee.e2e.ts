import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { draftOfContract, getContractChoices, getContractForm } from '@depotwerk/api/contracts/contract-form';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { simulateOptimization } from '@depotwerk/api/optimization/optimization';
import { formatMoney } from '@depotwerk/domain/money';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { showProposals } from './support/desk-steps.ts';
import { expectAccessibleAtBothSizes, loaded, textsOf, useJourney } from './support/journey.ts';
import { plain, reportOf } from './support/report-text.ts';
import { show } from './support/show.ts';

const journey = useJourney();
/** Sees hybrid contracts of the whole house; the demo's adviser has none. */
const admin = 'admin@demo.example';

type Detail = ReturnType<typeof getContract.answer.parse>;

type Call = Awaited<ReturnType<typeof adviserApi>>;
type Form = ReturnType<typeof getContractForm.answer.parse>;

/** Changes the contract as its form would, and reads it anew. */
async function changed(
  call: Call,
  contractId: string,
  change: (form: Form) => Partial<Form>,
): Promise<Detail> {
  const form = getContractForm.answer.parse((await call('GET', `/contracts/${contractId}/form`)).answer);
  const { id, rowVersion } = form;
  const body = { ...draftOfContract(form), ...change(form) };
  const reply = await call('PUT', `/contracts/${id}`, body, { 'if-match': `"${rowVersion}"` });
  expect(reply).toMatchObject({ status: 200 });
  return getContract.answer.parse((await call('GET', `/contracts/${id}`)).answer);
}

/**
 * A contract that no bank keeps, made one of a static hybrid tariff that ends on the last day the form takes: banks
 * keep all hybrid contracts of the demo, and nobody may change what those hold.
 */
async function hybridContract(call: Call): Promise<Detail> {
  const { tariffs } = getContractChoices.answer.parse((await call('GET', '/contracts/choices')).answer);
  const tariffId = tariffs.find(({ name }) => name === 'Elbwarte Hybrid Garant')?.id ?? '';
  const list = await call('GET', '/contracts?isLinked=false&pageSize=200');
  for (const { id } of listContracts.answer.parse(list.answer)) {
    const { contract } = getContract.answer.parse((await call('GET', `/contracts/${id}`)).answer);
    const { contributionsValue, cashValue } = contract;
    // Kept at first, with more than the least orders allow to buy and sell.
    if (contributionsValue === null || contributionsValue < 5000 || cashValue < 0.9 * contributionsValue)
      continue;
    return changed(call, id, () => ({ tariffId, riskClassId: 3, endDate: '2040-12-31', nonFundsValue: 0 }));
  }
  throw new Error('the demo has no such contract');
}

/** Leaves so much of each fund that the contract is worth `cushion` euros more than its floor. */
function leaveCushion(call: Call, { contract, guarantee }: Detail, cushion: number): Promise<Detail> {
  const needed = (guarantee?.cover?.floor ?? 0) - (guarantee?.insurerSide ?? 0) + cushion;
  const part = needed / (guarantee?.fundsValue ?? 1);
  return changed(call, contract.id, ({ holdings }) => ({
    holdings: holdings.map((holding) => ({
      ...holding,
      quantity: Math.round((holding.quantity ?? 0) * part * 10_000) / 10_000,
    })),
  }));
}

const card = (page: Page) =>
  page.locator('.ui-card', { has: page.getByRole('heading', { name: 'Garantie', exact: true }) });
const factOf = async (page: Page, label: RegExp): Promise<string> =>
  plain(await card(page).locator('.ui-facts__item').filter({ hasText: label }).locator('dd').innerText());
const money = (value: number) => plain(formatMoney(value));

describe('a hybrid contract near its floor', () => {
  it('says what has to be safe, keeps equities from rising, and says the same on paper', async () => {
    const call = await adviserApi(journey.url, admin);
    const start = await hybridContract(call);
    const page = await journey.signedIn(admin, `/contracts/${start.contract.id}/overview`);
    await card(page).getByText('Garantie gesichert').waitFor();

    const near = await leaveCushion(call, start, 20);
    const { guarantee, contract } = near;
    if (!guarantee?.cover) throw new Error('the floor is known');
    await page.reload();
    await card(page).getByText('Nahe am gesicherten Betrag').waitFor();
    expect(await factOf(page, /^Heute dafür nötig/)).toBe(money(guarantee.cover.floor));
    expect(await factOf(page, /^Puffer/)).toBe(money(guarantee.cover.cushion));
    expect(await factOf(page, /^Vertragswert/)).toBe(money(contract.totalValue));
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await card(page).scrollIntoViewIfNeeded();
    await shot(page, 'guarantee-near');

    await show(page, `/contracts/${contract.id}/analysis`);
    await page.getByText('Am Ende für die Garantie in den Fonds nötig').waitFor();
    await page.getByText('Die Linie der Garantie zeigt', { exact: false }).waitFor();
    // The higher the level, the more of it is put aside.
    const levels = page.getByRole('table', { name: 'Was die Garantie kostet' });
    const secured = (await textsOf(levels.locator('td:nth-child(2)'))).map((text) =>
      Number(text.replace(/[^\d,]/g, '').replace(',', '.')),
    );
    expect(secured).toHaveLength(3);
    expect(secured[0]).toBe(0);
    expect(secured).toEqual(secured.toSorted((a, b) => a - b));
    await levels.getByText('80 % (dieser Vertrag)').waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await shot(page, 'guarantee-projection');

    await show(page, `/contracts/${contract.id}/optimization`);
    await showProposals(page);
    await shot(page, 'guarantee-proposals');
    // What can be carried out leaves no more in equities than today.
    const { proposals } = simulateOptimization.answer.parse(
      (await call('POST', `/contracts/${contract.id}/simulate`, {})).answer,
    );
    expect(proposals).toHaveLength(4);
    const risen = proposals.filter(
      ({ isFeasible, before, after }) =>
        isFeasible && (after.shareQuota ?? 100) > (before.shareQuota ?? 0) + 0.2,
    );
    expect(risen.map(({ mode }) => mode)).toEqual([]);

    await show(page, `/contracts/${contract.id}/documents`);
    const report = await reportOf(page, () =>
      page.getByRole('button', { name: 'Vertragsunterlagen erstellen' }).click(),
    );
    expect(report.text).toContain(money(guarantee.cover.floor));
    expect(report.text).toContain(money(guarantee.cover.cushion));

    await leaveCushion(call, near, -100);
    await show(page, `/contracts/${contract.id}/overview`);
    await card(page).getByText('Unter dem gesicherten Betrag').waitFor();
    await card(page)
      .getByText(/unter dem Betrag, der heute für die Garantie nötig ist/)
      .waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await card(page).scrollIntoViewIfNeeded();
    await shot(page, 'guarantee-below');
  });
});

/** A picture where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
