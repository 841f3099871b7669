import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, loaded, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import {
  discardDraft,
  tariffApprover,
  tariffManager,
  versionsPath,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();
const steps = {
  tariff: [
    'product-type',
    'info',
    'components',
    'settings',
    'optimization-hints',
    'optimization-hints-expert',
    'summary',
  ],
  hybrid: ['product-type', 'components', 'fund-matrix', 'summary'],
  risk: ['component-info', 'risk'],
  universe: ['fund-universe'],
  selection: ['fund-selection'],
  allocation: ['allocation-peergroups', 'allocation-peergroup-relationships', 'allocation-matrix'],
} as const;

interface Listed {
  readonly id: string;
  readonly key: string;
}
let api: DeskApi;
let tariffs: readonly Listed[];

beforeAll(async () => {
  api = await DeskApi.signIn(journey.url, tariffManager);
  tariffs = await api.get<Listed[]>('/tariffs?pageSize=250');
});

const idOf = (rows: readonly Listed[], key: string): string => {
  const row = rows.find((candidate) => candidate.key === key);
  if (!row) throw new Error(`the demo has no ${key}`);
  return row.id;
};
const componentId = async (kind: string, key: string) =>
  idOf(await api.get<Listed[]>(`/tariff-components/${kind}?pageSize=250`), key);

/** The page with everything it loads. */
async function expectPage(page: Page, path: string): Promise<void> {
  await show(page, path);
  if (/\/(new|[0-9a-f-]{36})\/(?!versions)/.test(path)) {
    await wizardReady(page);
    await discardDraft(page);
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await loaded(page);
  await expectAccessibleAtBothSizes(page);
}

describe('accessibility', () => {
  it('of the tariff pages', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    for (const step of steps.tariff) {
      await expectPage(page, `/admin/tariffs/${idOf(tariffs, 'EW-RENTE')}/${step}`);
    }
    for (const step of steps.hybrid) {
      await expectPage(page, `/admin/tariffs/${idOf(tariffs, 'MF-DYNAMIK')}/${step}`);
    }
  });

  it('of the component pages', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    const examples = [
      ['risk', 'RISK-VOL-7'],
      ['universe', 'UNI-AUSWAHL'],
      ['selection', 'AUSW-EW-RENTE'],
      ['allocation', 'ALLO-EW-RENTE'],
    ] as const;
    for (const [kind, key] of examples) {
      const id = await componentId(kind, key);
      for (const step of steps[kind])
        await expectPage(page, `/admin/tariff-components/${kind}/${id}/${step}`);
    }
  });

  it('of empty pages with everything said that is missing', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    for (const path of [
      '/admin/tariffs/new/product-type',
      '/admin/tariff-components/risk/new/component-info',
    ]) {
      await expectPage(page, path);
      await page.getByRole('button', { name: 'Weiter', exact: true }).click();
      await page.locator('.error-summary__entry').first().waitFor();
      await expectAccessibleAtBothSizes(page);
    }
  });

  it('of the lists, versions, comparison, impact, performance and approvals', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    const id = idOf(tariffs, 'IB-BAV');
    for (const path of [
      '/admin/tariff-components',
      '/admin/tariff-components?kind=selection',
      '/admin/tariff-components?kind=allocation',
      '/admin/tariff-components?kind=universe',
      versionsPath(id),
      `${versionsPath(id)}?view=compare`,
      `${versionsPath(id)}?view=impact`,
      `${versionsPath(id)}?view=performance`,
      '/admin/insurers',
      '/admin/issuers',
      '/admin/cost-models',
      '/admin/peergroups',
    ]) {
      await expectPage(page, path);
    }
    const approver = await journey.signedIn(tariffApprover, '/admin/approvals');
    await expectPage(approver, '/admin/approvals');
  });
});
