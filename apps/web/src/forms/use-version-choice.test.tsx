// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { apiErrorForTest } from '../platform/api-error-for-test.ts';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { useVersionChoice } from './use-version-choice.tsx';

speaksGerman();

interface Draft {
  readonly text: string;
  readonly day: string;
}
const current = { text: 'Vom Telefon', day: '2026-12-01', rowVersion: 2 };
const refusal = (code: string, stored: unknown = current) => apiErrorForTest(412, code, { current: stored });

const base: Draft = { text: 'Anfang', day: '2026-12-01' };
const mine: Draft = { text: 'Vom Rechner', day: '2026-12-24' };
const resolved: unknown[] = [];
const asked: boolean[] = [];

/** A form whose saving fails, with what was typed into it. */
function Form({ failure, typed }: { failure: unknown; typed: Draft }) {
  const versions = useVersionChoice<typeof current, Draft>({
    parse: (value) => (value === current ? current : undefined),
    draftOf: ({ text, day }) => ({ text, day }),
    fields: [
      { path: 'text', label: 'Text', text: ({ text }) => text },
      { path: 'day', label: 'Tag', text: ({ day }) => day },
    ],
    onResolved: (stored, draft) => resolved.push([stored.rowVersion, draft]),
  });
  return (
    versions.choice ?? (
      <button type="button" onClick={() => asked.push(versions.ask(failure, base, typed))}>
        Speichern
      </button>
    )
  );
}

it('shows what the other one saved beside what was typed, and goes on with what is chosen', () => {
  const page = renderForTest(<Form failure={refusal('common.notFound')} typed={mine} />);
  page.click('button');
  page.rerender(<Form failure={refusal('common.versionConflict', null)} typed={mine} />);
  page.click('button');
  expect(asked).toEqual([false, false]);
  expect(document.body.textContent).toBe('Speichern');
  page.rerender(<Form failure={refusal('common.versionConflict')} typed={mine} />);
  page.click('button');
  expect(asked).toEqual([false, false, true]);
  const shown = document.body.textContent;
  for (const text of ['Zwischenzeitlich geändert', 'Vom Telefon', 'Vom Rechner', '2026-12-24', '2026-12-01'])
    expect(shown).toContain(text);
  expect(shown).not.toContain('Speichern');
  page.click('input[name="version-text"]');
  page.change(() => [...document.querySelectorAll('button')].at(-1)?.click());
  expect(resolved).toEqual([[2, mine]]);
  expect(document.body.textContent).toContain('Speichern');
});

it('asks nothing where both wrote the same, and says that it is saved', () => {
  resolved.length = 0;
  const { text, day } = current;
  const form = <Form failure={refusal('common.versionConflict')} typed={{ text, day }} />;
  const page = renderForTest(
    <>
      {form}
      <ToastRegion />
    </>,
  );
  page.click('button');
  expect(resolved).toEqual([[2, { text, day }]]);
  expect(document.body.textContent).toContain('Speichern');
  expect(document.body.textContent).toContain('Genau dieser Stand ist schon gespeichert.');
});
