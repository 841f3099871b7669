import { describe, expect, it } from 'vitest';
import { aUser } from '../platform/user-for-test.ts';
import { adminEntriesOf, adminGroupsOf } from './admin-layout.tsx';

const { clientConfig } = aUser();

describe('the pages of the administration', () => {
  it('stand in groups by what they are for, those one may open and no empty group', () => {
    const user = aUser({
      permissions: ['tariffs.view', 'funds.view', 'jobs.view'],
      clientConfig: { ...clientConfig, canViewTariffs: true },
    });
    expect(adminGroupsOf(user).map(({ text, entries }) => [text, entries.map(({ to }) => to)])).toEqual([
      ['admin.groups.products', ['/admin/tariffs', '/admin/tariff-components']],
      [
        'admin.groups.funds',
        ['/admin/funds', '/admin/fund-categories', '/admin/peergroups', '/admin/data-quality'],
      ],
      ['admin.groups.customers', ['/admin/questionnaires']],
      ['admin.groups.watch', ['/admin/approvals', '/admin/jobs', '/admin/operation']],
    ]);
  });

  it('are offered to nobody who may open none', () => {
    expect(adminEntriesOf(null)).toEqual([]);
    expect(adminEntriesOf(aUser({ permissions: [] }))).toEqual([]);
  });
});
