import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { describe, expect, it } from 'vitest';
import { visibleNavigation } from './navigation.ts';

const { features } = builtInWhiteLabel;
const user = (permissions: string[]) => ({ permissions }) as AuthenticatedUser; // only the permissions are read
const targets = (permissions: string[]) =>
  visibleNavigation(user(permissions), features).map((entry) => entry.to);

describe('navigation', () => {
  it('shows what the permissions allow, in its fixed order', () => {
    expect(targets(['customers.view', 'contracts.view'])).toEqual(['/contracts', '/customers', '/settings']);
    expect(targets(['admin.access', 'userManagement.view'])).toEqual([
      '/user-management',
      '/admin',
      '/settings',
    ]);
  });

  it('leads to the approvals only who may read what waits there', () => {
    expect(targets(['tariffs.approve'])).toEqual(['/settings']);
    expect(targets(['tariffs.approve', 'tariffs.view'])).toEqual(['/approvals', '/settings']);
  });

  it('has no settings for whoever looks at the product as somebody else', () => {
    const viewing = { userId: 'u', fullName: 'Berta Berater', endsAt: '2026-11-23T10:00:00Z' };
    const viewer = { ...user(['contracts.view']), viewing };
    expect(visibleNavigation(viewer, features).map(({ to }) => to)).toEqual(['/contracts']);
  });

  it('has the own side alone for a customer, whatever her role may', () => {
    const customer = { ...user(['contracts.view', 'customers.view']), ownCustomerId: 'c' };
    expect(visibleNavigation(customer, features).map(({ to }) => to)).toEqual([
      '/my',
      '/my/messages',
      '/settings',
    ]);
  });

  it('leads to no page nothing comes to, where the house has closed what fills it', () => {
    const adviser = user(['contracts.view', 'traderDepots.view']);
    const pages = (bankCredentials: boolean) =>
      visibleNavigation(adviser, { ...features, bankCredentials }).map(({ to }) => to);
    expect(pages(true)).toContain('/trader-depots');
    expect(pages(false)).toEqual(['/contracts', '/settings']);
  });

  it('leaves a stranger only what everyone has', () => {
    expect(visibleNavigation(null, features).map((entry) => entry.to)).toEqual(['/settings']);
  });
});
