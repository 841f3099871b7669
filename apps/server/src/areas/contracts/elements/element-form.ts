import type { FormElement, FormField, FormRow, FormSection } from '@depotwerk/api/contracts/elements';
import type { ElementData } from '@depotwerk/domain/element-condition';
import type { Handover } from '../../../platform/key-information/write-handovers.ts';

export interface Finding {
  readonly path: string;
  /** 0 note, 1 warning, 2 prevents sending. */
  readonly severity: 0 | 1 | 2;
  readonly code: string;
  readonly text: string;
}

/**
 * A server-driven form: everything the browser shows and may send is decided here, so an insurer's form needs no
 * release of the browser application. Pure; `Context` is what the form needs to know of the contract.
 */
export interface ElementForm<Context, Request extends ElementData> {
  readonly elementKey: string;
  /** Raised with every change of meaning; submissions keep it. */
  readonly version: number;
  /** Data of a form nobody has touched. */
  initial(context: Context): Request;
  /** Checks shape and sets what the server knows better (names, holdings); null = not this form's data. */
  read(context: Context, data: unknown): Request | null;
  describe(context: Context, request: Request): FormElement;
  /** What speaks against sending it; worst first. */
  validate(context: Context, request: Request): Finding[];
  /** Key information that is recorded as handed over when it is sent; null = none. */
  handsOver(context: Context, request: Request): Omit<Handover, 'handedOverAt'> | null;
  /** Commands of buttons: data in, data out. */
  readonly commands: Readonly<Record<string, (context: Context, request: Request) => Request>>;
}

type FieldOptions = Partial<Omit<FormField, 'kind' | 'id' | 'label' | 'children'>>;

const plain = {
  path: null,
  hint: null,
  isRequired: false,
  isReadOnly: false,
  isVisible: true,
  precision: null,
  min: null,
  max: null,
  maxLength: null,
  pattern: null,
  unit: null,
  styleHint: null,
  lookupKey: null,
  columns: [],
  commandKey: null,
  dependsOn: [],
  visibleIf: null,
};

/** A field with everything it does not say left empty. */
export const field = (
  kind: FormField['kind'],
  id: string,
  label: string,
  options: FieldOptions = {},
): FormField => ({
  ...plain,
  ...options,
  kind,
  id,
  label,
  children: [],
});

export const row = (id: string, children: FormField[], options: FieldOptions = {}): FormRow => ({
  ...plain,
  ...options,
  kind: 'row',
  id,
  label: '',
  children,
});

export const section = (
  id: string,
  label: string,
  children: FormRow[],
  options: FieldOptions = {},
): FormSection => ({
  ...plain,
  ...options,
  kind: 'section',
  id,
  label,
  children,
});

export const form = (
  elementKey: string,
  version: number,
  label: string,
  children: FormSection[],
): FormElement => ({
  ...plain,
  kind: 'form',
  id: elementKey,
  elementKey,
  version,
  label,
  children,
});
