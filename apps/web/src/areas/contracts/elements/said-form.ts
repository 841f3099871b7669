import type { elementValidation, FormElement } from '@depotwerk/api/contracts/elements';
import type * as z from 'zod/mini';
import { said, saidOrNull } from '../../../texts/texts.ts';

interface SaidParts {
  readonly element: FormElement;
  readonly validation: z.infer<typeof elementValidation>[];
}
type Worded = Pick<FormElement, 'label' | 'hint' | 'columns'>;

const saidMembers = <Element extends Worded>(element: Element): Element => ({
  ...element,
  label: said(element.label),
  hint: saidOrNull(element.hint),
  columns: element.columns.map((column) => ({ ...column, label: said(column.label) })),
});

/** A form of the server in the language in use: its labels, hints, columns and findings. */
export function saidForm<State extends SaidParts>(state: State): State {
  const { element } = state;
  return {
    ...state,
    element: {
      ...saidMembers(element),
      children: element.children.map((section) => ({
        ...saidMembers(section),
        children: section.children.map((row) => ({
          ...saidMembers(row),
          children: row.children.map(saidMembers),
        })),
      })),
    },
    validation: state.validation.map((finding) => ({ ...finding, text: said(finding.text) })),
  };
}
