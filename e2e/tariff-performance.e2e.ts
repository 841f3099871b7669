import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, loaded, textsOf, useJourney } from './support/journey.ts';
import { patienceWithJobs } from './support/patience.ts';
import { tariffManager, versionsPath } from './support/tariff-steps.ts';

const journey = useJourney();

/** "+1,23" in hundredths. */
const hundredths = (text: string): number =>
  Math.round(
    Number(
      text
        .replace('−', '-')
        .replace(',', '.')
        .replaceAll(/[^\d.-]/g, ''),
    ) * 100,
  );

describe('performance of a tariff with many contracts', () => {
  it('is computed in the background, explained by parts that add up, and exported as shown', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    const api = await DeskApi.signIn(journey.url, tariffManager);
    const tariffs = await api.get<{ id: string; name: string }[]>('/tariffs?pageSize=100');
    const id = tariffs.find(({ name }) => name === 'Quaderbank Fondsdepot')?.id ?? '';
    await page.goto(`${versionsPath(id)}?view=performance`);
    await loaded(page);
    await page.getByText('wird im Hintergrund berechnet').waitFor();
    await page.getByRole('button', { name: 'Wertentwicklung berechnen' }).click();
    const causes = page.getByRole('table', { name: 'Woher die Abweichung kommt' });
    await causes.waitFor({ timeout: patienceWithJobs });
    await page.getByText(/^Berechnet am/).waitFor();
    const parts = (await textsOf(causes.locator('tbody td'))).map(hundredths);
    const [whole = Number.NaN] = (await textsOf(causes.locator('tfoot td'))).map(hundredths);
    expect(parts).toHaveLength(5);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
    const returns = page.getByRole('region', { name: 'Rendite' }).getByRole('row').nth(3);
    expect(hundredths(await returns.locator('td').first().innerText())).toBe(whole);
    await expectAccessibleAtBothSizes(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportieren' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const line = file.split('\n').find((one) => one.startsWith('Rendite;Abweichung;zeitgewichtet;')) ?? '';
    expect(hundredths(line.split(';')[3] ?? '')).toBe(whole);

    // It stays until it is computed again; another period has its own.
    await page.reload();
    await causes.waitFor();
    await page.getByText('5J', { exact: true }).click();
    await page.getByRole('button', { name: 'Wertentwicklung berechnen' }).waitFor();
  });
});
