import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { said } from '../../../texts/texts.ts';

/**
 * Why a file is not taken: the sentence of the server where it is about the file, else the text of the error; `tooLarge`
 * where the server says no more than that.
 */
export function refusalText(error: unknown, tooLarge: string): string {
  if (error instanceof ApiError && error.code === 'common.payloadTooLarge')
    return error.problem?.messageKey === 'errors.withReason' ? said(error.problem.message) : tooLarge;
  const isRefusal = error instanceof ApiError && error.code.startsWith('import.');
  return isRefusal && error.problem ? said(error.problem.message) : errorMessageOf(error);
}
