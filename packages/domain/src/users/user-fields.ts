import { mailAddressShape } from '../mail-address.ts';
import { type DraftOf, type FieldRow, shaped } from '../master-data/field-table.ts';
import { personFields } from './person-fields.ts';

const fullName = {
  key: 'fullName',
  column: 'full_name',
  label: 'Vollständiger Name',
  heading: personFields.fullName[0],
  kind: 'name',
  list: { minWidth: 180, grow: 1.2, priority: 0 },
} as const satisfies FieldRow;
const company = {
  key: 'company',
  column: 'company',
  label: 'Firma',
  heading: personFields.company[0],
  kind: 'line',
  isHalf: true,
  list: { minWidth: 140, grow: 0.8, priority: 5 },
} as const satisfies FieldRow;
/** Of people a text that is no number stays as it was typed; unlike that of a customer it is never refused. */
const phoneNumber = {
  key: 'phoneNumber',
  column: 'phone_number',
  label: 'Telefonnummer',
  heading: personFields.phoneNumber[0],
  kind: 'text',
  limit: 50,
  isHalf: true,
} as const satisfies FieldRow;

/** What a person may say of herself. */
export const profileFields = [fullName, company, phoneNumber] as const;

/**
 * What people edit about a person, in the order of the form. Draft, shapes of the calls, statements, form, comparison,
 * columns of the list and files are made of these lines.
 */
export const userFields = [
  fullName,
  {
    // Also what the person signs in with.
    key: 'userName',
    column: 'user_name',
    label: 'E-Mail-Adresse',
    heading: personFields.userName[0],
    hint: 'Damit meldet sich die Person an; dorthin gehen Einladung und Benachrichtigungen.',
    kind: 'name',
    limit: 100,
    pad: 'mail',
    rule: shaped(mailAddressShape, 'mailAddress'),
    list: { minWidth: 220, grow: 1.2, priority: 2 },
  },
  company,
  phoneNumber,
  { key: 'roleId', column: 'role_id', label: 'Rolle', kind: 'choice' },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly FieldRow[];

/** A person as the form holds it. */
export type UserDraft = DraftOf<typeof userFields>;
