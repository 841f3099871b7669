import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Card } from './layout.tsx';
import './compared-table.css';

/** Lines of two things side by side; a line that differs says so by `data-differs`. */
export function ComparedTable({
  title,
  names,
  children,
}: {
  title: string;
  names: readonly string[];
  children: ReactNode;
}) {
  return (
    <Card title={title} isFlush>
      <table className="compared__table">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('contracts.compare.line')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Card>
  );
}
