import { listContracts } from '@depotwerk/api/contracts/contracts';
import { listFundMovements } from '@depotwerk/api/contracts/fund-movements';
import { planOptimization } from '@depotwerk/api/optimization/optimization';
import type { Locator, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { adviser, adviserApi, contractWithPlan } from './support/adviser-api.ts';
import { demoPassword, loaded, textsOf, useJourney } from './support/journey.ts';
import { patienceWithJobs } from './support/patience.ts';
import { patiently } from './support/patiently.ts';
import { tariffManager, versionsPath } from './support/tariff-steps.ts';

const journey = useJourney();

/** Paper hyphenates and both break lines where they like. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad\u200b]/g, '')
    .replaceAll(/(?<=\p{L})[-\u2010](?=\p{L})/gu, '');

/** The text of a report as the server makes it for somebody now. */
async function paperOf(user: string, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'depotwerk' };
  const signedIn = await patiently(`${journey.url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ userName: user, password: demoPassword }),
  });
  // The one key of the answer that is needed.
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const reply = await patiently(`${journey.url}/api${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect([path, reply.status]).toEqual([path, 200]);
  const document = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  return bare((await extractText(document, { mergePages: true })).text);
}

/** A text may run over to the next page, with foot and head between its parts. */
function isOn(paper: string, text: string): boolean {
  if (paper.includes(text)) return true;
  return [...text].some(
    (_, k) =>
      k > 9 && k < text.length - 9 && paper.includes(text.slice(0, k)) && paper.includes(text.slice(k)),
  );
}

/** Every text of the elements that paper does not have, as people would look for it. */
async function absentOf(texts: Locator, paper: string): Promise<string[]> {
  const shown = (await textsOf(texts)).flatMap((text) => text.split('\n')).map((text) => text.trim());
  expect(shown.length).toBeGreaterThan(0);
  return [...new Set(shown)].filter((text) => text !== '' && !isOn(paper, bare(text)));
}

const cardOf = (page: Page, title: string) =>
  page.locator('.ui-card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** A depot with recorded purchases for which a plan with sales was just stored. */
async function depotWithSales(): Promise<string> {
  const call = await adviserApi(journey.url);
  const list = await call('GET', '/contracts?pageSize=200');
  for (const { id, tariff } of listContracts.answer.parse(list.answer)) {
    if (tariff.tariffTypeId !== 1) continue;
    const funds = listFundMovements.answer.parse((await call('GET', `/contracts/${id}/movements`)).answer);
    if (funds.some(({ movements }) => movements.length === 0)) continue;
    const plan = await call('POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (plan.status !== 200) continue;
    const { transactions } = planOptimization.answer.parse(plan.answer);
    if (transactions.some(({ action }) => action === 'sell')) return id;
  }
  throw new Error('The demo has no depot with purchases and something to sell.');
}

describe('what stands on screen stands on paper', () => {
  it('of the holdings of a contract', async () => {
    const contract = await contractWithPlan(journey.url, 0);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/portfolio`);
    await loaded(page);
    const paper = await paperOf(adviser, `/contracts/${contract.id}/report-data/depotOverview`, {});
    const table = page.getByRole('table', { name: 'Aktuelles Portfolio' });
    // Name and peer group, units, share, value, gain; rank, day of a price and cost are on screen alone.
    for (const column of [
      'th[scope=row] a',
      'td:nth-child(3)',
      'td:nth-child(5)',
      'td:nth-child(6)',
      'td:nth-child(8)',
    ])
      expect([column, await absentOf(table.locator(`tbody tr ${column}`), paper)]).toEqual([column, []]);
    expect(await absentOf(table.locator('tfoot td:nth-child(n+5):not(:nth-child(7))'), paper)).toEqual([]);
    expect(await absentOf(cardOf(page, 'Werte').locator('dd'), paper)).toEqual([]);
  });

  it('of a plan: orders with their reasons, savings plan, peer groups, costs and checks', async () => {
    const contract = await contractWithPlan(journey.url, 0);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/optimization`);
    await loaded(page);
    const paper = await paperOf(adviser, `/contracts/${contract.id}/optimization-report-data`, {});
    // A sign may be a word on paper ("sinkt um"). What one unit costs is said on screen alone; everything else of an order is on paper.
    for (const title of ['Umschichtungen', 'Beitragsaufteilung', 'Aufteilung nach Peergroup', 'Kosten']) {
      const card = cardOf(page, title);
      await card.waitFor();
      const text = (await card.innerText()).replaceAll(/Anteile zu [\d.,]+\s€/g, '');
      const figures = text.match(/[\d.]*\d,\d+(?:\s?[€%])?/g) ?? [];
      // Not every plan changes the savings plan.
      expect([title, figures.length > 0 || title === 'Beitragsaufteilung']).toEqual([title, true]);
      expect([title, figures.filter((figure) => !paper.includes(bare(figure)))]).toEqual([title, []]);
    }
    expect(await absentOf(cardOf(page, 'Umschichtungen').locator('p'), paper)).toEqual([]);
    const checks = cardOf(page, 'Prüfungen');
    // A long text may be cut by its style alone; the button below it is no part of it.
    const texts = checks.locator('.opt-checks__text:not(:has(button)), .opt-checks__text > span');
    expect(await absentOf(texts, paper)).toEqual([]);
  });

  it('of gain and tax of a plan, with what each sale is judged by', async () => {
    const contract = await depotWithSales();
    const page = await journey.signedIn(adviser, `/contracts/${contract}/analysis`);
    await page.getByText('Schätzung, keine Steuerberatung.').waitFor();
    await loaded(page);
    const paper = await paperOf(adviser, `/contracts/${contract}/optimization-report-data`, {});
    const card = cardOf(page, 'Gewinn und Steuer des Plans');
    expect(
      await absentOf(
        card.locator('dt, dd, tbody th, tbody td, thead th, .stack > p:not(:last-child)'),
        paper,
      ),
    ).toEqual([]);
    await expect(card.innerText()).resolves.toContain('(FIFO)');
  });

  it('of the performance of a contract', async () => {
    const contract = await contractWithPlan(journey.url, 0);
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/analysis`);
    await loaded(page);
    const paper = await paperOf(adviser, `/contracts/${contract.id}/report-data/performance`, {
      period: '1y',
    });
    const card = cardOf(page, 'Wertentwicklung gegen das Ziel');
    await card.getByRole('table', { name: 'Woher die Abweichung kommt' }).waitFor();
    const returns = card.getByRole('table', { name: 'Rendite', exact: true });
    expect(await absentOf(returns.locator('td'), paper)).toEqual([]);
    const causes = card.getByRole('table', { name: 'Woher die Abweichung kommt' });
    expect(await absentOf(causes.locator('tbody th, td'), paper)).toEqual([]);
  });

  it('of the performance of a tariff, computed at once or by a job that has to run first', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    const call = await adviserApi(journey.url, tariffManager);
    const { answer } = await call('GET', '/tariffs?pageSize=100&state=published');
    // Two keys of the list are needed.
    const id = (answer as { id: string; name: string }[]).find(
      ({ name }) => name === 'Quaderbank Fondsdepot',
    )?.id;
    const path = `/tariffs/${id}/report-data/tariffBasics`;
    // Three years, as another journey computes the others.
    const wish = { period: '3y' };
    expect(await paperOf(tariffManager, path, wish)).toContain(bare('ist noch nicht berechnet'));
    await page.goto(`${versionsPath(id ?? '')}?view=performance`);
    await page.getByText('3J', { exact: true }).click();
    await page.getByText('wird im Hintergrund berechnet').waitFor();
    await page.getByRole('button', { name: 'Wertentwicklung berechnen' }).click();
    const causes = page.getByRole('table', { name: 'Woher die Abweichung kommt' });
    await causes.waitFor({ timeout: patienceWithJobs });
    const paper = await paperOf(tariffManager, path, wish);
    const returns = page.getByRole('region', { name: 'Rendite' });
    expect(await absentOf(returns.locator('th, td'), paper)).toEqual([]);
    expect(await absentOf(causes.locator('th, td'), paper)).toEqual([]);
    const groups = page.getByRole('table', { name: 'Je Peergroup, in Prozentpunkten' });
    expect(await absentOf(groups.locator('td'), paper)).toEqual([]);
    expect(await absentOf(page.locator('.ui-card p:not(.hint)'), paper)).toEqual([]);
  });
});
