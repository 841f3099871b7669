import type { ValidationIssue } from '@depotwerk/api/errors';
import { fieldIssueCodes } from '@depotwerk/domain/master-data/field-issue';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { AppError } from '../../../platform/http/app-error.ts';
import { germanMessages } from '../../../platform/http/german-messages.ts';

/** The columns the fields of the form come from. */
const columnNames: Readonly<Record<string, string>> = {
  fullName: 'Name',
  userName: 'E-Mail',
  phoneNumber: 'Telefon',
  company: 'Firma',
  roleId: 'Rolle',
};

/** Why a line is refused, in German; null for what is no refusal but a fault of the server. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  const { reason, validation = [] } = error.details;
  const texts = validation.flatMap((issue) => textOf(issue) ?? []);
  return reason ?? (texts.length > 0 ? texts.join(' ') : germanMessages[error.code]);
}

function textOf({ path, code, params }: ValidationIssue): string | null {
  const known = fieldIssueCodes.find((each) => each === code);
  if (known === undefined) return null;
  return `${columnNames[path] ?? path}: ${fieldIssueText({ path, code: known, ...(params && { params }) })}`;
}
