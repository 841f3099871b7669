import { expect, it } from 'vitest';
import { judgeOperation } from './judge-operation.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
const fine = {
  disk: { freeBytes: 11, totalBytes: 100 },
  lastBackup: { madeAt: '2026-11-22T02:00:00Z' },
  queues: { deadJobs: 0, oldestJobSeconds: 3, failedMails: 0, failedSms: 0 },
  documentStore: null,
};
const store = { problem: null, failing: 0, oldestWaitingAt: null };

it('finds nothing where all is well, and makes nothing of what nobody can tell', () => {
  expect(judgeOperation(fine, now)).toEqual([]);
  expect(
    judgeOperation({ ...fine, disk: null, queues: { ...fine.queues, oldestJobSeconds: null } }, now),
  ).toEqual([]);
});

it('asks for no backup of its own where the database archives, and says nothing of a failure that is over', () => {
  const archive = { archivedAt: '2026-11-23T07:59:00Z', failedAt: '2026-11-23T07:58:00Z' };
  expect(judgeOperation({ ...fine, lastBackup: null, archive }, now)).toEqual([]);
  expect(judgeOperation({ ...fine, lastBackup: null, archive: { ...archive, failedAt: null } }, now)).toEqual(
    [],
  );
});

it('says nothing of a certificate that lasts for two weeks, or that cannot be seen from here', () => {
  for (const validUntil of ['2026-12-07T08:00:00Z', null])
    expect(judgeOperation({ ...fine, certificate: { validUntil, isRefused: false } }, now)).toEqual([]);
});

it('does not count a moment in which mails and messages wait', () => {
  const queues = { ...fine.queues, oldestMailSeconds: 900, oldestWebhookSeconds: 900 };
  expect(judgeOperation({ ...fine, queues }, now)).toEqual([]);
});

it('has nothing against a store that answers, with contents on their way', () => {
  const oldestWaitingAt = '2026-11-22T08:01:00Z';
  expect(judgeOperation({ ...fine, documentStore: { ...store, oldestWaitingAt } }, now)).toEqual([]);
});

const opened = { mail: false, sms: false, provider: false };

it.each([
  [{ disk: { freeBytes: 9, totalBytes: 100 } }, 'diskLow'],
  [{ lastBackup: null }, 'backupMissing'],
  [{ lastBackup: { madeAt: '2026-11-21T19:59:00Z' } }, 'backupOld'],
  [{ lastBackup: null, archive: { archivedAt: null, failedAt: '2026-11-23T07:59:00Z' } }, 'archiveFailing'],
  [{ archive: { archivedAt: '2026-11-23T07:58:00Z', failedAt: '2026-11-23T07:59:00Z' } }, 'archiveFailing'],
  [{ certificate: { validUntil: null, isRefused: true } }, 'certificateRefused'],
  [{ certificate: { validUntil: '2026-12-07T07:59:00Z', isRefused: false } }, 'certificateEnding'],
  [{ queues: { ...fine.queues, oldestJobSeconds: 61 } }, 'jobsStuck'],
  [{ queues: { ...fine.queues, oldestMailSeconds: 901 } }, 'mailsWaiting'],
  [{ queues: { ...fine.queues, oldestWebhookSeconds: 901 } }, 'webhooksWaiting'],
  [{ queues: { ...fine.queues, deadJobs: 1 } }, 'jobsDead'],
  [{ queues: { ...fine.queues, failedMails: 2 } }, 'mailsFailed'],
  [{ queues: { ...fine.queues, failedSms: 2 } }, 'smsFailed'],
  [{ closedSecrets: { ...opened, mail: true } }, 'mailPasswordClosed'],
  [
    { closedSecrets: { ...opened, mail: true }, queues: { ...fine.queues, oldestMailSeconds: 901 } },
    'mailPasswordClosed',
  ],
  [{ closedSecrets: { ...opened, sms: true } }, 'smsSecretClosed'],
  [{ closedSecrets: { ...opened, provider: true } }, 'providerSecretClosed'],
  [{ documentStore: { ...store, problem: 'credentials' } }, 'storeAway'],
  [{ documentStore: { ...store, failing: 1 } }, 'contentsStuck'],
  [{ documentStore: { ...store, oldestWaitingAt: '2026-11-22T07:59:00Z' } }, 'contentsStuck'],
])('names %j', (change, concern) => {
  expect(judgeOperation({ ...fine, ...change }, now)).toEqual([concern]);
});
