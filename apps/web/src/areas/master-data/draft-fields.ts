import { formatDate } from '@depotwerk/domain/date-de';
import type { FieldRow, FieldValue } from '@depotwerk/domain/master-data/field-table';
import { t } from '../../texts/texts.ts';
import type { DraftField } from './entity-kind.ts';
import { stateText, textOrNone } from './value-texts.ts';

/** The fields of a table for the comparison of two versions; `texts` says those in words that are more than their kind. */
export const draftFields = <Held extends Readonly<Record<string, FieldValue>>>(
  rows: readonly FieldRow[],
  texts: { readonly [Key in keyof Held]?: (draft: Held) => string } = {},
): DraftField<Held>[] =>
  rows.map(({ key, kind, label }) => ({
    path: key,
    label: kind === 'yes' ? t('masterData.state') : label,
    text: texts[key] ?? ((draft) => valueText(kind, draft[key])),
  }));

function valueText(kind: FieldRow['kind'], value: FieldValue): string {
  if (typeof value === 'boolean') return stateText(value);
  return kind === 'day' && value ? formatDate(value) : textOrNone(value || null);
}
