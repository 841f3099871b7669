// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { OnceAllowed } from './once-allowed.tsx';
import { renderForTest } from './render-for-test.tsx';

it('opens for those who may, and keeps what was typed when the right goes', () => {
  let allow: (isAllowed: boolean) => void = () => {};
  function Page() {
    const [isAllowed, setAllowed] = useState(false);
    allow = setAllowed;
    return (
      <OnceAllowed isAllowed={isAllowed}>
        <input />
      </OnceAllowed>
    );
  }
  const { target } = renderForTest(<Page />);
  expect(target.querySelector('input')).toBeNull();
  act(() => allow(true));
  const input = target.querySelector('input');
  if (input) input.value = 'getippt';
  act(() => allow(false));
  expect(target.querySelector('input')).toBe(input);
  expect(target.querySelector('input')?.value).toBe('getippt');
});
