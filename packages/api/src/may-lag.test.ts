import { expect, it } from 'vitest';
import { allCalls } from './all-calls.ts';

const lagging = allCalls.filter(({ mayLag }) => mayLag);

it('only what reads for somebody signed in may lag, and nothing of accounts, sessions and rights', () => {
  expect(lagging.length).toBeGreaterThan(10);
  for (const call of lagging) {
    expect(call.method, call.id).toBe('GET');
    expect(call.answerKind, call.id).toBe('json');
    expect(call.access, call.id).not.toBe('anonymous');
    expect(call.needsFreshFactor, call.id).toBe(false);
    expect(['auth', 'users', 'roles', 'groups', 'account', 'live', 'jobs', 'audit'], call.id).not.toContain(
      call.area,
    );
  }
});

it('what carries the version of a form is read from the primary', () => {
  expect(lagging.filter(({ path }) => path.endsWith('/:id')).map(({ id }) => id)).toEqual([]);
});
