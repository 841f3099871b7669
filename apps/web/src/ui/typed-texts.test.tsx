// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchLogout } from '../platform/logout.ts';
import { useSession } from '../platform/session.ts';
import { speaksGerman } from '../texts/german-for-test.ts';
import { TextArea, TextField } from './text-field.tsx';
import { clearToasts, ToastRegion } from './toast.tsx';

function Form({ labels, saved = '' }: { labels: readonly string[]; saved?: string }) {
  const [texts, setTexts] = useState<readonly string[]>(() => labels.map(() => saved));
  return (
    <main>
      {labels.map((label, place) => (
        <TextArea
          // Their places are their identity.
          key={place}
          label={label}
          value={texts[place] ?? ''}
          onChange={(text) => setTexts(texts.map((other, index) => (index === place ? text : other)))}
        />
      ))}
      <ToastRegion />
    </main>
  );
}

/** Opens a form as somebody. */
function open(userId: string | null, labels: readonly string[] = ['Notiz'], saved = '') {
  // Of the user only who she is matters.
  useSession.setState({ user: (userId && { id: userId }) as never });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  act(() => root.render(<Form labels={labels} saved={saved} />));
  const areas = () => [...place.querySelectorAll('textarea')];
  return {
    texts: () => areas().map(({ value }) => value),
    page: () => place.textContent,
    type: (text: string, index = 0) =>
      act(() => {
        const area = areas()[index];
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
        area?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    drop: () => act(() => place.querySelector<HTMLElement>('.ui-toast button')?.click()),
    close: () => {
      act(() => root.unmount());
      place.remove();
    },
  };
}

/** What somebody typed when the session ended. */
function typedAndLost(userId: string | null, texts: readonly string[], saved = ''): void {
  const form = open(
    userId,
    texts.map(() => 'Notiz'),
    saved,
  );
  for (const [index, text] of texts.entries()) form.type(text, index);
  act(() => {
    dispatchLogout('sessionLost');
    // Another call notices it as well.
    dispatchLogout('sessionLost');
  });
  form.close();
}

speaksGerman();
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
beforeEach(() => {
  act(() => dispatchLogout('requested'));
  act(clearToasts);
});

describe('text that is typed when the session ends', () => {
  it('is there again for the same person, once, and she is told', () => {
    typedAndLost('ida', ['Ruft am Montag zurück.']);
    const form = open('ida');
    expect(form.texts()).toEqual(['Ruft am Montag zurück.']);
    expect(form.page()).toContain('steht wieder im Feld „Notiz“');
    form.drop();
    expect(form.texts()).toEqual(['']);
    form.close();
    const again = open('ida');
    expect(again.texts()).toEqual(['']);
    again.close();
  });

  it('is nobody else’s, not even when the first comes back later', () => {
    typedAndLost('ida', ['Geheim']);
    for (const userId of ['otto', 'ida']) {
      const form = open(userId);
      expect([userId, form.texts()]).toEqual([userId, ['']]);
      form.close();
    }
  });

  it('survives a second end of the session', () => {
    typedAndLost('ida', ['Erster Satz.']);
    const form = open('ida');
    form.type('Erster Satz. Zweiter Satz.');
    act(() => dispatchLogout('sessionLost'));
    form.close();
    const again = open('ida');
    expect(again.texts()).toEqual(['Erster Satz. Zweiter Satz.']);
    again.close();
  });

  it('goes to its own field, also among fields of the same name', () => {
    typedAndLost('ida', ['', 'Zweiter']);
    const form = open('ida', ['Notiz', 'Notiz']);
    expect(form.texts()).toEqual(['', 'Zweiter']);
    form.close();
    typedAndLost('ida', ['Grund']);
    const other = open('ida', ['Begründung']);
    expect(other.texts()).toEqual(['']);
    other.close();
  });

  it('replaces nothing that was saved meanwhile, and goes on from a draft that has its beginning', () => {
    typedAndLost('ida', ['Meine Fassung'], 'Alt');
    const changed = open('ida', ['Notiz'], 'Von anderen');
    expect(changed.texts()).toEqual(['Von anderen']);
    changed.close();
    typedAndLost('ida', ['Alt und länger'], 'Ganz alt');
    const draft = open('ida', ['Notiz'], 'Alt und');
    expect(draft.texts()).toEqual(['Alt und länger']);
    draft.close();
  });

  it('is gone with whoever signs out, and visitors have none', () => {
    typedAndLost('ida', ['Weg']);
    act(() => dispatchLogout('requested'));
    const form = open('ida');
    expect(form.texts()).toEqual(['']);
    form.close();
    typedAndLost(null, ['Besuch']);
    const visitor = open(null);
    expect(visitor.texts()).toEqual(['']);
    visitor.close();
  });
});

it('says when a text has reached its limit, since the browser cuts off the rest in silence', () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const draw = (text: string) =>
    act(() => root.render(<TextArea label="Notiz" maxLength={2000} value={text} onChange={() => {}} />));
  draw('x'.repeat(1999));
  expect(place.textContent).not.toContain('höchstens');
  draw('x'.repeat(2000));
  expect(place.textContent).toContain('Hier passen höchstens 2.000 Zeichen hinein.');
  const drawLine = (maxLength: number, type: string) =>
    act(() =>
      root.render(
        <TextField
          label="Name"
          type={type}
          maxLength={maxLength}
          value={'x'.repeat(maxLength)}
          onChange={() => {}}
        />,
      ),
    );
  drawLine(200, 'text');
  expect(place.textContent).toContain('Hier passen höchstens 200 Zeichen hinein.');
  // A code that is as long as it has to be, and what nobody may count.
  drawLine(12, 'text');
  expect(place.textContent).not.toContain('höchstens');
  drawLine(200, 'password');
  expect(place.textContent).not.toContain('höchstens');
  act(() => root.unmount());
});
