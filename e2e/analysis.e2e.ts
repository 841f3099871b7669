import { listContracts } from '@depotwerk/api/contracts/contracts';
import { planOptimization } from '@depotwerk/api/optimization/optimization';
import { formatMoney } from '@depotwerk/domain/money';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { expectAccessibleAtBothSizes, loaded, textsOf, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';

const journey = useJourney();
const adviser = 'berater@demo.example';

interface Listed {
  readonly id: string;
  readonly endDate: string | null;
  readonly totalValue: number;
}

/** Contracts of the adviser, dearest first, as the list reads them. */
async function contractsOf(page: Page, sort: string): Promise<Listed[]> {
  // Not the answer to the list the page has just left.
  const answer = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === '/api/contracts' && searchParams.get('sort') === sort;
  });
  await page.goto(`/contracts?sort=${sort}`);
  // The list's own schema is checked by the application; here three keys are enough.
  return (await (await answer).json()) as Listed[];
}

/** "1.234 €" and "1.234,56 €" as figures. */
const figureOf = (text: string): number => Number(text.replace(/[^\d,-]/g, '').replace(',', '.'));

const factOf = async (page: Page, label: string): Promise<string> =>
  page.locator('.ui-facts__item').filter({ hasText: label }).locator('dd').first().innerText();

describe('analysis of a contract', () => {
  it('shows the projection with its table and assumptions, costs, risk and sustainability', async () => {
    const page = await journey.signedIn(adviser, '/contracts');
    const contract = (await contractsOf(page, '-totalValue')).find(({ endDate }) => endDate !== null);
    await show(page, `/contracts/${contract?.id}/overview`);
    await loaded(page);
    await page.getByRole('link', { name: 'Analyse', exact: true }).click();
    await page.getByText('Keine Prognose.').waitFor();
    await page.getByRole('img', { name: /Projektion bis/ }).waitFor();
    const [low = 0, high = 0] = (await factOf(page, 'In 9 von 10 Fällen')).split('bis').map(figureOf);
    const middle = figureOf(await factOf(page, 'Mittlerer Wert'));
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);

    await page.getByText('Projektion als Tabelle').click();
    const table = page.getByRole('table', { name: 'Projektion zum Zieldatum' });
    const last = await textsOf(table.getByRole('row').last().getByRole('cell'));
    expect(last.map(figureOf).slice(1)).toEqual([low, expect.any(Number), middle, expect.any(Number), high]);

    await page.getByText('Kosten über die Jahre als Tabelle').click();
    const sums = await textsOf(
      page.getByRole('table', { name: 'Laufende Kosten' }).getByRole('row').locator('td:last-child'),
    );
    expect(sums.map(figureOf)).toEqual(sums.map(figureOf).toSorted((a, b) => a - b));

    // The height of a chart's table is not for them, in whatever order the browser got its files.
    const heights = await page
      .locator('.figure-table-box')
      .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).maxHeight));
    expect(new Set(heights)).toEqual(new Set(['none', '420px']));

    // The parts of the risk add up to all of it.
    const risk = page.getByRole('table', { name: 'Beitrag der Fonds zum Risiko' });
    const cells = await textsOf(risk.locator('td:nth-child(4)'));
    const parts = cells.map(figureOf);
    const whole = parts.pop() ?? 0;
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(whole, 1);
    await page
      .getByText('Die Volatilität eines Fonds ist hier die, mit der auch Prüfung', { exact: false })
      .waitFor();

    await page.getByRole('heading', { name: 'Fonds im Gleichlauf' }).waitFor();
    await page.getByRole('heading', { name: 'Worin die Fonds anlegen' }).waitFor();
    await page.getByRole('heading', { name: 'Vergleich mit der Peergroup' }).waitFor();
    expect(await factOf(page, 'Laufende Kosten aller Fonds')).toMatch(/^\d,\d\d.% gegenüber \d,\d\d.%/);
    const scenarios = page.getByRole('table', { name: 'Szenarien der Anbieter' });
    const ends = (await textsOf(scenarios.locator('td:last-child'))).map(figureOf);
    expect(ends).toHaveLength(4);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    await page.getByText('Artikel 8 der Offenlegungsverordnung').waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await shot(page, 'full');
  });

  it('says of a contract with hardly any data what is unknown', async () => {
    const page = await journey.signedIn(adviser, '/contracts');
    const contract = (await contractsOf(page, 'totalValue')).find(({ totalValue }) => totalValue > 0);
    await page.route('**/api/contracts/*/analysis', async (route) => {
      const response = await route.fetch();
      // The shape is checked by the application; what is known of it is taken away.
      const known = (await response.json()) as {
        holdings: Record<string, unknown>[];
        [key: string]: unknown;
      };
      await route.fulfill({ json: withoutData(known) });
    });
    await show(page, `/contracts/${contract?.id}/analysis`);
    await page.getByText('Zieldatum unbekannt').waitFor();
    await page.getByText('Das Risiko ist unbekannt').waitFor();
    await page.getByText('Unbekannt sind die laufenden Kosten von 100,0').waitFor();
    expect(await factOf(page, 'Vertrag im Jahr')).toBe('unbekannt');
    expect(await factOf(page, 'Fonds im Jahr')).toBe('unbekannt');
    expect(await factOf(page, 'Mindestanteil Taxonomie')).toBe('unbekannt');
    expect(await factOf(page, 'Summe des Bekannten')).toBe('unbekannt');
    await page.getByText('keine Szenarien bekannt').waitFor();
    await page.getByText('Für einen Vergleich fehlen Risikodaten').waitFor();
    expect(await page.getByRole('img', { name: /Projektion bis/ }).count()).toBe(0);
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await shot(page, 'unknown');
  });
});

/** A depot of the adviser for which a plan with sales was just stored. */
async function depotWithSales(): Promise<string> {
  const call = await adviserApi(journey.url);
  const list = await call('GET', '/contracts?pageSize=200');
  for (const { id, tariff } of listContracts.answer.parse(list.answer)) {
    if (tariff.tariffTypeId !== 1) continue;
    const plan = await call('POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (plan.status !== 200) continue;
    const { transactions } = planOptimization.answer.parse(plan.answer);
    if (transactions.some(({ action }) => action === 'sell')) return id;
  }
  throw new Error('The demo has no depot with something to sell.');
}

describe('gain and tax of a plan', () => {
  it('follow its sales and the allowance typed in, marked as an estimate', async () => {
    const id = await depotWithSales();
    const page = await journey.signedIn(adviser, `/contracts/${id}/analysis`);
    await page.getByText('Schätzung, keine Steuerberatung.').waitFor();
    const taxable = figureOf(await factOf(page, 'Nach Teilfreistellung'));
    expect(await factOf(page, 'Steuer (geschätzt)')).toBe(taxOf(taxable, 0));
    await page.getByLabel('Freier Freistellungsauftrag').fill('801,50');
    await page.getByLabel('Freier Freistellungsauftrag').blur();
    await expect.poll(() => factOf(page, 'Steuer (geschätzt)')).toBe(taxOf(taxable, 801.5));
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await shot(page, 'tax');
  });

  it('are no matter of a policy', async () => {
    const page = await journey.signedIn(adviser);
    const policy = (await contractsOf(page, '-totalValue')).find(({ endDate }) => endDate !== null);
    await show(page, `/contracts/${policy?.id}/analysis`);
    await page.getByText('steuerlich kein Verkauf').waitFor();
  });
});

/** 26.375 % of what the allowance leaves, as the page writes it. */
const taxOf = (taxable: number, allowance: number): string =>
  formatMoney(Math.round(Math.max(0, taxable - allowance) * 26.375) / 100);

/** A contract as a bare file of positions leaves it: names and values. */
const withoutData = (known: { holdings: Record<string, unknown>[]; [key: string]: unknown }) => ({
  ...known,
  target: null,
  groups: [],
  peers: [],
  savings: null,
  costModel: null,
  holdings: known.holdings.map((held) => ({
    ...held,
    peergroupId: null,
    peergroupName: null,
    costValue: null,
    equityQuota: null,
    ongoingFee: null,
    transactionCosts: null,
    trackingError: null,
    return3y: null,
    volatility3y: null,
    sfdrArticle: null,
    minimumShareTaxonomy: null,
    minimumShareSustainable: null,
    considersPai: null,
    esgIndustries: null,
    recommendedHoldingYears: null,
    returnStress: null,
    returnUnfavourable: null,
    returnModerate: null,
    returnFavourable: null,
  })),
});

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
