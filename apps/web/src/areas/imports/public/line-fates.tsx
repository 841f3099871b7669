import { type LineFate, lineFates } from '@depotwerk/domain/imports/line-fates';
import { formatNumber } from '@depotwerk/domain/number-text';
import { saidOrNull, t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { TableBox } from './table-box.tsx';

const tones: Record<LineFate, LabelTone> = {
  new: 'ok',
  changed: 'info',
  unchanged: 'neutral',
  refused: 'bad',
};

/** Which lines are looked at, with how many there are of each. */
export function FateChoice({
  counts,
  value,
  onChange,
}: {
  counts: Readonly<Record<LineFate, number>>;
  value: LineFate;
  onChange: (fate: LineFate) => void;
}) {
  return (
    <SegmentedControl
      label={t('imports.lines')}
      value={value}
      options={lineFates.map((fate) => ({
        value: fate,
        label: `${t(`imports.fates.${fate}`)} (${formatNumber(counts[fate])})`,
      }))}
      onChange={onChange}
    />
  );
}

/** Lines of a file with what becomes of them; the reason comes first, the fate is the one that was chosen. */
export function LineTable({
  lines,
}: {
  lines: readonly { line: number; subject: string; fate: LineFate; reason: string | null }[];
}) {
  return (
    <TableBox label={t('imports.lines')}>
      <TableHead
        columns={[numeric(t('imports.line')), t('imports.subject'), t('imports.reason'), t('imports.fate')]}
      />
      <tbody>
        {lines.map(({ line, subject, fate, reason }) => (
          <tr key={line}>
            <td className="num">{formatNumber(line)}</td>
            <th scope="row">{subject}</th>
            <td className="imports__reason">{saidOrNull(reason) ?? '–'}</td>
            <td>
              <ColourLabel tone={tones[fate]}>{t(`imports.fates.${fate}`)}</ColourLabel>
            </td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}
