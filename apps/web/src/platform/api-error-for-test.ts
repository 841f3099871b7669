import type { Problem } from '@depotwerk/api/errors';
import { ApiError } from './api-error.ts';

/** The error of a call the server refused, with what a test says of its problem. */
export const apiErrorForTest = (status: number, code: string, more: Partial<Problem> = {}): ApiError =>
  new ApiError({
    kind: 'http',
    status,
    code,
    problem: {
      type: 'about:blank',
      title: '',
      status,
      statusCode: status,
      code,
      titleKey: '',
      messageKey: '',
      message: '',
      params: {},
      traceId: '',
      requestId: '',
      ...more,
    },
  });
