import type { FundImport } from '@depotwerk/api/funds/fund-imports';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { ImportHistory } from '../imports/public/import-history.tsx';
import { fundImportsQuery } from './fund-import-queries.ts';

const counted = ['imported', 'changed', 'unchanged', 'rejected'] as const;

/** Earlier imports of fund data and prices with what became of their rows. */
export function FundImportHistory() {
  return (
    <ImportHistory<FundImport>
      title={t('fundDataImport.earlier')}
      none={t('fundDataImport.none')}
      query={useQuery(fundImportsQuery())}
      fileOf={({ fileName }) => fileName}
      columns={[
        {
          label: t('fundDataImport.kind'),
          cell: ({ importType }) => t(`fundDataImport.kinds.${importType}`),
        },
        {
          label: t('fundDataImport.state'),
          cell: stateOf,
        },
        ...counted.map((key) => ({
          label: t(`fundDataImport.counts.${key}`),
          isNumber: true,
          cell: (each: FundImport) => (each.state === 'refused' ? '–' : formatNumber(each[key])),
        })),
      ]}
    />
  );
}

function stateOf({ state, refusalReason }: FundImport) {
  return (
    <>
      <ColourLabel tone={state === 'refused' ? 'bad' : 'ok'}>
        {t(`fundDataImport.states.${state}`)}
      </ColourLabel>
      {refusalReason === null ? null : <p className="hint">{refusalReason}</p>}
    </>
  );
}
