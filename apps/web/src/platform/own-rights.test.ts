import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createRightsFollower, hearRefusals, tellRefusal } from './own-rights.ts';
import { aUser } from './user-for-test.ts';

const user = (permissions: readonly string[], more: Partial<AuthenticatedUser> = {}) =>
  aUser({
    permissions: [...permissions],
    groups: [{ groupId: 'g', groupRights: ['b', 'a'] }],
    ...more,
  });
const refusal = (code: string) => new ApiError({ kind: 'http', status: 403, code });

let current: AuthenticatedUser | null;
let now: number;
let next: AuthenticatedUser;
let asked: number;
let changed: AuthenticatedUser[];
let follower: ReturnType<typeof createRightsFollower>;

beforeEach(() => {
  current = user(['a.view', 'b.view']);
  next = current;
  now = 0;
  asked = 0;
  changed = [];
  follower = createRightsFollower({
    current: () => current,
    load: () => {
      asked += 1;
      current = next;
      return Promise.resolve(next);
    },
    onChanged: (found) => changed.push(found),
    clock: () => now,
  });
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the own rights on an open page', () => {
  it.each(['auth.forbidden', 'auth.newPasswordRequired', 'auth.viewingAs'])(
    'are read anew after a refusal with %s, once for a page that is refused several times',
    async (code) => {
      now = 10_000;
      next = user(['a.view']);
      for (let times = 0; times < 5; times += 1) follower.refused(refusal(code));
      await settled();
      expect(asked).toBe(1);
      expect(changed).toEqual([next]);
    },
  );

  it('are read after what a form was refused, for as long as somebody listens', async () => {
    const end = hearRefusals((error) => follower.refused(error));
    tellRefusal(refusal('auth.viewingAs'));
    await settled();
    end();
    now = 10_000;
    tellRefusal(refusal('auth.viewingAs'));
    await settled();
    expect(asked).toBe(1);
  });

  it('are not read for what else is refused', async () => {
    now = 10_000;
    follower.refused(refusal('auth.secondFactorRequired'));
    follower.refused(new Error('x'));
    await settled();
    expect(asked).toBe(0);
  });

  it('are read with another page once a minute has passed, and told only where they differ', async () => {
    now = 59_000;
    follower.opened();
    expect(asked).toBe(0);
    now = 61_000;
    next = user(['b.view', 'a.view'], { groups: [{ groupId: 'g', groupRights: ['a', 'b'] }] });
    follower.opened();
    await settled();
    expect([asked, changed]).toEqual([1, []]);
    now = 130_000;
    next = user(['a.view', 'b.view'], { mustChangePassword: true });
    follower.opened();
    await settled();
    expect(changed).toEqual([next]);
  });

  it("are nobody's after a sign-out", async () => {
    now = 70_000;
    current = null;
    follower.opened();
    await settled();
    expect(changed).toEqual([]);
  });
});
