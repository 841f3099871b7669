import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { expect, it } from 'vitest';
import { actionsFor, isOwnSubmission, versionActions } from './version-actions.ts';

const version = (change: Partial<TariffVersion>): TariffVersion => ({
  id: '00000000-0000-0000-0000-000000000001',
  versionNumber: 2,
  state: 'draft',
  validFrom: null,
  validTo: null,
  comment: '',
  lastEditedBy: 'Anna Berger',
  submittedBy: null,
  submittedAt: null,
  approvedBy: null,
  approvedAt: null,
  publishedAt: null,
  mayApprove: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const all = {
  hasPermission: () => true,
  hasOpenVersion: false,
  hasPublishedVersion: true,
  hasComponents: true,
};

it('offers what the state allows', () => {
  expect(actionsFor(version({ state: 'draft' }), all)).toEqual(['submit', 'discard']);
  expect(actionsFor(version({ state: 'rejected' }), all)).toEqual(['submit', 'discard']);
  expect(actionsFor(version({ state: 'submitted', mayApprove: true }), all)).toEqual([
    'approve',
    'reject',
    'withdraw',
  ]);
  expect(actionsFor(version({ state: 'approved' }), all)).toEqual(['publish', 'withdraw']);
  expect(actionsFor(version({ state: 'published' }), all)).toEqual(['renew']);
  expect(actionsFor(version({ state: 'superseded' }), all)).toEqual(['rollback']);
  expect(actionsFor(version({ state: 'archived' }), all)).toEqual(['rollback']);
});

it('chooses funds anew only where components choose them and nothing is being worked on', () => {
  const published = version({ state: 'published' });
  expect(actionsFor(published, { ...all, hasComponents: false })).toEqual([]);
  expect(actionsFor(published, { ...all, hasOpenVersion: true })).toEqual([]);
});

it('keeps a single draft and the first version of a tariff', () => {
  expect(actionsFor(version({ state: 'superseded' }), { ...all, hasOpenVersion: true })).toEqual([]);
  expect(actionsFor(version({ state: 'draft' }), { ...all, hasPublishedVersion: false })).toEqual(['submit']);
});

it('lets nobody approve what he edited last, and says why', () => {
  const own = version({ state: 'submitted', mayApprove: false });
  expect(actionsFor(own, all)).not.toContain('approve');
  expect(isOwnSubmission(own, all)).toBe(true);
  expect(isOwnSubmission({ ...own, mayApprove: true }, all)).toBe(false);
});

it('lets a submitter take back what is his, and refuse it only where he cannot', () => {
  const own = version({ state: 'submitted', mayApprove: false });
  expect(actionsFor(own, all)).toEqual(['withdraw']);
  const approvesOnly = { ...all, hasPermission: (permission: string) => permission === 'tariffs.approve' };
  expect(actionsFor(own, approvesOnly)).toEqual(['reject']);
});

it('offers nothing without permission', () => {
  const none = { ...all, hasPermission: () => false };
  for (const state of ['draft', 'submitted', 'approved', 'published', 'superseded'] as const) {
    expect(actionsFor(version({ state, mayApprove: true }), none)).toEqual([]);
  }
  expect(versionActions).toHaveLength(8);
});
