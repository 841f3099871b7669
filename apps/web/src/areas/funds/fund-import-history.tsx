import type { FundImport } from '@depotwerk/api/fund-imports';
import { formatDateTime } from '@depotwerk/domain/date-de';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TableBox } from '../imports/table-box.tsx';
import { fundImportsQuery } from './fund-import-queries.ts';

const counted = ['imported', 'changed', 'unchanged', 'rejected'] as const;

/** Earlier imports of fund data and prices with what became of their rows. */
export function FundImportHistory() {
  const imports = useQuery(fundImportsQuery());
  return (
    <Card title={t('fundDataImport.earlier')}>
      {imports.isError ? (
        <LoadError
          error={imports.error}
          isRetrying={imports.isFetching}
          onRetry={() => void imports.refetch()}
        />
      ) : !imports.data ? (
        <Skeleton lines={4} />
      ) : imports.data.length === 0 ? (
        <EmptyState title={t('fundDataImport.none')} />
      ) : (
        <Earlier imports={imports.data} />
      )}
    </Card>
  );
}

function Earlier({ imports }: { imports: readonly FundImport[] }) {
  return (
    <TableBox label={t('fundDataImport.earlier')}>
      <thead>
        <tr>
          <th scope="col">{t('fundDataImport.file')}</th>
          <th scope="col">{t('fundDataImport.kind')}</th>
          <th scope="col">{t('fundDataImport.when')}</th>
          <th scope="col">{t('fundDataImport.who')}</th>
          <th scope="col">{t('fundDataImport.state')}</th>
          {counted.map((key) => (
            <th key={key} scope="col" className="num">
              {t(`fundDataImport.counts.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {imports.map((each) => (
          <tr key={each.id}>
            <th scope="row">{each.fileName}</th>
            <td>{t(`fundDataImport.kinds.${each.importType}`)}</td>
            <td>{formatDateTime(each.createdAt)}</td>
            <td>{each.actorName ?? '–'}</td>
            <td>
              <ColourLabel tone={each.state === 'refused' ? 'bad' : 'ok'}>
                {t(`fundDataImport.states.${each.state}`)}
              </ColourLabel>
              {each.refusalReason === null ? null : <p className="hint">{each.refusalReason}</p>}
            </td>
            {counted.map((key) => (
              <td key={key} className="num">
                {each.state === 'refused' ? '–' : formatNumberDe(each[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}
