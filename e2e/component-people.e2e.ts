import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessible, rowsOf, useJourney } from './support/journey.ts';
import { enter, freshKey, tariffApprover, tariffManager } from './support/tariff-steps.ts';

const journey = useJourney();

describe('two people editing one component', () => {
  it('see what the other one changed, and nothing is overwritten silently', async () => {
    const other = await DeskApi.signIn(journey.url, 'admin@demo.example');
    const component = {
      name: `Reise ${freshKey('zwei')}`,
      key: freshKey('REISE'),
      isInactive: false,
      tariffRiskItemsNumber: 3,
      tariffRiskType: 1,
      useQuota: false,
      tariffRiskItemsTargets: [4, 10, 20],
      tariffRiskItemsRanges: [2, 3, 5],
    };
    const made = await other.call('POST', '/tariff-components/risk', component);
    expect(made.status).toBe(201);
    // The answer of `createRiskComponent`.
    const { id } = made.body as { id: string };
    const path = `/admin/tariff-components/risk/${id}/component-info`;
    const page = await journey.signedIn(tariffManager, path);
    await page.getByLabel('Bezeichnung').waitFor();
    const changed = { ...component, tariffRiskItemsTargets: [4, 11, 22] };
    await other.send('PUT', `/tariff-components/risk/${id}`, changed, made.etag ?? '');

    await enter(page.getByLabel('Bezeichnung'), `${component.name} neu`);
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await dialog.getByRole('group', { name: 'Zielwert' }).getByText('4 · 11 · 22').waitFor();
    await dialog.getByRole('group', { name: 'Bezeichnung' }).getByText(`${component.name} neu`).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Saved is only after one has looked at what both make together.
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText(`„${component.name} neu“ wurde gespeichert.`).waitFor();
    const stored = await other.get<{ component: typeof component }>(`/tariff-components/risk/${id}`);
    expect(stored.component).toMatchObject({
      name: `${component.name} neu`,
      tariffRiskItemsTargets: [4, 11, 22],
    });
  });
});

describe('who may only read', () => {
  it('sees components and changes nothing', async () => {
    const page = await journey.signedIn(tariffApprover, '/admin/tariff-components');
    const row = rowsOf(page).filter({ hasText: 'RISK-VOL-3' });
    await row.waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Risikobaustein anlegen' }).count()).toBe(0);
    await page
      .getByRole('button', { name: 'Weitere Aktionen: Risikobaustein Volatilität, 3 Klassen' })
      .click();
    await page.getByRole('menuitem', { name: 'Ansehen' }).waitFor();
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['Ansehen', 'Verwendung anzeigen']);
    await page.getByRole('menuitem', { name: 'Ansehen' }).click();
    await page.getByText('Zum Ändern fehlt Ihnen die Berechtigung.').waitFor();
    await expect.poll(() => page.getByLabel('Bezeichnung').isDisabled()).toBe(true);
    await page.getByRole('link', { name: /^Risikoklassen/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Risikoklassen' }).waitFor();
    await expect.poll(() => page.getByLabel('Zielwert der Klasse 1').isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('the address of a universe', () => {
  it('leads to its page in the wizard', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariff-components?kind=universe');
    await rowsOf(page).first().click();
    await page.waitForURL(/\/universe\/[0-9a-f-]{36}\/component-info/);
    const id = /universe\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    await page.goto(`/admin/tariff-universes/${id}/fund-universe`);
    await page.waitForURL(`**/admin/tariff-components/universe/${id}/fund-universe`);
    await page.getByRole('heading', { level: 1, name: 'Anlageuniversum' }).waitFor();
  });
});
