import { listContracts } from '@depotwerk/api/contracts';
import { callFile } from '../../platform/api-client.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import type { ContractColumn } from './contract-columns.tsx';
import type { ContractFilter } from './contracts-search.ts';

export interface ContractsExportProps {
  filter: ContractFilter;
  sort: string;
  columns: readonly ContractColumn[];
  isDisabled: boolean;
}

/** A column that shows two facts exports both. */
const exportedWith: Readonly<Record<string, readonly string[]>> = {
  risk: ['risk', 'riskBand'],
  lastCheck: ['lastCheck', 'lastCheckedBy'],
};

/** Saves the contract list with its filter, order and columns. */
export function ContractsExport({ filter, sort, columns, isDisabled }: ContractsExportProps) {
  const user = useSession((state) => state.user);
  if (!hasPermission(user, 'contracts.export')) return null;
  const load = (format: 'csv' | 'xlsx') => {
    const keys = columns.flatMap((column) => exportedWith[column.key] ?? [column.key]);
    const query = { ...filter, sort, format, columns: keys.join(',') };
    return callFile(listContracts, { query }, `${t('contracts.exportName')}.${format}`);
  };
  return <ExportMenu load={load} isDisabled={isDisabled} />;
}
