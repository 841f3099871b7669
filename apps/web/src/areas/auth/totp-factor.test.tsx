// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { SmsFactor } from './sms-factor.tsx';
import { TotpFactor } from './totp-factor.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

const loss = { isLast: false, isMandatory: false };

/** Labels of the fields once the button of a factor was pressed. */
function fieldsAfter(button: string, hasFactor: boolean): string[] {
  const { target } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <TotpFactor
        {...loss}
        isActive={false}
        hasFactor={hasFactor}
        onRecoveryCodes={() => {}}
        onChange={() => {}}
      />
      <SmsFactor
        {...loss}
        isActive={false}
        hasFactor={hasFactor}
        maskedPhoneNumber="+49 *** 12"
        onChange={() => {}}
      />
    </QueryClientProvider>,
  );
  const pressed = [...target.querySelectorAll('button')].find((it) => it.textContent === button);
  act(() => pressed?.click());
  return [...target.querySelectorAll('label')].map((label) => label.textContent ?? '');
}

it.each([german.settings.secondFactor.totpStart, german.settings.secondFactor.smsOn])(
  'who has no factor yet is not asked for a code of one (%s)',
  (button) => {
    expect(fieldsAfter(button, false).join()).toMatch(/^Passwort/);
    expect(fieldsAfter(button, false).join()).not.toContain(german.settings.secondFactor.token);
    expect(fieldsAfter(button, true).join()).toContain(german.settings.secondFactor.token);
  },
);

it('the keyboard goes with a press into the form, and back to the button when the form is left', () => {
  const { target } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <TotpFactor {...loss} isActive hasFactor onRecoveryCodes={() => {}} onChange={() => {}} />
    </QueryClientProvider>,
  );
  const press = (name: string) => {
    const button = [...target.querySelectorAll('button')].find((it) => it.textContent === name);
    act(() => button?.focus());
    act(() => button?.click());
  };
  press(german.settings.secondFactor.totpRemove);
  expect(document.activeElement).toBe(target.querySelector('input'));
  press(german.common.cancel);
  expect(document.activeElement?.textContent).toBe(german.settings.secondFactor.totpRemove);
});
