// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { RemoveButton } from './remove-button.tsx';
import { renderForTest } from './render-for-test.tsx';

/** Two lists and a field behind them, as in the form of a contract. */
function Rows() {
  const [rows, setRows] = useState(['A', 'B', 'C']);
  return (
    <form>
      {rows.length === 0 ? null : (
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <input aria-label={row} />
              <RemoveButton
                label={`${row} entfernen`}
                onClick={() => setRows((before) => before.filter((one) => one !== row))}
              />
            </li>
          ))}
        </ul>
      )}
      <input aria-label="Fonds hinzufügen" />
      <ul>
        <li>
          <RemoveButton label="Anderes entfernen" onClick={() => undefined} />
        </li>
      </ul>
    </form>
  );
}

const named = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
const focused = () => document.activeElement?.getAttribute('aria-label');
function remove(name: string) {
  act(() => {
    named(name)?.focus();
    named(name)?.click();
  });
}

it('leaves the focus at the next row, then at the one before, then at what follows the list', () => {
  renderForTest(<Rows />);
  remove('B entfernen');
  expect(named('B entfernen')).toBeNull();
  expect(focused()).toBe('C entfernen');
  remove('C entfernen');
  expect(focused()).toBe('A entfernen');
  remove('A entfernen');
  expect(focused()).toBe('Fonds hinzufügen');
});

it('leaves the focus where it is when the row stays', () => {
  renderForTest(<Rows />);
  remove('Anderes entfernen');
  expect(focused()).toBe('Anderes entfernen');
});
