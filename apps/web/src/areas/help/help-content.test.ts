import { permissionCodes } from '@depotwerk/domain/permissions';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { describe, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { aUser } from '../../platform/user-for-test.ts';
import { adminEntriesOf } from '../../shell/admin-layout.tsx';
import { visibleNavigation } from '../../shell/navigation.ts';
import { glossaryWords, helpFor, helpPages, meaningOf, piecesOf, tours } from './help-content.ts';
import { tourOf } from './tour.tsx';

/** Every text of the interface. */
const wordsIn = (branch: object): string[] =>
  Object.values(branch).flatMap((value: string | object) =>
    typeof value === 'string' ? [value] : wordsIn(value),
  );
const texts = () => helpPages().flatMap(({ purpose, first }) => [purpose, ...first]);
/** Somebody with these permissions. */
const somebody = (permissions: readonly string[]) => {
  const canViewTariffs = permissions.includes('tariffs.view');
  return aUser({
    permissions: [...permissions],
    clientConfig: { ...aUser().clientConfig, canViewTariffs },
  });
};
const everybody = somebody(permissionCodes);
/** Addresses of the menus: every page one reaches by them has a help of its own. */
const linked = [
  ...visibleNavigation(everybody, builtInWhiteLabel.features).map(({ to }): string => to),
  ...adminEntriesOf(everybody).map(({ to }): string => to),
].filter((path) => path !== '/admin/audit-log');

describe('help in place', () => {
  it('is there for every page of the menus', () => {
    expect(linked.length).toBeGreaterThan(20);
    expect(linked.filter((path) => helpFor(path, false).path !== path)).toEqual([]);
  });

  it('explains pages no menu leads to by themselves, not by the page above them', () => {
    const pages = [
      '/customers/birthdays',
      '/customers/duplicates',
      '/customers/erasures',
      '/consultations/5',
      '/questionnaires/riskProfile/5',
      '/audit/statistics',
      '/admin/questionnaires/5',
      '/admin/tariff-universes/5/fund-universe',
      '/contracts/5/elements/fundSwitch',
      '/setup',
    ];
    expect(new Set(pages.map((path) => helpFor(path, false).path)).size).toBe(pages.length);
    expect(pages.map((path) => helpFor(path, false).path)).not.toContain('/');
  });

  it('names buttons and pages as they are called', () => {
    const called = new Set(wordsIn(german));
    const quoted = [...texts(), ...Object.values(tours()).flatMap((steps) => steps.map(({ text }) => text))]
      .flatMap((text) => [...text.matchAll(/„([^“]+)“/g)])
      .map(([, name = '']) => name);
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter((name) => !called.has(name))).toEqual([]);
  });

  it('names the button of the log by its own words, not by those of another page', () => {
    const quoting = [helpFor('/audit', false).first.join(' '), ...tours().reading.map(({ text }) => text)];
    expect(quoting.filter((text) => text.includes(`„${german.audit.verify}“`)).length).toBe(2);
    expect(quoting.join(' ')).not.toContain('„Prüfen“');
  });

  it.each([
    ['/contracts/5', '/contracts/*'],
    ['/contracts/5/optimization', '/contracts/*/optimization'],
    ['/contracts/5/portfolio', '/contracts/*'],
    ['/contracts/compare', '/contracts/compare'],
    ['/admin/tariffs/5/versions', '/admin/tariffs/*/versions'],
    ['/admin/tariffs/5/info', '/admin/tariffs/*/*'],
    ['/nowhere', '/'],
  ])('%s is explained by %s', (address, path) => {
    expect(helpFor(address, false).path).toBe(path);
  });

  it('says to customers what is written for them only', () => {
    for (const path of ['/my', '/my/contracts/5', '/settings', '/contracts', '/admin/tariffs'])
      expect(helpFor(path, true).isForCustomers).toBe(true);
    expect(tours().customer.every(({ path }) => path?.startsWith('/my'))).toBe(true);
  });

  it.each([
    [
      'an administrator',
      ['admin.access', 'userManagement.view', 'workbench.view', 'audit.view', 'funds.view', 'tariffs.view'],
      ['/user-management', '/admin/tariffs', '/admin/funds', '/audit'],
    ],
    [
      'who decides on tariffs',
      ['admin.access', 'tariffs.approve', 'tariffs.view', 'funds.view'],
      ['/approvals', '/admin/tariffs', '/admin/tariff-components', '/admin/funds'],
    ],
    [
      'who builds tariffs',
      ['admin.access', 'tariffs.edit', 'tariffs.view', 'funds.view', 'workbench.view'],
      ['/admin/tariffs', '/admin/tariff-components', '/admin/funds', '/workbench'],
    ],
    [
      'an adviser',
      ['workbench.view', 'contracts.view', 'customers.view'],
      ['/workbench', '/contracts', '/customers'],
    ],
    [
      'an auditor',
      ['contracts.view', 'customers.view', 'audit.view', 'userManagement.view', 'tariffs.view'],
      ['/contracts', '/customers', '/user-management', '/audit'],
    ],
    ['who has few rights', ['contracts.view'], ['/contracts']],
  ] as const)('leads %s through pages of the own menus only', (_, permissions, paths) => {
    const steps = tourOf(somebody(permissions), builtInWhiteLabel.features);
    expect(steps.flatMap(({ path }) => path ?? [])).toEqual(paths);
    expect([steps[0]?.path, steps.at(-1)?.path]).toEqual([null, null]);
  });

  it('explains every word it marks, and greets nobody with an exclamation mark', () => {
    for (const text of texts()) {
      for (const { text: word, meaning } of piecesOf(text).filter((_, index) => index % 2 === 1))
        expect([word, meaning]).not.toEqual([word, null]);
      expect(text).not.toContain('!');
    }
    expect(glossaryWords().map(meaningOf)).not.toContain(null);
    expect(meaningOf('constructor')).toBeNull();
  });
});
