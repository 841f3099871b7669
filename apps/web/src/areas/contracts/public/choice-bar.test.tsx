// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import type { ListChoice } from './contract-selection.ts';

speaksGerman();

afterEach(() => {
  vi.restoreAllMocks();
});

function bar(isNarrow: boolean, list: Partial<ListChoice>) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isNarrow,
      media,
      onchange: null,
      addListener: vi.fn(),
      removeListener: vi.fn(),
    }),
  );
  const { target } = renderForTest(
    <ChoiceBar
      list={{
        choice: { kind: 'ids', ids: new Set(['1']) },
        total: 43,
        isTotalExact: true,
        onChoose: () => undefined,
        onEnd: () => undefined,
        loadFile: null,
        ...list,
      }}
      countText={(_count, number) => `${number} ausgewählt`}
      tooManyText="zu viele"
      changes={[{ key: 'group', label: 'Gruppe zuweisen', onSelect: () => undefined }]}
      actions={[{ key: 'plan', label: 'Vorschläge erstellen', icon: null, onSelect: () => undefined }]}
      main={{ key: 'check', label: 'Verträge prüfen', icon: null, onSelect: () => undefined }}
    >
      <p>Dialog</p>
    </ChoiceBar>,
  );
  return {
    text: target.textContent,
    buttons: [...target.querySelectorAll('button')].map((b) => b.getAttribute('aria-label') ?? b.textContent),
  };
}

it('is one row on a phone: what is done most often, and a menu', () => {
  expect(bar(true, {}).buttons).toEqual(['Verträge prüfen', 'Weitere Aktionen']);
  expect(bar(false, {}).buttons).toEqual([
    'Auswahl aufheben',
    'Alle 43 Treffer auswählen',
    'Ändern',
    'Verträge prüfen',
    'Weitere Aktionen',
    'Auswahl beenden',
  ]);
});

it('says no number of all hits where only a lower bound is known, nor while they are counted', () => {
  expect(bar(false, { isTotalExact: false }).buttons).toContain('Alle Treffer auswählen');
  const choice = { kind: 'whole' as const };
  expect(bar(false, { choice }).text).toContain('Alle 43 Treffer ausgewählt');
  expect(bar(false, { choice, isTotalExact: false }).text).toContain('Alle Treffer ausgewählt');
  expect(bar(false, { choice, total: undefined }).text).toContain('Alle Treffer ausgewählt');
});

it('hands the focus on when choosing all or none takes away the button pressed', () => {
  function List() {
    const [choice, onChoose] = useState<ListChoice['choice']>({ kind: 'ids', ids: new Set() });
    return (
      <ChoiceBar
        list={{ choice, total: 43, isTotalExact: true, onChoose, onEnd: () => undefined, loadFile: null }}
        countText={(_count, number) => `${number} ausgewählt`}
        tooManyText="zu viele"
        changes={[]}
      >
        {null}
      </ChoiceBar>
    );
  }
  const { target } = renderForTest(<List />);
  const pressed = (name: string) => {
    const button = [...target.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    button?.focus();
    act(() => button?.click());
    return document.activeElement?.textContent;
  };
  expect(pressed('Alle 43 Treffer auswählen')).toBe('Auswahl aufheben');
  expect(pressed('Auswahl aufheben')).toBe('Alle 43 Treffer auswählen');
});
