// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { resetSession, useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { SmsFactor } from './sms-factor.tsx';
import { TotpFactor } from './totp-factor.tsx';

speaksGerman();

beforeEach(() => useSession.setState({ accessToken: 'token' }));
afterEach(() => {
  vi.unstubAllGlobals();
  resetSession();
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

const press = (target: HTMLElement, name: string) => {
  const button = [...target.querySelectorAll('button')].find((it) => it.textContent === name);
  act(() => button?.focus());
  act(() => button?.click());
};
/** Lets what is under way go on until it is so. */
const until = async (isSo: () => boolean) => {
  const looked = async () => {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    return isSo();
  };
  await expect.poll(looked).toBe(true);
};

it('the keyboard goes with the number of a phone to its code, and back', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ expiresAt: '2026-01-01T00:00:00Z', resendAfter: 60 }, { status: 202 })),
  );
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <SmsFactor {...loss} isActive={false} hasFactor={false} maskedPhoneNumber={null} onChange={() => {}} />
    </QueryClientProvider>,
  );
  const { target } = page;
  const { addNumber } = german.settings.secondFactor;
  press(target, addNumber);
  expect(document.activeElement).toBe(target.querySelector('input[type="tel"]'));
  press(target, german.common.cancel);
  expect(document.activeElement?.textContent).toBe(addNumber);
  press(target, addNumber);
  page.type('input[type="tel"]', '+49 170 1234567');
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await until(() => target.querySelectorAll('input').length === 2);
  expect(document.activeElement).toBe([...target.querySelectorAll('input')].at(-1));
  press(target, german.common.cancel);
  expect(document.activeElement?.textContent).toBe(addNumber);
});

it('the keyboard goes from the password to the code of the app, and back to the button', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ secret: 'ABCDEFGH', otpauthUri: 'otpauth://totp/x?secret=ABCDEFGH' })),
  );
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <TotpFactor
        {...loss}
        isActive={false}
        hasFactor={false}
        onRecoveryCodes={() => {}}
        onChange={() => {}}
      />
    </QueryClientProvider>,
  );
  const { target } = page;
  const { totpStart } = german.settings.secondFactor;
  press(target, totpStart);
  page.type('input', 'geheim');
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await until(() => target.textContent.includes('ABCDEFGH'));
  expect(document.activeElement).toBe(target.querySelector('input'));
  press(target, german.common.cancel);
  expect(document.activeElement?.textContent).toBe(totpStart);
});

it('the keyboard goes with a press into the form, and back to the button when the form is left', () => {
  const { target } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <TotpFactor {...loss} isActive hasFactor onRecoveryCodes={() => {}} onChange={() => {}} />
    </QueryClientProvider>,
  );
  press(target, german.settings.secondFactor.totpRemove);
  expect(document.activeElement).toBe(target.querySelector('input'));
  press(target, german.common.cancel);
  expect(document.activeElement?.textContent).toBe(german.settings.secondFactor.totpRemove);
});
