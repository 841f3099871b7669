import type { AuthenticatedUser } from '@depotwerk/api/auth';
import { describe, expect, it } from 'vitest';
import { customerTabs, openTabs } from './customer-search.ts';

// Only the permissions count here.
const userWith = (...permissions: string[]) => ({ permissions }) as unknown as AuthenticatedUser;

describe('tabs of a customer', () => {
  it('are those whose calls the user may make', () => {
    const adviser = userWith('customers.view', 'documents.view', 'consultations.view');
    expect(openTabs(adviser, { isOwn: false })).toEqual([...customerTabs]);
    expect(openTabs(userWith('customers.view'), { isOwn: false })).toEqual([
      'contracts',
      'profile',
      'history',
      'data-protection',
    ]);
  });

  it('tell a customer nothing of the work with him', () => {
    expect(openTabs(userWith('customers.view', 'documents.view'), { isOwn: true })).toEqual([
      'contracts',
      'profile',
      'documents',
    ]);
  });
});
