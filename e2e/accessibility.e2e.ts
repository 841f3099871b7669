import { describe, expect, it } from 'vitest';
import { findingsOf } from './support/axe.ts';
import { DeskApi } from './support/desk-api.ts';
import {
  expectAccessibleAtBothSizes,
  expectAccessibleInBothThemes,
  loaded,
  openFirstRow,
  useJourney,
} from './support/journey.ts';
import { show } from './support/show.ts';
import { missedByTab } from './support/tab-walk.ts';

const journey = useJourney();

const visitorPages = [
  '/auth/login',
  '/auth/forgot-password',
  '/auth/activation',
  '/auth/activation/reset-token',
  '/auth/activation/credentials?guid=0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
  '/auth/registration',
  '/demo/outbox',
  '/depotanalysis',
  '/accessibility',
  '/no/such/page',
];
const deskPages = [
  '/contracts',
  '/customers',
  '/prospects',
  '/customers/birthdays',
  '/customers/duplicates',
  '/customers/erasures',
  '/workbench',
  '/continuous-optimization',
  '/contracts/compare',
  '/orders',
  '/orders?view=approvals',
  '/documents',
  '/approvals',
  '/audit',
  '/audit/statistics?year=2025',
];
const administrationPages = [
  '/admin/dashboard',
  '/admin/tariffs',
  '/admin/funds',
  '/admin/fund-import',
  '/admin/fund-categories',
  '/admin/tags',
  '/admin/data-quality',
  '/admin/white-label',
  '/user-management/groups',
  '/user-management/users',
  '/user-management/roles',
  '/user-management/users/import',
  '/user-management/effective-rights',
  '/admin/api-tokens',
  '/admin/mail',
  '/admin/operation',
  '/admin/sms',
  '/admin/webhooks',
  '/admin/identity-provider',
];
/** Forms and files a house moves in with, and the first day itself. */
const movingInPages = [
  '/setup',
  '/admin/book-imports',
  '/admin/jobs',
  '/user-management/groups/new/info',
  '/user-management/roles/new/info',
  '/user-management/users/new/info',
];
const settingsPages = [
  '/settings/profile',
  '/settings/password',
  '/settings/second-factor',
  '/settings/sessions',
  '/settings/display',
  '/settings/notifications',
  '/settings/saved-views',
  '/settings/api-tokens',
  '/settings/privacy',
];
/** Of a customer who signs in herself. */
const ownPages = [
  '/my',
  '/my/messages',
  '/my/profile',
  '/my/analysis',
  '/settings/profile',
  '/settings/display',
];
const contractTabs = [
  'overview',
  'portfolio',
  'savings-plan',
  'optimization-hints',
  'analysis',
  'optimization',
  'documents',
  'history',
];

describe('axe', () => {
  it('finds what is wrong with a page', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByRole('heading').first().waitFor();
    await loaded(page);
    await page.evaluate(() => {
      const pale = document.createElement('p');
      pale.textContent = 'Zu blass';
      Object.assign(pale.style, { color: '#eee', backgroundColor: '#fff' });
      document.querySelector('main')?.append(document.createElement('img'), pale);
    });
    const ruleOf = (finding: string) => finding.split(':', 1).join();
    expect((await findingsOf(page, 'all')).map(ruleOf).sort()).toEqual(['color-contrast', 'image-alt']);
    expect((await findingsOf(page, 'colours')).map(ruleOf)).toEqual(['color-contrast']);
  });

  it('looks at three rows that are made alike, and at every one that is not', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByRole('heading').first().waitFor();
    await loaded(page);
    await page.evaluate(() => {
      const list = document.createElement('ul');
      list.style.backgroundColor = '#fff';
      for (let number = 1; number <= 9; number += 1) {
        const row = document.createElement('li');
        row.id = `row-${number}`;
        row.style.color = number === 8 ? '#eee' : number === 9 ? '#222' : '#ddd';
        row.append(`Zeile ${number}`, number === 9 ? document.createElement('img') : '');
        list.append(row);
      }
      document.querySelector('main')?.append(list);
    });
    // Of the page itself, what comes late may come meanwhile: the list is what must be left as it was.
    const list = page.locator('ul', { has: page.locator('#row-1') });
    const before = await list.innerHTML();
    expect(await findingsOf(page, 'all')).toEqual([
      'color-contrast: #row-1 | #row-2 | #row-3 | #row-8',
      'image-alt: img',
    ]);
    expect(await list.innerHTML()).toBe(before);
  });

  it('looks at an open dialog, not at the page behind it', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts');
    await openFirstRow(page);
    await show(page, new URL(page.url()).pathname.replace(/\/overview$/, '/portfolio'));
    const pale = (selector: string) =>
      page.evaluate((place) => {
        const text = document.createElement('p');
        text.textContent = 'Zu blass';
        Object.assign(text.style, { color: '#eee', backgroundColor: '#fff' });
        document.querySelector(place)?.append(text);
      }, selector);
    await pale('h1');
    expect(await findingsOf(page, 'colours')).toHaveLength(1);
    await page.locator('a[href*="dialog=fundDetail"]').first().click();
    await page.getByRole('dialog').waitFor();
    await loaded(page);
    expect(await findingsOf(page, 'colours')).toEqual([]);
    await pale('[role=dialog] h2');
    expect(await findingsOf(page, 'colours')).toHaveLength(1);
  });
});

describe('Tab', () => {
  it('finds what it does not lead to, what only a mouse can use, and a focus nobody sees', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByRole('heading').first().waitFor();
    await loaded(page);
    expect(await missedByTab(page)).toEqual([]);
    await page.evaluate(() => {
      const place = document.querySelector('#content') ?? document.body;
      const add = (name: string, look: Record<string, string>, attributes: Record<string, string> = {}) => {
        const element = document.createElement(name);
        for (const [property, value] of Object.entries(look))
          element.style.setProperty(property, value, 'important');
        for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
        element.textContent = 'Zum Prüfen';
        place.append(element);
      };
      add('button', {}, { tabindex: '-1' });
      add('span', { cursor: 'pointer' });
      add('a', { outline: 'none', 'box-shadow': 'none' }, { href: '/auth/login' });
      // One of these two is in the order of Tab, and that is right.
      add('input', {}, { type: 'radio', name: 'choice' });
      add('input', {}, { type: 'radio', name: 'choice' });
    });
    expect((await missedByTab(page)).map((finding) => finding.split(':', 1).join()).sort()).toEqual([
      'nobody sees the focus',
      'not reached by Tab',
      'only for a mouse',
    ]);
  });
});

describe('axe finds nothing, and Tab leads everywhere', () => {
  it('on the pages of visitors', async () => {
    const page = await journey.visitor();
    for (const path of visitorPages) {
      // Visitors come by a link.
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await expectAccessibleAtBothSizes(page);
      expect([path, await missedByTab(page)]).toEqual([path, []]);
    }
  });

  it.each([
    ['of the desk', deskPages],
    ['of the administration', administrationPages],
    ['of moving in', movingInPages],
    ['of the settings', settingsPages],
  ])('on the pages %s, in light and in dark', async (_area, pages) => {
    const page = await journey.signedIn('admin@demo.example', '/contracts');
    for (const path of pages) {
      await show(page, path);
      await page.getByRole('heading').first().waitFor();
      await loaded(page);
      await expectAccessibleInBothThemes(page);
      expect([path, await missedByTab(page)]).toEqual([path, []]);
    }
  });

  it("on what a group, a role and a person hold, and on a customer's data protection, in light and in dark", async () => {
    const page = await journey.signedIn('admin@demo.example', '/contracts');
    const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
    const first = async (path: string) => (await administrator.get<{ id: string }[]>(path))[0]?.id;
    const [groupId, roleId, userId, customerId] = [
      await first('/groups/tree'),
      await first('/roles'),
      await first('/users?search=berater'),
      await first('/customers'),
    ];
    for (const path of [
      ...['info', 'customers', 'users'].map((step) => `/user-management/groups/${groupId}/${step}`),
      ...['info', 'permissions'].map((step) => `/user-management/roles/${roleId}/${step}`),
      `/user-management/users/${userId}/info`,
      ...['history', 'data-protection'].map((tab) => `/customers/${customerId}?tab=${tab}`),
    ]) {
      await show(page, path);
      await page.getByRole('heading').first().waitFor();
      await loaded(page);
      await expectAccessibleInBothThemes(page);
      expect([path, await missedByTab(page)]).toEqual([path, []]);
    }
  });

  it('on the pages of a customer, in light and in dark', async () => {
    const page = await journey.signedIn('kunde@demo.example', '/my');
    for (const path of ownPages) {
      await show(page, path);
      await page.getByRole('heading').first().waitFor();
      await loaded(page);
      await expectAccessibleInBothThemes(page);
      expect([path, await missedByTab(page)]).toEqual([path, []]);
    }
  });

  it('on the page of somebody who has to choose a new password', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts');
    await page.route('**/api/auth/user', async (route) => {
      const response = await route.fetch();
      // The shape is checked by the application; one thing of it is told otherwise.
      const user = (await response.json()) as object;
      await route.fulfill({ response, json: { ...user, mustChangePassword: true } });
    });
    await page.goto('/contracts');
    await page.waitForURL('**/new-password**');
    await page.getByLabel(/^Neues Passwort/).waitFor();
    await loaded(page);
    await expectAccessibleInBothThemes(page);
  });

  it('on every tab of a contract, its dialogs and the customer', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts');
    await openFirstRow(page);
    await page.waitForURL(/\/overview/);
    const contract = new URL(page.url()).pathname.replace(/\/overview$/, '');
    for (const tab of contractTabs) {
      await show(page, `${contract}/${tab}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await loaded(page);
      await expectAccessibleAtBothSizes(page);
      expect([tab, await missedByTab(page)]).toEqual([tab, []]);
    }
    await show(page, `${contract}/portfolio`);
    await page.locator('a[href*="dialog=fundDetail"]').first().click();
    await page.getByRole('dialog').waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    expect(await missedByTab(page)).toEqual([]);
    await show(page, '/customers');
    await openFirstRow(page);
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    expect(await missedByTab(page)).toEqual([]);
  });
});

describe('narrow and enlarged', () => {
  it('nothing runs out of a page 320 pixels wide', async () => {
    const page = await journey.signedIn('admin@demo.example', '/contracts', 'phone');
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ['/contracts', '/customers', '/settings/sessions', '/settings/second-factor']) {
      await show(page, path);
      await page.getByRole('heading').first().waitFor();
      await loaded(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, overflow > 0]).toEqual([path, false]);
    }
  });
});
