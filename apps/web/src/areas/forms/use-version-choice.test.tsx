// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { ApiError } from '../../platform/api-error.ts';
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { useVersionChoice } from './use-version-choice.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

interface Draft {
  readonly text: string;
  readonly day: string;
}
const current = { text: 'Vom Telefon', day: '2026-12-01', rowVersion: 2 };
const refusal = (code: string, stored: unknown = current) =>
  new ApiError({
    kind: 'http',
    status: 412,
    code,
    problem: {
      type: 'about:blank',
      title: '',
      status: 412,
      statusCode: 412,
      code,
      titleKey: '',
      messageKey: '',
      message: '',
      params: {},
      traceId: '',
      requestId: '',
      current: stored,
    },
  });

const base: Draft = { text: 'Anfang', day: '2026-12-01' };
const mine: Draft = { text: 'Vom Rechner', day: '2026-12-24' };
const resolved: unknown[] = [];
let ask: (failure: unknown, base: Draft, mine: Draft) => boolean = () => false;

function Form() {
  const versions = useVersionChoice<typeof current, Draft>({
    parse: (value) => (value === current ? current : undefined),
    draftOf: ({ text, day }) => ({ text, day }),
    fields: [
      { path: 'text', label: 'Text', text: ({ text }) => text },
      { path: 'day', label: 'Tag', text: ({ day }) => day },
    ],
    onResolved: (stored, draft) => resolved.push([stored.rowVersion, draft]),
  });
  ask = versions.ask;
  return versions.choice ?? <p>Formular</p>;
}

it('shows what the other one saved beside what was typed, and goes on with what is chosen', () => {
  const page = renderForTest(<Form />);
  page.change(() => expect(ask(refusal('common.notFound'), base, mine)).toBe(false));
  page.change(() => expect(ask(refusal('common.versionConflict', null), base, mine)).toBe(false));
  expect(document.body.textContent).toContain('Formular');
  page.change(() => expect(ask(refusal('common.versionConflict'), base, mine)).toBe(true));
  const shown = document.body.textContent;
  for (const text of ['Zwischenzeitlich geändert', 'Vom Telefon', 'Vom Rechner', '2026-12-24', '2026-12-01'])
    expect(shown).toContain(text);
  expect(shown).not.toContain('Formular');
  page.click('input[name="version-text"]');
  page.change(() => [...document.querySelectorAll('button')].at(-1)?.click());
  expect(resolved).toEqual([[2, mine]]);
  expect(document.body.textContent).toContain('Formular');
});

it('asks nothing where both wrote the same', () => {
  resolved.length = 0;
  const page = renderForTest(<Form />);
  page.change(() => expect(ask(refusal('common.versionConflict'), base, current)).toBe(true));
  expect(resolved).toEqual([[2, { text: current.text, day: current.day }]]);
  expect(document.body.textContent).toContain('Formular');
});
