import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, textsOf, useJourney } from './support/journey.ts';

const journey = useJourney();

describe('birthdays', () => {
  it('are reached from the list of customers and lead to each of them', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.getByRole('link', { name: 'Geburtstage' }).click();
    await page.getByRole('heading', { name: 'Geburtstage' }).waitFor();
    const names = page.getByRole('rowheader');
    await names.first().waitFor();
    await expectAccessibleAtBothSizes(page);
    const [first] = await textsOf(names.getByRole('link'));
    await names.getByRole('link').first().click();
    const [lastName = ''] = (first ?? '').split(',');
    expect(lastName).not.toBe('');
    await page.getByRole('heading', { name: lastName }).waitFor();
  });
});
