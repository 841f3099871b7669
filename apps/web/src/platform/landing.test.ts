import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { describe, expect, it } from 'vitest';
import { landingPage, pageAfterWelcome, startPagesOf, wayInstead } from './landing.ts';

const user = (permissions: string[], config: Partial<AuthenticatedUser['clientConfig']> = {}) => ({
  permissions,
  mustChangePassword: false,
  // Only these two are read.
  clientConfig: {
    requireSecondFactor: false,
    startPage: '/contracts',
    ...config,
  } as AuthenticatedUser['clientConfig'],
});

describe('where work begins', () => {
  it.each([
    ['an adviser', ['contracts.view', 'customers.view'], '/contracts'],
    [
      'who keeps tariffs',
      ['tariffs.view', 'tariffs.edit', 'admin.access', 'workbench.view'],
      '/admin/tariffs',
    ],
    ['who works on tasks alone', ['workbench.view', 'customers.view'], '/workbench'],
    ['who approves tariffs', ['tariffs.view', 'tariffs.approve', 'admin.access'], '/approvals'],
    ['who may see tariffs but not the administration', ['tariffs.view', 'audit.view'], '/audit'],
    ['who keeps people', ['userManagement.view'], '/user-management'],
    ['who approves tariffs and may not see them', ['tariffs.approve'], '/settings/password'],
    ['who only follows the optimization', ['optimization.view'], '/continuous-optimization'],
    ['who only invites', ['customers.create'], '/prospects'],
    ['who only looks after depots', ['traderDepots.view'], '/trader-depots'],
    ['who may nothing', [], '/settings/password'],
  ])('for %s', (_who, permissions, page) => {
    expect(landingPage(user(permissions))).toBe(page);
    expect(startPagesOf(user(permissions)).every(({ permission }) => permissions.includes(permission))).toBe(
      true,
    );
  });

  it('is the page of the first day only while the house is being set up', () => {
    const manager = user(['contracts.view', 'userManagement.editUsers']);
    expect([true, false].map((isOpen) => pageAfterWelcome(manager, isOpen))).toEqual([
      '/setup',
      '/contracts',
    ]);
  });

  it('is the chosen page as long as it shows something', () => {
    const both = ['contracts.view', 'customers.view'];
    expect(landingPage(user(both, { startPage: '/customers' }))).toBe('/customers');
    expect(landingPage(user(['contracts.view'], { startPage: '/customers' }))).toBe('/contracts');
    expect(landingPage(user(both, { startPage: '/workbench' }))).toBe('/contracts');
  });
});

describe('the way instead', () => {
  it('leads everywhere to the second factor that is missing, but to the own settings', () => {
    const locked = user([], { requireSecondFactor: true });
    expect(
      ['/contracts', '/admin/funds', '/user-management/users'].map((path) => wayInstead(locked, path)),
    ).toEqual(['/welcome', '/welcome', '/welcome']);
    expect(landingPage(locked)).toBe('/welcome');
    expect(['/welcome', '/settings/password'].map((path) => wayInstead(locked, path))).toEqual([null, null]);
  });

  it('leads everywhere to the new password, which comes before all else', () => {
    const locked = { ...user([], { requireSecondFactor: true }), mustChangePassword: true };
    const paths = ['/contracts', '/welcome', '/settings/password'];
    expect(paths.map((path) => wayInstead(locked, path))).toEqual(paths.map(() => '/new-password'));
  });

  it('leads on from pages that would show a refusal', () => {
    const keeper = user(['tariffs.view', 'admin.access']);
    expect(wayInstead(keeper, '/contracts')).toBe('/admin/tariffs');
    expect(wayInstead(keeper, '/customers')).toBe('/admin/tariffs');
    expect(wayInstead(keeper, '/welcome')).toBe('/admin/tariffs');
    expect(wayInstead(keeper, '/admin/funds')).toBeNull();
    expect(wayInstead(user(['contracts.view']), '/contracts')).toBeNull();
  });
});

describe('a customer who signs in herself', () => {
  const customer = {
    ...user(['contracts.view', 'customers.view', 'documents.view', 'admin.access']),
    ownCustomerId: 'a',
  };

  it('begins on her own side, whatever was chosen', () => {
    expect(landingPage(customer)).toBe('/my');
    expect(startPagesOf(customer)).toEqual([]);
  });

  it('is led back to it from every page of the house, and stays on her own', () => {
    const foreign = [
      '/contracts',
      '/customers',
      '/customers/1',
      '/contracts/1/elements/fundSwitch',
      '/contracts/compare',
      '/documents',
      '/admin',
      '/myth',
      '/workbench',
    ];
    expect(foreign.map((path) => wayInstead(customer, path))).toEqual(foreign.map(() => '/my'));
    const own = ['/my', '/my/messages', '/contracts/1/overview', '/settings/password'];
    expect(own.map((path) => wayInstead(customer, path))).toEqual(own.map(() => null));
  });

  it('alone has that side: everybody else is led to his work', () => {
    const adviser = user(['contracts.view']);
    expect(['/my', '/my/messages'].map((path) => wayInstead(adviser, path))).toEqual([
      '/contracts',
      '/contracts',
    ]);
  });
});
