// @vitest-environment happy-dom
import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { expect, it } from 'vitest';
import { taskCalendar } from './task-words.ts';

const task: WorkbenchTask = {
  id: '00000000-0000-4000-8000-000000000001',
  taskType: 'profileEnding',
  severity: 1,
  customer: null,
  contract: null,
  dueDate: '2027-03-28',
  assignedUser: null,
  status: 'open',
  snoozedUntil: null,
  details: {},
  path: '/contracts',
  createdAt: '2026-11-28T10:00:00.000Z',
};
const uidOf = async (of: WorkbenchTask) =>
  /^UID:(.*)\r$/m.exec((await taskCalendar(of)?.blob.text()) ?? '')?.[1];

it('gives a follow-up the entry its note has in a calendar, and other tasks one of their own', async () => {
  expect(await uidOf(task)).toBe(task.id);
  const noteId = '00000000-0000-4000-8000-000000000002';
  expect(await uidOf({ ...task, taskType: 'followUp', details: { noteId } })).toBe(noteId);
  // A server of the release before does not say it.
  expect(await uidOf({ ...task, taskType: 'followUp' })).toBe(task.id);
});
