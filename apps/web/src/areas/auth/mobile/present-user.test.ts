import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { presentUserId } from './present-user.ts';

const load = () => Promise.resolve({ id: 'loaded' });
const failing = (status: number) => () =>
  Promise.reject(
    new ApiError({ kind: status === 0 ? 'network' : 'http', status, code: 'common.unavailable' }),
  );

it('is whoever signed in here, else whom the session belongs to, else nobody', async () => {
  expect(await presentUserId({ known: { id: 'known' }, hasSession: true, load: failing(0) })).toBe('known');
  expect(await presentUserId({ known: null, hasSession: true, load })).toBe('loaded');
  expect(await presentUserId({ known: null, hasSession: false, load })).toBeNull();
  expect(await presentUserId({ known: null, hasSession: true, load: failing(401) })).toBeNull();
});

it.each([0, 429, 503])(
  'is not said while the server does not say so (%d), so that nobody is replaced',
  async (status) => {
    await expect(presentUserId({ known: null, hasSession: true, load: failing(status) })).rejects.toThrow(
      'common.unavailable',
    );
  },
);
