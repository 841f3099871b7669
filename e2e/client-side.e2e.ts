import { getOwnSide } from '@depotwerk/api/own-side';
import { describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { expectAccessible, loaded, type Size, useJourney } from './support/journey.ts';

const journey = useJourney();
const client = 'kunde@demo.example';

describe.each<Size>(['desktop', 'phone'])("a customer's own side, %s", (size) => {
  it('begins with her contracts and what was released to her; opening leaves a receipt the adviser sees', async () => {
    const page = await journey.signedIn(client, '/my', size);
    await page.getByRole('heading', { name: 'Mein Bereich', level: 1 }).waitFor();
    await loaded(page);
    await expectAccessible(page);
    const document = page.getByRole('listitem').filter({ hasText: 'Vereinbarung zur Zusammenarbeit' });
    const saved = page.waitForEvent('download');
    await document.getByRole('button', { name: /öffnen$/ }).click();
    expect((await saved).suggestedFilename()).toBe('Vereinbarung_Muster.pdf');
    await document.getByText(/Von Ihnen geöffnet am/).waitFor();

    // Her contract, without what the house thinks of doing with it.
    await page.getByRole('link', { name: /./ }).and(page.locator('a[href^="/contracts/"]')).first().click();
    await page.waitForURL(/\/contracts\/.+\/overview/);
    await loaded(page);
    await expectAccessible(page);
    const tabs = page.getByRole('navigation', { name: 'Bereiche des Vertrags' });
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['Übersicht', 'Portfolio', 'Sparplan']);
    await page.goto(page.url().replace('/overview', '/optimization-hints'));
    await page.getByRole('heading', { name: 'Aktuelles Portfolio' }).waitFor();

    const own = await adviserApi(journey.url, client);
    const { customer } = getOwnSide.answer.parse((await own('GET', '/my')).answer);
    const adviser = await journey.signedIn(
      'admin@demo.example',
      `/customers/${customer?.id}?tab=documents`,
      size,
    );
    await adviser
      .getByText(/Gelesen am \d/)
      .first()
      .waitFor();
  });
});
