// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { NumberField } from './number-fields.tsx';
import { renderForTest } from './render-for-test.tsx';

/** Clicks as a browser counts them: `detail` is 2 for the second click of a double click, 0 for the keyboard. */
const clickTimes = (target: Element, ...details: readonly number[]) =>
  act(() => {
    for (const detail of details)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  });

function aForm(fields?: ReactNode) {
  const submit = vi.fn<() => void>();
  const page = renderForTest(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields}
      <Button type="submit" />
    </form>,
  );
  return { ...page, submit };
}

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
    const { submit, ...page } = aForm();
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

describe('a button that sends', () => {
  function aPage(sends: boolean) {
    const send = vi.fn<() => void>();
    const page = renderForTest(
      <main>
        <NumberField label="Wert" value={5} onChange={() => {}} />
        <Button kind={sends ? 'primary' : 'secondary'} onClick={send} />
      </main>,
    );
    return { ...page, send };
  }

  it('leads to the field that cannot be read, which says what is wrong, and sends nothing', () => {
    const { send, ...page } = aPage(true);
    act(() => page.find('input', HTMLInputElement).focus());
    page.type('input', '12x');
    clickTimes(page.find('button', HTMLButtonElement), 1);
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(page.find('input', HTMLInputElement));
    expect(document.querySelector('[role="alert"]')).not.toBeNull();
    page.type('input', '12');
    clickTimes(page.find('button', HTMLButtonElement), 1);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is not kept from anything by a field it has nothing to do with', () => {
    const { send, ...page } = aPage(false);
    page.type('input', '12x');
    clickTimes(page.find('button', HTMLButtonElement), 1);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('submits no form whose field cannot be read, by the key Enter either', () => {
    const { submit, ...page } = aForm(<NumberField label="Wert" value={5} onChange={() => {}} />);
    page.type('input', 'x');
    // What Enter does in a field: the browser clicks the button that submits.
    clickTimes(page.find('button', HTMLButtonElement), 0);
    expect(submit).not.toHaveBeenCalled();
  });
});
