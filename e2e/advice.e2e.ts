import { getAdviceInput, simulateOptimization } from '@depotwerk/api/optimization/optimization';
import { formatMoney } from '@depotwerk/domain/money';
import { formatShare } from '@depotwerk/domain/percent';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { chooseProposal, showProposals } from './support/desk-steps.ts';
import { expectAccessibleAtBothSizes, loaded, type Size, useJourney } from './support/journey.ts';
import { plain, reportOf } from './support/report-text.ts';
import { show } from './support/show.ts';

const journey = useJourney();

type Proposal = z.infer<(typeof simulateOptimization)['answer']>['proposals'][number];
interface Advised {
  readonly id: string;
  readonly recommended: Proposal;
  readonly proposals: readonly Proposal[];
}

let call: Awaited<ReturnType<typeof adviserApi>>;
let contracts: Advised[];

/** What is recommended for every contract the adviser sees. */
beforeAll(async () => {
  call = await adviserApi(journey.url);
  const { answer } = await call('GET', '/contracts?pageSize=250');
  const listed = z.array(z.object({ id: z.string() })).parse(answer);
  contracts = [];
  for (const { id } of listed) {
    const simulated = simulateOptimization.answer.safeParse(
      (await call('POST', `/contracts/${id}/simulate`, {})).answer,
    );
    if (!simulated.success) continue;
    const { proposals } = simulated.data;
    const [recommended, ...others] = proposals.filter(({ isRecommended }) => isRecommended);
    if (!recommended || others.length > 0) throw new Error('Exactly one proposal is recommended.');
    contracts.push({ id, recommended, proposals });
  }
});

function contractWhere(fits: (advised: Advised) => boolean): Advised {
  const found = contracts.find(fits);
  if (!found) throw new Error('the demo has no such contract');
  return found;
}

const isCalm = ({ recommended: { mode, before, recommendation } }: Advised) =>
  mode === 'keepPortfolio' &&
  recommendation?.startsWith('Kein Handlungsbedarf') === true &&
  before.risk.status === 'in' &&
  before.hints.every(({ severity }) => severity === 0);
const openHints = ({ hints }: Proposal['before']) => hints.filter(({ severity }) => severity > 0).length;
/** One thing is wrong, and two orders without a new savings plan leave nothing of it. */
const hasTwoOrders = ({
  recommended: { mode, transactions, savingsPlanChanges, before, after, recommendation },
}: Advised) =>
  mode === 'necessary' &&
  recommendation?.startsWith('Der kleinste Eingriff') === true &&
  openHints(before) === 1 &&
  openHints(after) === 0 &&
  transactions.length === 2 &&
  savingsPlanChanges.length === 0;

const banner = (page: Page) => page.locator('.ui-banner[role="status"]').first();
/** A word that paper parts at the end of a line is one word. */
const unparted = (text: string) => text.replaceAll(/(\p{L})- (\p{Ll})/gu, '$1$2');

describe('a contract with nothing to do', () => {
  it('says so with its hints and beside the four proposals, which can still be chosen', async () => {
    const { id } = contractWhere(isCalm);
    const page = await journey.signedIn(adviser, `/contracts/${id}/optimization-hints`);
    const sentence = await banner(page).innerText();
    expect(sentence).toMatch(/^Kein Handlungsbedarf: /);
    await expectAccessibleAtBothSizes(page);
    await show(page, `/contracts/${id}/optimization`);
    await showProposals(page);
    await expect.poll(() => banner(page).innerText()).toBe(sentence);
    await expect.poll(() => page.locator('.opt-table__recommended:visible').count()).toBe(1);
    // Another journey may have stored a plan for this contract: then its proposal is the one chosen at first.
    await chooseProposal(page, 'Depot behalten');
    await page.getByText('Dieser Vorschlag ändert nichts.').waitFor();
    for (const name of ['Nur Sparplan', 'Nur das Nötige', 'Volle Umschichtung', 'Depot behalten']) {
      await chooseProposal(page, name);
      await page.locator('.opt-table th[data-chosen]', { hasText: name }).waitFor();
    }
    await expectAccessibleAtBothSizes(page);
  });
});

describe('a contract with one fault', () => {
  it('is mended by two orders, said alike with its hints, its proposals and on paper', async () => {
    const { id, recommended } = contractWhere(hasTwoOrders);
    const page = await journey.signedIn(adviser, `/contracts/${id}/optimization-hints`);
    const said = plain(await banner(page).innerText());
    expect(said).toContain('Empfohlen: Nur das Nötige');
    expect(said).toContain('Dazu sind 2 Aufträge nötig');
    expect(said).toContain(plain(recommended.recommendation ?? ''));

    // The tab counts what the list shows: findings, each with its action.
    const rows = page.locator('.opt-hints__toggle');
    await rows.first().waitFor();
    await loaded(page);
    const count = await rows.count();
    await page.getByRole('link', { name: `Hinweise (${count})` }).waitFor();
    await expect.poll(() => page.locator('.opt-hints__action').count()).toBe(count);

    await show(page, `/contracts/${id}/optimization`);
    await showProposals(page);
    await expect.poll(async () => plain(await banner(page).innerText())).toBe(said);
    await expect.poll(() => page.locator('.opt-orders__side').count()).toBe(2);
    for (const { reason } of recommended.transactions) {
      expect(reason).toMatch(/\.$/);
      expect(reason).not.toMatch(/(?<![\d,])0,0+\u00a0%/);
    }

    await page.getByRole('button', { name: /Vorschlag übernehmen|Plan ersetzen/ }).click();
    await page.getByRole('heading', { name: 'Geplante Optimierung' }).waitFor();
    // Paper says of every order what the screen says: fund, amount, shares before and after, and the reason.
    const orders = page.locator('.opt-orders__side');
    await expect.poll(() => orders.count()).toBe(2);
    const shown = await Promise.all(
      ['.opt-orders__fund', '.opt-orders__amount', '.opt-orders__share > [aria-hidden]'].map(async (part) =>
        (await orders.locator(part).allInnerTexts()).map(plain),
      ),
    );
    const reason = plain(await page.locator('.opt-orders__reason p').first().innerText());
    await show(page, `/contracts/${id}/documents`);
    for (const name of ['Optimierungsbericht', 'Depotübersicht']) {
      const report = await reportOf(page, () =>
        page.getByRole('button', { name: `${name} erstellen` }).click(),
      );
      expect(unparted(report.text)).toContain(unparted(said));
      if (name === 'Depotübersicht') continue;
      expect(unparted(report.text)).toContain(unparted(reason));
      for (const text of shown.flat())
        for (const figure of text.replace(/^(Verkauf|Kauf) /, '').split(' → '))
          expect(unparted(report.text)).toContain(unparted(figure));
    }
    const path = `/contracts/${id}/planned-optimization`;
    const { rowVersion } = z.object({ rowVersion: z.int() }).parse((await call('GET', path)).answer);
    await call('DELETE', path, undefined, { 'if-match': `"${rowVersion}"` });
  });

  it('keeps a fund that the adviser holds fast, whatever would be better', async () => {
    const { id, recommended } = contractWhere(hasTwoOrders);
    const sold = recommended.transactions.find(({ action }) => action === 'sell');
    const page = await journey.signedIn(adviser, `/contracts/${id}/optimization`);
    await showProposals(page);
    await chooseProposal(page, 'Volle Umschichtung');
    await page.getByRole('button', { name: 'Fonds festlegen' }).click();
    const fund = page.getByRole('group', { name: `Vorgabe für ${sold?.fundName ?? ''}` });
    await fund.getByRole('radio', { name: 'Fixieren' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: '1 Fonds festgelegt' }).waitFor();
    for (const name of ['Nur das Nötige', 'Volle Umschichtung']) {
      await chooseProposal(page, name);
      const sales = page.locator('.opt-orders__side', { hasText: sold?.fundName ?? '' });
      await expect.poll(() => sales.count()).toBe(0);
    }
  });
});

describe('a savings plan under minimum rates', () => {
  it('is brought to the cent to funds that each get at least their least rate', async () => {
    const savingsOf = ({ proposals }: Advised) =>
      (proposals.find(({ mode }) => mode === 'savingsPlanOnly')?.savingsPlanChanges ?? []).filter(
        ({ amountAfter }) => amountAfter > 0,
      );
    const paymentOf = (advised: Advised) =>
      savingsOf(advised).reduce((sum, { amountAfter }) => sum + Math.round(100 * amountAfter), 0);
    const [smallest] = contracts
      .filter((advised) => savingsOf(advised).length > 0)
      .toSorted((one, other) => paymentOf(one) - paymentOf(other));
    if (!smallest) throw new Error('the demo has no savings plan to change');
    const input = getAdviceInput.answer.parse(
      (await call('GET', `/contracts/${smallest.id}/advice-input`)).answer,
    );
    const least = new Map(input.funds.map(({ isin, savingsMinimum }) => [isin, savingsMinimum]));
    const after = savingsOf(smallest);
    expect(paymentOf(smallest)).toBe(Math.round(100 * (input.payment ?? 0)));
    for (const { isin, amountAfter } of after)
      expect(amountAfter).toBeGreaterThanOrEqual(least.get(isin) ?? 0);

    const page = await journey.signedIn(adviser, `/contracts/${smallest.id}/optimization`);
    await showProposals(page);
    await chooseProposal(page, 'Nur Sparplan');
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Beitragsaufteilung' }) });
    for (const { fundName, amountAfter, fractionAfter } of after) {
      const row = card.getByRole('row').filter({ hasText: fundName });
      await expect.poll(async () => plain(await row.innerText())).toContain(plain(formatMoney(amountAfter)));
      expect(plain(await row.innerText())).toContain(plain(formatShare(fractionAfter)));
    }
  });
});

describe('a contract whose risk profile is no longer valid', () => {
  it('hears first that the profile is to be renewed, and never that nothing needs to be done', async () => {
    const isOver = ({ recommended: { mode, recommendation } }: Advised) =>
      mode === 'keepPortfolio' && recommendation?.startsWith('Das Risikoprofil ist seit') === true;
    const { id, recommended } = contractWhere(isOver);
    const page = await journey.signedIn(adviser, `/contracts/${id}/optimization-hints`);
    const said = plain(await banner(page).innerText());
    expect(said).toContain(plain(recommended.recommendation ?? ''));
    expect(said).toMatch(/vor einer Empfehlung ist es zu erneuern\. Am Portfolio ist nichts zu ändern/);
    expect(said).not.toContain('Kein Handlungsbedarf');
  });
});

describe('the four proposals', () => {
  it.each<Size>(['desktop', 'phone'])('are compared with what the engine found (%s)', async (size) => {
    const isMuch = ({ recommended: { mode, transactions, savingsPlanChanges } }: Advised) =>
      mode === 'necessary' && transactions.length > 2 && savingsPlanChanges.length > 0;
    const { id, proposals } = contractWhere(isMuch);
    const page = await journey.signedIn(adviser, `/contracts/${id}/optimization`, size);
    await showProposals(page);
    const names = ['Depot behalten', 'Nur Sparplan', 'Nur das Nötige', 'Volle Umschichtung'];
    expect(proposals.map(({ mode }) => mode)).toEqual([
      'keepPortfolio',
      'savingsPlanOnly',
      'necessary',
      'full',
    ]);
    for (const [k, { after, transactions, costs }] of proposals.entries()) {
      await chooseProposal(page, names[k] ?? '');
      const cell = async (label: string) => {
        const header = page.getByRole('rowheader', { name: label, exact: true });
        return plain(
          await page
            .getByRole('row')
            .filter({ has: header })
            .locator('td')
            .nth(k + 1)
            .innerText(),
        );
      };
      await expect.poll(() => cell('Bewertung')).toMatch(new RegExp(`^${after.contractScore.value}\\b`));
      expect(await cell('Kosten im Jahr')).toContain(plain(formatMoney(after.costs.perYearEuro)));
      const once = costs.entry + costs.transaction + costs.switchFee;
      expect(await cell('Einmalige Kosten')).toBe(plain(formatMoney(once)));
      const count = transactions.length;
      const work = count === 0 ? 'keine' : count === 1 ? '1 Auftrag' : `${count} Aufträge`;
      expect(await cell('Aufträge')).toMatch(new RegExp(`^${work}`));
    }
  });
});
