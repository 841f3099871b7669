import { componentKinds } from '@depotwerk/domain/tariff/tariff-drafts';
import { stepsOfComponent, stepsOfTariff } from '@depotwerk/domain/tariff/tariff-steps';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../tools/find-chromium.ts';
import { startProduct } from './children.ts';
import { type BenchServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const limitMs = 100;
const rounds = 9;
const user = 'tarif@demo.example';

interface WizardRoute {
  readonly name: string;
  readonly path: string;
}

/** Every page of the five wizards, on objects of the demo world. */
async function wizardRoutes(port: number): Promise<WizardRoute[]> {
  const authorization = `Bearer ${await signIn(port, user)}`;
  const read = async <Item>(path: string): Promise<Item[]> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // The descriptors of the calls promise lists with these members.
    return (await response.json()) as Item[];
  };
  const tariffs = await read<{ id: string; isHybridTariffType: boolean }>('/tariffs?pageSize=50');
  const usual = tariffs.find((tariff) => !tariff.isHybridTariffType);
  const hybrid = tariffs.find((tariff) => tariff.isHybridTariffType);
  if (!usual || !hybrid) throw new Error('The demo world has tariffs of both sorts');
  const routes: WizardRoute[] = [
    ...stepsOfTariff(null).map((step) => ({
      name: `tariff: ${step}`,
      path: `/admin/tariffs/${usual.id}/${step}`,
    })),
    { name: 'tariff: fund-matrix', path: `/admin/tariffs/${hybrid.id}/fund-matrix` },
  ];
  for (const kind of componentKinds) {
    const [component] = await read<{ id: string }>(`/tariff-components/${kind}?pageSize=1`);
    if (!component) throw new Error(`The demo world has no ${kind} component`);
    for (const step of stepsOfComponent(kind)) {
      routes.push({
        name: `${kind}: ${step}`,
        path: `/admin/tariff-components/${kind}/${component.id}/${step}`,
      });
    }
  }
  return routes;
}

async function signedInPage(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    locale: 'de-DE',
  });
  const page = await context.newPage();
  await page.goto('/auth/login?returnUrl=%2Fadmin%2Ftariffs');
  await page.getByLabel('Benutzername').fill(user);
  await page.getByLabel('Passwort', { exact: true }).fill('Depotwerk-Demo-1');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.locator('[data-row="0"]').waitFor();
  return page;
}

/**
 * Milliseconds in the page from the change of the address until the page can be used: its first control is there,
 * nothing stands for something still loading, and it is painted.
 */
function timeToUse(page: Page, path: string): Promise<number> {
  return page.evaluate(
    (address) =>
      new Promise<number>((resolve, reject) => {
        const content = '.wizard__content';
        const isUsable = () => {
          const place = document.querySelector(content);
          if (!place || place.querySelector('.ui-skeleton, .ui-skeleton__placeholder')) return false;
          const controls = 'input, select, textarea, button, [role="grid"], [role="gridcell"]';
          return place.querySelector(controls) !== null;
        };
        const timer = setTimeout(() => reject(new Error(`${address} is not usable after 20 s`)), 20_000);
        const observer = new MutationObserver(() => {
          if (!isUsable()) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started), 0));
        });
        observer.observe(document, { subtree: true, childList: true });
        const started = performance.now();
        // The router listens to the history: this is what its links do.
        history.pushState({}, '', address);
      }),
    path,
  );
}

async function backToList(page: Page): Promise<void> {
  await page.evaluate(() => history.pushState({}, '', '/admin/tariffs'));
  await page.locator('[data-row="0"]').waitFor();
  // What the page before had on its way is over.
  await page.waitForTimeout(250);
}

/** From the list to every page of every wizard, warm: seen once before. */
async function measure(port: number): Promise<void> {
  const routes = await wizardRoutes(port);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const times = new Map<string, number[]>(routes.map(({ name }) => [name, []]));
  try {
    const page = await signedInPage(browser, `http://127.0.0.1:${port}`);
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, path } of routes) {
        const time = await timeToUse(page, path);
        // The first round warms up.
        if (round > 0) times.get(name)?.push(time);
        await backToList(page);
      }
    }
  } finally {
    await browser.close();
  }
  const rows = routes.map(({ name }): Row => {
    const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    return [
      name,
      milliseconds(median),
      milliseconds(sorted.at(-1) ?? Number.NaN),
      verdict(median <= limitMs),
    ];
  });
  report(
    'wizard-routes',
    'Ways to the pages of the wizards',
    `From the list of tariffs to every page, warm (seen once before), median and slowest of ${rounds}: from the change of ` +
      'the address until its first control is painted. The object and its draft are asked for anew every time. ' +
      `Aim: median ≤ ${limitMs} ms.`,
    ['page', 'median', 'slowest', 'aim'],
    rows,
  );
}

/** Measures a product of its own on a stock of contracts, or one that runs already on the port. */
export async function benchWizardRoutes(
  server: BenchServer | null,
  contracts: number,
  port: number,
): Promise<void> {
  if (server === null) {
    await measure(port);
    return;
  }
  const product = await startProduct(port, productEnvironment(await server.databaseOf(contracts)));
  try {
    await measure(port);
  } finally {
    await product.stop();
  }
}
