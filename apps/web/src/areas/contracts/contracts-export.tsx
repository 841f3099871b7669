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

/** Saves the contract list with its filter, order and columns. */
export function ContractsExport({ filter, sort, columns, isDisabled }: ContractsExportProps) {
  const user = useSession((state) => state.user);
  if (!hasPermission(user, 'contracts.export')) return null;
  const load = (format: 'csv' | 'xlsx') => {
    const query = { ...filter, sort, format, columns: columns.map((column) => column.key).join(',') };
    return callFile(listContracts, { query }, `${t('contracts.exportName')}.${format}`);
  };
  return <ExportMenu load={load} isDisabled={isDisabled} />;
}
