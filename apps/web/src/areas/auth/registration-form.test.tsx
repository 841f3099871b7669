// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { refused } from '../../platform/api-client-for-test.ts';
import { ApiError } from '../../platform/api-error.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { askAgain } from './public/terms-agreement.tsx';
import { RegistrationForm } from './registration-form.tsx';

speaksGerman();

const sent = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({})));
beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
});

/** Fills the form in the order of its fields and presses Enter in it. */
function submitted(texts: readonly [string, string, string, string], analysisGuid: string | null = null) {
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <RegistrationForm isApproved={false} analysisGuid={analysisGuid} />
    </QueryClientProvider>,
  );
  const inputs = [...page.target.querySelectorAll('input[id]:not([type=checkbox])')].map(({ id }) => id);
  for (const [place, text] of texts.entries()) page.type(`[id="${inputs[place]}"]`, text);
  const submit = () => page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  submit();
  return { page, submit, first: `[id="${inputs[0]}"]` };
}

/** What the form says then. */
const answered = (...texts: readonly [string, string, string, string]): string =>
  submitted(texts).page.target.textContent;

describe('a registration', () => {
  it('says beside the field what is no mail address, and sends nothing', () => {
    expect(answered('Ida', 'Roth', 'ida', '')).toContain('Bitte geben Sie eine E-Mail-Adresse ein');
    expect(sent).not.toHaveBeenCalled();
  });

  it('is not sent without the day of birth that could not be read', () => {
    expect(answered('Ida', 'Roth', 'ida@post.example', '31.2.1970')).toContain('Diesen Tag gibt es nicht.');
    expect(sent).not.toHaveBeenCalled();
  });

  it('is sent with all that is wanted', async () => {
    answered('Ida', 'Roth', 'ida@post.example', '3.4.64');
    await expect.poll(() => sent.mock.calls.length).toBe(1);
    expect(JSON.stringify(sent.mock.calls)).toContain('1964-04-03');
    // The form is gone, and with it what had the focus.
    await expect.poll(() => document.activeElement?.textContent).toContain('Bitte sehen Sie in Ihr Postfach');
  });

  it('goes on without the analysis where a server of the release before knows none', async () => {
    const guid = '7f3f1c9e-2f1d-4c53-9a56-0d6ff0d1a9b4';
    const refusal = (code: string) =>
      refused('common.validationFailed', 400, { validation: [{ path: 'body', code }] });
    sent.mockResolvedValueOnce(refusal('unrecognized_keys'));
    submitted(['Ida', 'Roth', 'ida@post.example', '3.4.64'], guid);
    await expect.poll(() => sent.mock.calls.length).toBe(2);
    const [first, second] = sent.mock.calls.map((call) => JSON.stringify(call));
    expect([first?.includes(guid), second?.includes(guid)]).toEqual([true, false]);
    expect(second).toContain('1964-04-03');
    // Any other refusal is said.
    sent.mockResolvedValueOnce(refusal('invalid_format'));
    const { page } = submitted(['Ida', 'Roth', 'ida@post.example', '3.4.64'], guid);
    await expect.poll(() => page.target.querySelector('[role=alert]:not([id])')).not.toBeNull();
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it('no longer says what the server said of what stood there before', async () => {
    sent.mockResolvedValueOnce(new Response(null, { status: 503 }));
    // Faults of fields have ids.
    const answerOfServer = '[role=alert]:not([id])';
    const { page, submit, first } = submitted(['Ida', 'Roth', 'ida@post.example', '3.4.64']);
    await expect.poll(() => page.target.querySelector(answerOfServer)).not.toBeNull();
    page.type(first, '');
    submit();
    await expect.poll(() => page.target.querySelector(answerOfServer)).toBeNull();
    expect(page.target.textContent).toContain(german.validators.required);
    expect(sent).toHaveBeenCalledOnce();
  });

  it('unticks the box for terms that were followed by others meanwhile, and for no other failure', () => {
    const untick = vi.fn();
    const failed = (code: string) => new ApiError({ kind: 'http', status: 409, code });
    for (const failure of [failed('auth.registrationClosed'), new Error('auth.termsOutdated')])
      askAgain(failure, untick);
    expect(untick).not.toHaveBeenCalled();
    askAgain(failed('auth.termsOutdated'), untick);
    expect(untick).toHaveBeenCalledOnce();
  });
});
