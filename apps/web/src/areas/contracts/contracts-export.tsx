import { listContracts } from '@depotwerk/api/contracts/contracts';
import { callFile } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu, type LoadFile } from '../../ui/export-menu.tsx';
import type { ContractColumn } from './contract-columns.tsx';
import type { RowChoice } from './public/contract-selection.ts';
import type { ContractFilter } from './public/contracts-search.ts';

interface ContractsFile {
  filter: ContractFilter;
  sort: string;
  columns: readonly ContractColumn[];
}

/** A column that shows two facts exports both. */
const exportedWith: Readonly<Record<string, readonly string[]>> = {
  risk: ['risk', 'riskBand'],
  lastCheck: ['lastCheck', 'lastCheckedBy'],
};

/** Saves the contract list with its filter, order and columns. */
export function ContractsExport({ isDisabled, ...file }: ContractsFile & { isDisabled: boolean }) {
  const load = useContractsFile(file);
  return load && <ExportMenu load={load} isDisabled={isDisabled} />;
}

/** The same as a call, or of what was chosen of the list; null for those who may not. */
export function useContractsFile(
  { filter, sort, columns }: ContractsFile,
  choice: RowChoice | null = null,
): LoadFile | null {
  const user = useSession((state) => state.user);
  if (!mayChange(user, 'contracts.export')) return null;
  return async (format) => {
    const keys = columns.flatMap((column) => exportedWith[column.key] ?? [column.key]);
    const file = { format, columns: keys.join(',') };
    const name = `${t('contracts.exportName')}.${format}`;
    if (choice?.kind !== 'ids') return callFile(listContracts, { query: { ...filter, sort, ...file } }, name);
    const { exportChosen } = await import('./export-chosen.ts');
    return exportChosen({ contractIds: [...choice.ids], ...file }, name);
  };
}
