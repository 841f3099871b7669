import { listContracts } from '@depotwerk/api/contracts/contracts';
import { describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { loaded, useJourney } from './support/journey.ts';
import { hearsOthers } from './support/live-stream.ts';

const journey = useJourney({ signsInAlways: true });
const admin = 'admin@demo.example';

describe('what others change', () => {
  it('is seen in every tab without loading anew, and never under the hands of somebody who writes', async () => {
    const call = await adviserApi(journey.url, admin);
    const create = async () => {
      const tagName = `Neu ${crypto.randomUUID().slice(0, 8)}`;
      const { status } = await call('POST', '/admin/tags', { tagName, colour: '#123456', isInactive: false });
      expect(status).toBe(201);
      return tagName;
    };
    const page = await journey.signedIn(admin, '/admin/tags');
    await hearsOthers(page);
    // A second tab of the same browser hears through the first.
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await loaded(tab);
    const first = await create();
    await page.getByText(first).waitFor();
    await tab.getByText(first).waitFor();

    await tab.getByRole('searchbox').first().focus();
    const second = await create();
    await page.getByText(second).waitFor();
    expect(await tab.getByText(second).count()).toBe(0);
    await tab.getByRole('heading', { level: 1 }).click();
    await tab.getByText(second).waitFor();
    await tab.close();
  });

  it('is asked for once by who only looks: the log of his looking is no change', async () => {
    const call = await adviserApi(journey.url, admin);
    const { answer } = await call('GET', '/contracts?pageSize=1');
    const [contract] = listContracts.answer.parse(answer);
    const page = await journey.signedIn(admin, `/contracts/${contract?.id}/overview`);
    await loaded(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`/api/contracts/${contract?.id}`)) asked.push(request.url());
    });
    // What it heard of the seconds before is asked for at most once; a page that told itself went round every 0.6 s.
    await page.waitForTimeout(4000);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('a server that is away', () => {
  it('is told before anybody calls it, and no more once it is back; a stream that alone is refused tells nothing', async () => {
    const page = await journey.signedIn(admin, '/admin/tags');
    await page.route('**/api/live', (route) => route.abort('internetdisconnected'));
    let looks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/health/live')) looks += 1;
    });
    const banner = page.getByRole('alert').filter({ hasText: 'Der Server antwortet nicht' });
    await page.reload();
    await loaded(page);
    await expect.poll(() => looks).toBeGreaterThan(0);
    expect(await banner.count()).toBe(0);
    await page.route('**/api/health/live', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await loaded(page);
    await banner.waitFor();
    await page.unrouteAll();
    await banner.waitFor({ state: 'detached' });
  });
});
