// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { HelpText } from './term.tsx';

speaksGerman();

it('says what a word means when a finger touches, focuses and clicks it, and keeps the mark behind it', () => {
  const text = 'Was Sie öfter brauchen, speichern Sie als [[Ansicht]]. Danach öffnen Sie sie.';
  const page = renderForTest(<HelpText text={text} />);
  expect(page.find('.help-term', HTMLElement).lastChild?.textContent).toBe('.');
  expect(document.body.textContent?.endsWith('. Danach öffnen Sie sie.')).toBe(true);
  const word = page.find('button', HTMLButtonElement);
  const meaning = page.find('[role=tooltip]', HTMLElement);
  expect(meaning.hidden).toBe(true);
  act(() => word.focus());
  act(() => word.click());
  expect(meaning.hidden).toBe(false);
  act(() => word.blur());
  expect(meaning.hidden).toBe(true);
});
