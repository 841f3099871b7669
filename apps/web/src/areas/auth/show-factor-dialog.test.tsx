// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { resetSession, useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { ShowFactorDialog } from './show-factor-dialog.tsx';

speaksGerman();
beforeEach(() => useSession.setState({ accessToken: 'token' }));
afterEach(() => {
  vi.unstubAllGlobals();
  resetSession();
});

const problem = {
  type: 'about:blank',
  title: 'x',
  status: 400,
  code: 'secondFactor.invalidToken',
  statusCode: 400,
  titleKey: 'errors.secondFactor.invalidToken.title',
  messageKey: 'errors.secondFactor.invalidToken.message',
  message: 'x',
  traceId: 'a',
  requestId: 'a',
};
const rightCode = '123456';

/** Lets what is under way go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  const looked = async () => {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    return isSo();
  };
  await expect.poll(looked).toBe(true);
}
const isThere = (selector: string) => until(() => document.querySelector(selector) !== null);

/** The dialog of somebody with an authenticator app unless said otherwise, on a server that knows one right code. */
function aDialog(
  factors: { isTotpActive?: boolean; passkeyCount?: number; recoveryCodesLeft?: number } = {},
) {
  const answers: boolean[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/auth/second-factor')) {
      return Response.json({
        isTotpActive: true,
        isSmsActive: false,
        passkeyCount: 0,
        maskedPhoneNumber: null,
        recoveryCodesLeft: 10,
        isSmsOffered: true,
        isMandatory: true,
        ...factors,
      });
    }
    return typeof init.body === 'string' && init.body.includes(rightCode)
      ? Response.json({ isValid: true, secondFactorToken: 'proof', expiresAt: '2026-01-01T00:00:00Z' })
      : Response.json(problem, { status: 400, headers: { 'content-type': 'application/problem+json' } });
  });
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <ShowFactorDialog onAnswer={(isShown) => answers.push(isShown)} />
    </QueryClientProvider>,
  );
  return { ...page, answers };
}

it('takes a right code, and says what is wrong with another one', async () => {
  const { answers, click, type } = aDialog();
  await isThere('input');
  click('button[type=submit]');
  expect(document.body.textContent).toContain(german.auth.secondFactor.codeMissing);
  type('input', '000000');
  click('button[type=submit]');
  await isThere('[role=alert]');
  expect(answers).toEqual([]);
  type('input', rightCode);
  click('button[type=submit]');
  await until(() => answers.length > 0);
  expect(answers).toEqual([true]);
});

it('can be left without a code', async () => {
  const { answers, click } = aDialog();
  await isThere('input');
  click('form button[type=button]');
  expect(answers).toEqual([false]);
});

it.each([
  [{ recoveryCodesLeft: 7 }, german.auth.showFactor.noPasskey_other.replace('{count}', '7')],
  [{ recoveryCodesLeft: 1 }, german.auth.showFactor.noPasskey_one],
  [{ recoveryCodesLeft: 0 }, german.auth.showFactor.noPasskeyNoCode],
])('says what to do without the passkey that is the only factor, with %o', async (left, text) => {
  const { answers, click } = aDialog({ isTotpActive: false, passkeyCount: 1, ...left });
  await isThere('.hint');
  expect(document.body.textContent).toContain(text);
  click('form button[type=button]:last-child');
  expect(answers).toEqual([false]);
});

it('says nothing of recovery codes to who can type in a code', async () => {
  aDialog({ passkeyCount: 1 });
  await isThere('input');
  expect(document.body.textContent).not.toContain('Keinen Passkey zur Hand');
});
