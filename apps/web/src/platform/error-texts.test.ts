// @vitest-environment happy-dom
import { errorStatus, type Problem } from '@depotwerk/api/errors';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeLanguage } from '../texts/change-language.ts';
import { leavesLanguage, textServer } from '../texts/english-for-test.ts';
import { startTexts, textOfFirst, wordsOfRules } from '../texts/texts.ts';
import { ApiError } from './api-error.ts';
import { apiErrorForTest } from './api-error-for-test.ts';
import { dismissApiError, errorMessageOf, errorTextsOf, showApiError } from './error-texts.ts';
import { initialUiState, resetUiState, useUiState } from './ui-state.ts';

const anError = (status: number, code: string, more: Partial<Problem> = {}) =>
  apiErrorForTest(status, code, { message: 'Servertext', ...more });

leavesLanguage();
beforeAll(async () => {
  await startTexts('de-DE', textServer);
});
beforeEach(resetUiState);

describe('texts of an error', () => {
  it('are those of the keys in the response', () => {
    const texts = errorTextsOf(
      anError(409, 'x', {
        titleKey: 'errors.contracts.hasOpenOrders.title',
        messageKey: 'errors.contracts.hasOpenOrders.message',
      }),
    );
    expect(texts).toMatchObject({ title: 'Löschen nicht möglich', statusCode: 409 });
    expect(texts.message).toContain('offene Aufträge');
  });

  it('fall back to the texts of the code, then to the expected texts for 400', () => {
    expect(errorTextsOf(anError(400, 'contracts.mailIsTaken')).message).toBe(
      'Diese E-Mail-Adresse wird bereits verwendet.',
    );
    const unknown = errorTextsOf(anError(400, 'no.such', { titleKey: 'no.title', messageKey: 'no.message' }));
    expect(unknown).toMatchObject({
      title: 'Aktion nicht möglich',
      message: 'Die Aktion konnte nicht ausgeführt werden: Servertext',
    });
  });

  it.each([401, 404, 409, 500, 503])('fall back to the unexpected texts for %d', (status) => {
    expect(errorTextsOf(anError(status, 'no.such', { titleKey: 'no.title' }))).toMatchObject({
      title: 'Unerwarteter Fehler',
      message: 'Die letzte Aktion konnte nicht ausgeführt werden. Bitte versuchen Sie es später erneut.',
    });
  });

  it('fall back key by key: a known title keeps an unknown message company', () => {
    const texts = errorTextsOf(
      anError(400, 'no.such', { titleKey: 'errors.auth.locked.title', messageKey: 'no' }),
    );
    expect(texts.title).toBe('Zugang gesperrt');
    expect(texts.message).toContain('Die Aktion konnte nicht ausgeführt werden');
  });

  it('are the unexpected ones for anything that is no ApiError', () => {
    expect(errorTextsOf(new TypeError('x')).title).toBe('Unerwarteter Fehler');
    expect(errorTextsOf('x').statusCode).toBeNull();
  });

  it('escape what the server puts into them', () => {
    const texts = errorTextsOf(
      anError(400, 'no.such', { message: '<img src=x onerror=alert(1)> & "Müller"' }),
    );
    expect(texts.message).not.toContain('<img');
    expect(errorMessageOf(anError(400, 'no.such', { message: 'A & B "x"' }))).toContain('A & B "x"');
  });

  it('say how long to wait where it is more than a moment', () => {
    const waiting = (retryAfterSeconds: number) =>
      errorTextsOf(
        new ApiError({ kind: 'http', status: 429, code: 'auth.tooManyAttempts', retryAfterSeconds }),
      ).message;
    expect(waiting(30)).toBe('Bitte warten Sie einen Moment und versuchen Sie es dann erneut.');
    expect(waiting(526)).toBe('Bitte warten Sie noch etwa 9 Minuten und versuchen Sie es dann erneut.');
  });

  it('say what is wrong with a new password, and the rule where nothing more is known', () => {
    const refused = (code: string) =>
      errorTextsOf(
        new ApiError({
          kind: 'http',
          status: 400,
          code: 'auth.passwordTooWeak',
          problem: {
            type: 'about:blank',
            title: 'x',
            status: 400,
            code: 'auth.passwordTooWeak',
            statusCode: 400,
            titleKey: 'errors.auth.passwordTooWeak.title',
            messageKey: 'errors.auth.passwordTooWeak.message',
            message: 'x',
            traceId: 'x',
            requestId: 'x',
            validation: [{ path: 'body.newPassword', code }],
          },
        }),
      ).message;
    expect(refused('unchanged')).toContain('ist das bisherige');
    const texts = ['tooShort', 'tooLong', 'common', 'pattern', 'context', 'unchanged'].map(refused);
    expect(new Set(texts).size).toBe(6);
    expect(texts[0]).toContain('mindestens 12 Zeichen');
  });

  it('say of a text that cannot be a code that the code is wrong', () => {
    const refused = (...paths: string[]) =>
      errorMessageOf(
        anError(400, 'common.validation', {
          validation: paths.map((path) => ({ path, code: 'invalid_format' })),
        }),
      );
    expect(refused('body.token')).toBe('Der Bestätigungscode ist nicht richtig.');
    expect(refused('body.password', 'body.token')).not.toContain('Bestätigungscode');
  });

  it('name the bank in the text of an expired password', () => {
    const error = anError(400, 'traderAuth.mustUpdatePassword', {
      params: { bankName: 'Beispielbank' },
      message: 'E42',
    });
    expect(errorTextsOf(error).message).toBe(
      'Ihr Passwort bei Beispielbank ist abgelaufen. Bitte vergeben Sie ein neues Passwort. (E42)',
    );
  });

  it('say that a chosen file is not the one it was', () => {
    expect(errorMessageOf(new DOMException('x', 'NotReadableError'))).toContain('noch einmal');
    expect(errorMessageOf(new DOMException('x', 'AbortError'))).not.toContain('Datei');
  });

  it('exist for every code of the catalogue', () => {
    const missing = Object.keys(errorStatus).filter(
      (code) => !textOfFirst([`errors.${code}.title`]) || !textOfFirst([`errors.${code}.message`]),
    );
    expect(missing).toEqual([]);
  });
});

describe('error dialog state', () => {
  it('opens with title, message, exception and status code, and closing clears all of it', () => {
    showApiError(anError(500, 'common.unexpected', { exception: { error: 'E', message: 'M' } }));
    expect(useUiState.getState()).toMatchObject({
      displayApiErrorModal: true,
      errorModalTitle: 'Unerwarteter Fehler',
      errorModalException: { error: 'E', message: 'M' },
      errorModalStatusCode: 500,
    });
    dismissApiError();
    expect(useUiState.getState()).toEqual(initialUiState);
  });
});

it('says a reason of the server in the language of the page', async () => {
  await startTexts('de-DE', textServer);
  await wordsOfRules();
  expect(await changeLanguage('en', textServer)).toBe(true);
  const message =
    'Danach sähe niemand mehr die Kunden von „Süd & West“ (Anzahl: 2). Bitte geben Sie vorher jemand anderem, der sich schon angemeldet hat, Rechte dort oder in einer übergeordneten Gruppe, oder ordnen Sie die Kunden einer anderen zu.';
  const said = errorMessageOf(
    anError(409, 'groups.customersUnseen', { messageKey: 'errors.withReason', message }),
  );
  expect(said).toMatch(/^Nobody would see the customers of „Süd & West“ any more \(number: 2\)\. Please/);
});
