import { describe, expect, it } from 'vitest';
import { aUser } from '../../platform/user-for-test.ts';
import { customerTabs, openTabs } from './customer-search.ts';

const userWith = (...permissions: string[]) => aUser({ permissions });

describe('tabs of a customer', () => {
  it('are those whose calls the user may make', () => {
    const adviser = userWith('customers.view', 'customers.edit', 'documents.view', 'consultations.view');
    expect(openTabs(adviser, { isOwn: false, mayEdit: true })).toEqual([...customerTabs]);
    expect(openTabs(adviser, { isOwn: false, mayEdit: false })).not.toContain('messages');
    expect(openTabs(userWith('customers.view'), { isOwn: false, mayEdit: true })).toEqual([
      'contracts',
      'profile',
      'notes',
      'history',
      'data-protection',
    ]);
  });

  it('tell a customer nothing of the work with him', () => {
    expect(openTabs(userWith('customers.view', 'documents.view'), { isOwn: true, mayEdit: false })).toEqual([
      'contracts',
      'profile',
      'documents',
    ]);
  });
});
