import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, textsOf, useJourney } from './support/journey.ts';

const journey = useJourney();
const unknown = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';

describe('the duties of a public page', () => {
  it.each([
    ['the sign-in page', '/auth/login'],
    ['the registration', '/auth/registration'],
    ['the depot analysis', '/depotanalysis'],
    ['an invitation', `/depotanalysis/${unknown}`],
    ['a public report', `/reports/public?reportType=costExamplePublic&guid=${unknown}`],
  ])('are linked from %s on a phone', async (_page, path) => {
    const page = await journey.visitor('phone');
    await page.goto(path);
    const links = await textsOf(page.locator('footer.legal').getByRole('link'));
    expect(links.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
      ['Impressum', 'Datenschutz', 'Nutzungsbedingungen', 'Barrierefreiheit', 'Lizenzen'].map(
        (name) => `${name} (öffnet ein neues Fenster)`,
      ),
    );
  });

  it('lead to pages of their own in the demo', async () => {
    const page = await journey.visitor();
    for (const [path, title] of [
      ['/impressum', 'Impressum'],
      ['/datenschutz', 'Datenschutz'],
      ['/agb', 'Nutzungsbedingungen'],
    ] as const) {
      const answer = await fetch(`${journey.url}${path}`);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    }
    await expectAccessibleAtBothSizes(page);
  });

  it('include what the product tests and what it does not, where the house says nothing itself', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Barrierefreiheit' }).click();
    const statement = await opened;
    await statement.getByRole('heading', { name: 'Barrierefreiheit dieser Anwendung' }).waitFor();
    await statement.getByText('ersetzt keine Erklärung des Hauses').waitFor();
    await statement.getByText('Bildschirmvorleseprogrammen liegen nicht vor').waitFor();
    await statement.getByText(/Bitte wenden Sie sich an: .*\S+@\S+/).waitFor();
    await page.goto('/accessibility');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessibleAtBothSizes(page);
  });
});
