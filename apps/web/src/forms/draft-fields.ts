import { formatDate } from '@depotwerk/domain/date-text';
import {
  type FieldRow,
  type FieldValue,
  type Holding,
  valueOf,
} from '@depotwerk/domain/master-data/field-table';
import { said, t } from '../texts/texts.ts';
import type { DraftField } from './entity-kind.ts';
import { numberText, stateText, textOrNone, yesNoText } from './value-texts.ts';

/** The fields of a table for the comparison of two versions; `texts` says those in words that are more than their kind. */
export const draftFields = <Row extends FieldRow, Held extends Holding<Row>>(
  rows: readonly Row[],
  texts: { readonly [Key in Row['key']]?: (draft: Held) => string } = {},
): DraftField<Held>[] =>
  rows.map((row) => ({
    path: row.key,
    label: row.kind === 'state' ? t('masterData.state') : said(row.label),
    // The key of a line is one of the keys of its type.
    text: texts[row.key as Row['key']] ?? ((draft) => valueText(row, valueOf(row, draft))),
  }));

function valueText({ kind, unit }: FieldRow, value: FieldValue): string {
  if (typeof value === 'boolean') return kind === 'state' ? stateText(value) : yesNoText(value);
  if (typeof value === 'number') return numberText(unit, value);
  return kind === 'day' && value ? formatDate(value) : textOrNone(value || null);
}
