import type { TextParams } from '../texts/texts.ts';
import { said, t, textOfFirst } from '../texts/texts.ts';
import { ApiError } from './api-error.ts';
import { useUiState } from './ui-state.ts';

/** Texts of the global error dialog; `message` is HTML with every inserted value escaped. */
export interface ErrorTexts {
  title: string;
  message: string;
  exception: { error: string; message: string } | null;
  statusCode: number | null;
}

const wrongCode = 'secondFactor.invalidToken';

/**
 * Title and message of an error: the keys of the response, else the texts of its code, else the expected-error texts
 * for status 400, else the unexpected-error texts.
 */
export function errorTextsOf(error: unknown): ErrorTexts {
  if (!(error instanceof ApiError)) {
    // A chosen file that was written or moved since: the browser keeps its name, and reads it no more.
    const kind =
      error instanceof DOMException && error.name === 'NotReadableError' ? 'fileChanged' : 'unexpected';
    return {
      title: t(`errors.${kind}.title`),
      message: t(`errors.${kind}.message`),
      exception: null,
      statusCode: null,
    };
  }
  if (error.kind === 'network') {
    return {
      title: t('errors.network.title'),
      message: t('errors.network.message'),
      exception: null,
      statusCode: null,
    };
  }
  const { problem } = error;
  const params = escapedParams({ message: said(problem?.message ?? error.code), ...problem?.params });
  // Where several things can be wrong with one input, the code of the first says which.
  const reason = `errors.${error.code}.reasons.${error.validation[0]?.code ?? ''}`;
  // A code that no code looks like is as wrong as any other.
  const isOfCode = error.validation.length > 0 && error.validation.every(({ path }) => path === 'body.token');
  if (isOfCode) return errorTextsOf(new ApiError({ kind: 'http', status: 400, code: wrongCode }));
  const fallback = error.status === 400 ? 'expected' : 'unexpected';
  return {
    title:
      textOfFirst([problem?.titleKey, `errors.${error.code}.title`], params) ?? t(`errors.${fallback}.title`),
    message:
      longWaitOf(error) ??
      withoutEmptyBrackets(
        textOfFirst([reason, problem?.messageKey, `errors.${error.code}.message`], params) ??
          t(`errors.${fallback}.message`, params),
      ),
    exception: problem?.exception ?? null,
    statusCode: error.status,
  };
}

/** How long somebody who tried too often has to wait, where that is more than the moment the usual text speaks of. */
function longWaitOf({ status, retryAfterSeconds = 0 }: ApiError): string | null {
  if (status !== 429 || retryAfterSeconds <= 60) return null;
  return t('errors.waitMinutes', { count: Math.ceil(retryAfterSeconds / 60) });
}

/** A bank that says nothing leaves empty brackets behind the sentence about it. */
export const withoutEmptyBrackets = (text: string): string => text.replace(/\s*\(\s*\)/, '');

/** One line for a banner or a field: the message without markup. */
export function errorMessageOf(error: unknown): string {
  const html = errorTextsOf(error).message;
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => plain[entity] ?? entity);
}

const plain: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapedParams(params: Record<string, unknown>): TextParams {
  const result: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    result[name] =
      typeof value === 'number'
        ? value
        : String(value).replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
  }
  return result;
}

/** Opens the global error dialog. For actions the user started; failed reading shows a banner in its place instead. */
export function showApiError(error: unknown): void {
  const texts = errorTextsOf(error);
  useUiState.setState({
    displayApiErrorModal: true,
    errorModalTitle: texts.title,
    errorModalMessage: texts.message,
    errorModalException: texts.exception,
    errorModalStatusCode: texts.statusCode,
  });
}

/** Closes the dialog and clears the error state. */
export function dismissApiError(): void {
  useUiState.setState({
    displayApiErrorModal: false,
    errorModalTitle: null,
    errorModalMessage: null,
    errorModalException: null,
    errorModalStatusCode: null,
  });
}
