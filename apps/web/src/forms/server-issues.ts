import { type FieldIssue, isFieldIssueCode } from '@depotwerk/domain/master-data/field-issue';
import { ApiError } from '../platform/api-error.ts';

/** What the server says of single fields, as far as forms have words for it. */
export function serverIssues(error: unknown): FieldIssue[] {
  if (!(error instanceof ApiError)) return [];
  return error.validation.flatMap(({ path, code, params }) =>
    isFieldIssueCode(code) ? [{ path, code, ...(params !== undefined && { params }) }] : [],
  );
}
