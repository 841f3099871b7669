// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
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
