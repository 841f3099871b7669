// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { renderForTest } from './render-for-test.tsx';

/** Clicks as a browser counts them: `detail` is 2 for the second click of a double click, 0 for the keyboard. */
const clickTimes = (target: Element, ...details: readonly number[]) =>
  act(() => {
    for (const detail of details)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  });

describe('a button that starts an action', () => {
  it('starts it once for a double click, before anybody could show that it runs', () => {
    const save = vi.fn<() => void>();
    const page = renderForTest(<Button isBusy={false} onClick={save} />);
    const button = page.find('button', HTMLButtonElement);
    clickTimes(button, 1, 2);
    expect(save).toHaveBeenCalledTimes(1);
    clickTimes(button, 1, 0);
    expect(save).toHaveBeenCalledTimes(3);
  });

  it('submits its form once', () => {
    const submit = vi.fn<() => void>();
    const page = renderForTest(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Button type="submit" />
      </form>,
    );
    clickTimes(page.find('button', HTMLButtonElement), 1, 2);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('takes every click where each counts, such as one page further', () => {
    const next = vi.fn<() => void>();
    const page = renderForTest(<Button onClick={next} />);
    clickTimes(page.find('button', HTMLButtonElement), 1, 2, 3);
    expect(next).toHaveBeenCalledTimes(3);
  });
});
