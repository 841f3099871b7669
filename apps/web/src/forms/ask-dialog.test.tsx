// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { AskDialog } from './ask-dialog.tsx';

speaksGerman();

it('brings what went wrong into sight: below a long form nobody on a phone would see it', () => {
  const seen: (string | null)[] = [];
  const former = Element.prototype.scrollIntoView;
  // Newer browsers answer a promise, which the types do not know yet.
  Reflect.set(Element.prototype, 'scrollIntoView', function (this: Element): unknown {
    seen.push(this.textContent);
    return Promise.resolve();
  });
  onTestFinished(() => {
    Element.prototype.scrollIntoView = former;
  });
  const dialog = (failure: unknown) => (
    <AskDialog
      title="Frage"
      submit="Speichern"
      isBusy={false}
      failure={failure}
      onClose={() => undefined}
      onSubmit={() => undefined}
    >
      <p>Viele Felder</p>
    </AskDialog>
  );
  const shown = renderForTest(dialog(null));
  expect(seen).toEqual([]);
  shown.rerender(dialog(new Error('kaputt')));
  expect(seen).toEqual([expect.stringMatching(/\w/)]);
  shown.rerender(dialog(null));
  expect(seen).toHaveLength(1);
});

describe('the focus of a dialog that opens', () => {
  const nothing = () => undefined;
  const focused = async (content: ReactNode, kind: 'primary' | 'danger' = 'primary') => {
    renderForTest(
      <AskDialog title="Frage" submit="Tun" kind={kind} isBusy={false} onClose={nothing} onSubmit={nothing}>
        {content}
      </AskDialog>,
    );
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    const { activeElement: element } = document;
    const name =
      element?.tagName === 'BUTTON'
        ? (element.getAttribute('aria-label') ?? element.textContent)
        : element?.tagName;
    return name;
  };

  it('is on the text it begins with', async () => {
    const reason = <TextArea label="Grund" value="" onChange={nothing} />;
    const name = <TextField label="Name" value="" onChange={nothing} />;
    expect(
      await focused(
        <>
          <p>Warum?</p>
          {reason}
        </>,
      ),
    ).toBe('TEXTAREA');
    expect(await focused(name)).toBe('INPUT');
    expect(
      await focused(
        <>
          <button type="button">Anders</button>
          {name}
        </>,
      ),
    ).toBe('Schließen');
    expect(await focused(<p>Nur eine Frage</p>)).toBe('Schließen');
  });

  it('is on "Abbrechen" where something would be lost, whatever is to be typed', async () => {
    expect(await focused(<TextField label="Grund" value="" onChange={nothing} />, 'danger')).toBe(
      'Abbrechen',
    );
  });
});
