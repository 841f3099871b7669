import { formatPercent } from '@depotwerk/domain/percent';
import { t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import { TableBox } from './table-box.tsx';

/** A column of a file as it was found. */
export interface FoundColumn {
  readonly header: string;
  readonly fillRate: number;
  readonly samples: readonly string[];
}

/**
 * What each column of a file means: its name and the field it goes to, which a phone must show without scrolling; then
 * samples and how much of it is filled.
 */
export function ColumnMapping<Name extends string>({
  columns,
  fields,
  mapping,
  isDisabled,
  onChange,
}: {
  columns: readonly FoundColumn[];
  fields: readonly { readonly name: Name; readonly label: string }[];
  mapping: readonly (Name | null)[];
  isDisabled: boolean;
  onChange: (mapping: (Name | null)[]) => void;
}) {
  return (
    <TableBox label={t('imports.columns')}>
      <TableHead
        columns={[
          t('imports.column'),
          t('imports.meaning'),
          t('imports.samples'),
          numeric(t('imports.fillRate')),
        ]}
      />
      <tbody>
        {columns.map(({ header, fillRate, samples }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place, headers may repeat
          <tr key={index}>
            <th scope="row">{header === '' ? t('imports.withoutName', { number: index + 1 }) : header}</th>
            <td className="imports__choice">
              <SelectField
                label={t('imports.meaningOf', { header: header || String(index + 1) })}
                isLabelHidden
                isDisabled={isDisabled}
                value={mapping[index] ?? ''}
                emptyLabel={t('imports.notImported')}
                options={fields
                  .filter(({ name }) => name === mapping[index] || !mapping.includes(name))
                  .map(({ name, label }) => ({ value: name, label }))}
                onChange={(name) => onChange(mapping.map((each, at) => (at === index ? name || null : each)))}
              />
            </td>
            <td className="hint">{samples.join(' · ') || '–'}</td>
            <td className="num">{formatPercent(fillRate, 0, 0)}</td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}
