// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { renderForTest } from './render-for-test.tsx';
import { useAction } from './use-action.ts';

it('is busy until it is done, and keeps what went wrong until it is tried again or something else is wanted', async () => {
  const seen: ReturnType<typeof useAction>[] = [];
  const now = () => {
    const last = seen.at(-1);
    if (!last) throw new Error('nothing was rendered');
    return last;
  };
  function Form() {
    seen.push(useAction());
    return null;
  }
  renderForTest(<Form />);
  const refused = new Error('refused');
  const told: unknown[] = [];
  let end = () => {};
  let running = Promise.resolve();
  await act(async () => {
    running = now().act(
      () =>
        new Promise((_done, fail) => {
          end = () => fail(refused);
        }),
      (failure) => told.push(failure),
    );
    await Promise.resolve();
  });
  expect([now().isBusy, now().failure]).toEqual([true, null]);
  await act(async () => {
    end();
    await running;
  });
  expect([now().isBusy, now().failure, told]).toEqual([false, refused, [refused]]);
  await act(async () => {
    now().forget();
    await Promise.resolve();
  });
  expect(now().failure).toBeNull();
  await act(() => now().act(() => Promise.reject(refused)));
  await act(() => now().act(() => Promise.resolve()));
  expect([now().isBusy, now().failure]).toEqual([false, null]);
});
