import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser } from '../../../test/sign-in-world.ts';
import { endSessions } from './end-sessions.ts';
import { openSession } from './open-session.ts';
import { rotateSession } from './rotate-session.ts';

/** One step in the life of a session; tokens are named by the order in which they were given out. */
type Step =
  | { kind: 'refresh'; token: number }
  | { kind: 'together'; token: number; callers: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'logout' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('refresh' as const), token: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('together' as const),
      token: fc.nat(1),
      callers: fc.integer({ min: 2, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 11, 3000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'logout' as const }) },
);

describe('token family', () => {
  const db = useTestDatabase();
  const keys = { currentVersion: 1, byVersion: new Map([[1, randomBytes(32)]]) };

  it('behaves as its model, whatever the order of refreshes, waits and logout', async () => {
    const user = await aUser(db);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        let now = Date.now();
        const start = now;
        const opened = await db.database.transaction(user, (transaction) =>
          openSession(
            transaction,
            keys,
            {
              tenantId: user.tenantId,
              userId: user.userId,
              clientType: 'web',
              deviceName: null,
              deviceId: null,
              userAgent: '',
              clientAddress: '127.0.0.1',
              hasShownSecondFactor: false,
            },
            now,
          ),
        );
        // The model: all tokens given out, when the last came, until when the session lives.
        const given = [opened.refreshToken];
        let rotatedAt = now;
        let idleEnd = now + 3_600_000;
        const absoluteEnd = start + 12 * 3_600_000;
        let isAlive = true;
        const rotate = (token: string) => rotateSession(db.database, keys, { token, transport: 'web' }, now);

        for (const each of steps) {
          if (each.kind === 'wait') {
            now += each.seconds * 1000;
            continue;
          }
          if (each.kind === 'logout') {
            await db.database.transaction(user, (transaction) =>
              endSessions(transaction, { ...user, sessionId: opened.sessionId }, 'logout', now),
            );
            isAlive = false;
            continue;
          }
          // 0 is the newest token, 1 its predecessor and so on.
          const index = Math.max(0, given.length - 1 - each.token);
          const token = given[index] ?? '';
          const age = given.length - 1 - index;
          const answers = await Promise.all(
            Array.from({ length: each.kind === 'together' ? each.callers : 1 }, () => rotate(token)),
          );
          const isOver: boolean = !isAlive || now >= Math.min(idleEnd, absoluteEnd);
          const isCurrent: boolean = !isOver && age === 0;
          const isRepeat: boolean = !isOver && age === 1 && now - rotatedAt <= 10_000;
          const isReuse: boolean = !isOver && !isCurrent && !isRepeat;
          const tokens = new Set(
            answers.flatMap((one) => (one.kind === 'rotated' ? [one.refreshToken] : [])),
          );
          const [successor] = tokens;
          expect({
            rotated: answers.filter((one) => one.kind === 'rotated').length,
            // Exactly one call finds a reuse; the others find a session that has ended.
            reused: answers.filter((one) => one.kind === 'reused').length,
            successors: tokens.size,
            isNew: successor !== undefined && !given.includes(successor),
            isNewest: successor !== undefined && successor === given.at(-1),
          }).toEqual({
            rotated: isCurrent || isRepeat ? answers.length : 0,
            reused: isReuse ? 1 : 0,
            successors: isCurrent || isRepeat ? 1 : 0,
            isNew: isCurrent,
            isNewest: isRepeat,
          });
          isAlive = isCurrent || isRepeat;
          if (isCurrent && successor !== undefined) {
            given.push(successor);
            rotatedAt = now;
            idleEnd = Math.min(now + 3_600_000, absoluteEnd);
          }
        }
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
