import { expect, it } from 'vitest';
import { allCalls } from './all-calls.ts';

const lagging = allCalls.filter(({ mayLag }) => mayLag);
/** Of accounts, sessions and rights, and what is asked for to see whether something is over. */
const neverOld = ['auth', 'users', 'roles', 'groups', 'account', 'live', 'jobs', 'audit'];

it('there are reads that may lag', () => {
  expect(lagging.length).toBeGreaterThan(10);
});

it.each(lagging.map((call) => [call.id, call] as const))(
  '%s may lag: it reads, for somebody signed in',
  (_id, call) => {
    expect(call).toMatchObject({ method: 'GET', answerKind: 'json', needsFreshFactor: false });
    expect(call.access).not.toBe('anonymous');
    expect(neverOld).not.toContain(call.area);
    // The version of a form is in such an answer.
    expect(call.path).not.toMatch(/\/:id$/);
  },
);
