import { exportChosenContracts } from '@depotwerk/api/contract-bulk';
import { listContracts } from '@depotwerk/api/contracts';
import { callFile } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import type { ContractColumn } from './contract-columns.tsx';
import type { ContractFilter } from './public/contracts-search.ts';

export interface ContractsExportProps {
  filter: ContractFilter;
  sort: string;
  columns: readonly ContractColumn[];
  isDisabled: boolean;
  /** Contracts chosen one by one, in the place of all the filter finds. */
  chosenIds?: ReadonlySet<string> | undefined;
}

/** A column that shows two facts exports both. */
const exportedWith: Readonly<Record<string, readonly string[]>> = {
  risk: ['risk', 'riskBand'],
  lastCheck: ['lastCheck', 'lastCheckedBy'],
};

/** Saves the contract list with its filter, order and columns, or what was chosen of it. */
export function ContractsExport({ filter, sort, columns, isDisabled, chosenIds }: ContractsExportProps) {
  const user = useSession((state) => state.user);
  if (!mayChange(user, 'contracts.export')) return null;
  const load = (format: 'csv' | 'xlsx') => {
    const keys = columns.flatMap((column) => exportedWith[column.key] ?? [column.key]);
    const file = { format, columns: keys.join(',') };
    const name = `${t('contracts.exportName')}.${format}`;
    return chosenIds === undefined
      ? callFile(listContracts, { query: { ...filter, sort, ...file } }, name)
      : callFile(exportChosenContracts, { body: { contractIds: [...chosenIds], ...file } }, name);
  };
  return <ExportMenu load={load} isDisabled={isDisabled} />;
}
