import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, searchText } from '../fields.ts';

const defineCall = callsOf('contracts');

/** Kinds of elements; a browser that does not know one shows the label and the value, read-only. */
export const elementKinds = [
  'form',
  'section',
  'row',
  'text',
  'number',
  'percent',
  'currency',
  'date',
  'select',
  'multiSelect',
  'radio',
  'checkbox',
  'fundSearch',
  'fundTable',
  'iban',
  'phone',
  'html',
  'upload',
  'button',
] as const;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const comparison = z.union([
  z.strictObject({ operator: z.enum(['eq', 'gt']), path: z.string(), value: scalar }),
  z.strictObject({
    operator: z.literal('in'),
    path: z.string(),
    value: z.array(scalar).check(z.maxLength(100)),
  }),
]);
/** One level of and/or is all a form needs; the evaluator takes any depth. */
export const elementCondition = z.union([
  comparison,
  z.strictObject({
    operator: z.enum(['and', 'or']),
    conditions: z.array(comparison).check(z.maxLength(100)),
  }),
]);

const members = {
  kind: z.enum(elementKinds),
  id: z.string(),
  /** Where the value stands in the request; null for elements without one. */
  path: z.nullable(z.string()),
  label: z.string(),
  hint: z.nullable(z.string()),
  isRequired: z.boolean(),
  isReadOnly: z.boolean(),
  isVisible: z.boolean(),
  precision: z.nullable(z.int()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  maxLength: z.nullable(z.int()),
  pattern: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  styleHint: z.nullable(z.string()),
  lookupKey: z.nullable(z.string()),
  columns: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      kind: z.enum(['text', 'percent', 'currency']),
      isReadOnly: z.boolean(),
    }),
  ),
  commandKey: z.nullable(z.string()),
  dependsOn: z.array(z.string()),
  visibleIf: z.nullable(elementCondition),
};

const field = z.strictObject({ ...members, children: z.array(z.never()) });
const row = z.strictObject({ ...members, children: z.array(field) });
const section = z.strictObject({ ...members, children: z.array(row) });
/** A form holds sections, a section rows, a row fields; any of them may be empty. */
export const formElement = z.strictObject({
  ...members,
  elementKey: z.string(),
  version: z.int(),
  children: z.array(section),
});

export type FormField = z.infer<typeof field>;
export type FormRow = z.infer<typeof row>;
export type FormSection = z.infer<typeof section>;
export type FormElement = z.infer<typeof formElement>;

export const elementValidation = z.strictObject({
  path: z.string(),
  /** 0 note, 1 warning, 2 prevents sending. */
  severity: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  code: z.string(),
  text: z.string(),
});

const elementKey = z.string().check(z.regex(/^[A-Za-z]{1,50}$/));
const params = z.strictObject({ contractId: id, elementKey });

/** The form's own schema checks the members; here only size and shape are bounded. */
const request = z.nullable(z.record(z.string().check(z.maxLength(50)), z.unknown()));

/** The triple of section 7, with what the browser needs to drop late answers. */
const answer = z.strictObject({
  request: z.record(z.string(), z.unknown()),
  /** The sub-tree to put in place of the element of the same id; today always the whole form: the server keeps no state. */
  element: formElement,
  validation: z.array(elementValidation),
  revision: z.int(),
  /** Set by a submission. */
  submission: z.nullable(z.strictObject({ id, submissionNumber: z.string() })),
});

export const getElementDescription = defineCall({
  id: 'getElementDescription',
  method: 'GET',
  path: '/contracts/:contractId/elements/:elementKey',
  summary: 'Description of a server-driven form of the contract; ETag is the revision of its draft.',
  access: 'contracts.view',
  params,
  answer: formElement,
  errors: ['elements.notFound', 'common.notFound'],
});

export const listElementLookups = defineCall({
  id: 'listElementLookups',
  method: 'GET',
  path: '/contracts/:contractId/elements/:elementKey/lookups/:lookupKey',
  summary: 'Choices of an element; at most 50, narrowed by the search text.',
  access: 'contracts.view',
  params: z.strictObject({ contractId: id, elementKey, lookupKey: elementKey }),
  query: z.strictObject({ search: z.optional(searchText) }),
  answer: z.array(
    z.strictObject({
      id: z.union([z.string(), z.int()]),
      label: z.string(),
      description: z.nullable(z.string()),
      isInactive: z.boolean(),
      /** Why it may not be chosen, in German; absent = it may. */
      refusal: z.optional(z.string()),
    }),
  ),
  errors: ['elements.notFound', 'common.notFound'],
});

export const putElementCommand = defineCall({
  id: 'putElementCommand',
  method: 'PUT',
  path: '/contracts/:contractId/elements/:elementKey/commands',
  summary: 'Runs a command of the form on the data sent; nothing is stored.',
  access: 'contracts.edit',
  params,
  body: z.strictObject({ command: elementKey, request }),
  answer,
  needsIfMatch: true,
  errors: ['elements.notFound', 'elements.commandUnknown', 'elements.outdated', 'common.notFound'],
});

export const putElementFormData = defineCall({
  id: 'putElementFormData',
  method: 'PUT',
  path: '/contracts/:contractId/elements/:elementKey/form-data',
  summary: 'Checks the data (change), keeps it as a draft (save) or sends the application (submit).',
  access: 'contracts.edit',
  params,
  body: z.strictObject({ command: z.enum(['change', 'save', 'submit']), request }),
  answer,
  needsIfMatch: true,
  errors: [
    'elements.notFound',
    'elements.outdated',
    'elements.invalid',
    'common.notFound',
    'common.quotaExceeded',
  ],
});
