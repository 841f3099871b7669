// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { ApiTokenForm } from './api-token-form.tsx';

speaksGerman();

it('says all that is missing at once and leads to the first of it', () => {
  const onSubmit = vi.fn<() => void>();
  const page = renderForTest(
    <ApiTokenForm categories={[]} isBusy={false} error={null} onSubmit={onSubmit} onCancel={() => {}} />,
  );
  const send = () =>
    act(() => {
      page
        .find('form', HTMLFormElement)
        .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
  send();
  const name = page.find('input', HTMLInputElement);
  expect(document.activeElement).toBe(name);
  expect(page.target.querySelectorAll('[aria-invalid="true"]')).toHaveLength(2);
  expect(page.target.querySelector('[data-fault]')?.textContent).not.toBe('');
  expect(onSubmit).not.toHaveBeenCalled();
});
