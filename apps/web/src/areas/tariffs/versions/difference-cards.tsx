import type { TariffComparison } from '@depotwerk/api/tariffs/tariff-comparison';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import { said, t, textOfFirst } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import './versions.css';

/** What differs between two contents, in words by page, and the matrices with their changed cells. */
export function DifferenceCards({
  comparison,
  before: beforeLabel = t('tariffVersions.compare.before'),
  after: afterLabel = t('tariffVersions.compare.after'),
}: {
  comparison: Pick<TariffComparison, 'differences' | 'matrices'>;
  /** Heads of the two columns. */
  before?: string;
  after?: string;
}) {
  const { differences, matrices } = comparison;
  const sections = [...new Set(differences.map(({ section }) => section))];
  return (
    <>
      {sections.map((section) => (
        <Card key={section} title={sectionTitle(section)}>
          <div className="compare__scroll">
            <table className="compare__table">
              <TableHead columns={[t('tariffVersions.compare.field'), beforeLabel, afterLabel]} />
              <tbody>
                {differences
                  .filter((difference) => difference.section === section)
                  .map(({ label, before, after }) => (
                    <tr key={`${label} ${before ?? ''} ${after ?? ''}`}>
                      <th scope="row">{said(label)}</th>
                      <td className="compare__before">{saidValue(before)}</td>
                      <td className="compare__after">{saidValue(after)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </Card>
      ))}
      {matrices.map((matrix) => (
        <MatrixChanges key={matrix.kind} matrix={matrix} />
      ))}
    </>
  );
}

/** A value as the server writes it: words of the rules, figures, or a name. */
const saidValue = (value: string | null) => (value === null ? '–' : asReadersWrite(said(value)));

const sectionTitle = (section: string): string =>
  textOfFirst([`tariffWizard.steps.${section}`, `tariffVersions.compare.sections.${section}`]) ?? section;

const cellText = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formatNumber(value, 0, 1);

function MatrixChanges({ matrix }: { matrix: TariffComparison['matrices'][number] }) {
  const classCount = Math.max(
    ...matrix.rows.map(({ before, after }) => Math.max(before.length, after.length)),
  );
  const classes = Array.from({ length: classCount }, (_, index) => index);
  const title = t(`tariffVersions.compare.matrices.${matrix.kind}`);
  return (
    <Card title={title}>
      <p className="hint">{t('tariffVersions.compare.matrixHint')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too */}
      <div className="compare__scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="compare__table compare__table--matrix">
          <thead>
            <tr>
              <th scope="col">{t('tariffVersions.compare.row')}</th>
              {classes.map((index) => (
                <th key={index} scope="col" className="num">
                  {t('tariffWizard.matrix.class', { riskClass: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {classes.map((index) => {
                  const [old, now] = [before[index] ?? null, after[index] ?? null];
                  return (
                    <td key={index} className={old === now ? 'num' : 'num compare__changed'}>
                      {old === now ? (
                        cellText(now)
                      ) : (
                        <>
                          <del>{cellText(old)}</del> <ins>{cellText(now)}</ins>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
