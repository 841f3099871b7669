import { useCallback, useMemo, useState } from 'react';
import type { RowSelection } from '../../ui/virtual-table.tsx';
import type { ContractListItem } from './contract-types.ts';
import type { ContractFilter } from './contracts-search.ts';

/** Contracts chosen for an action on many: single ones, or everything the filter finds. */
export type ContractChoice =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'whole' };

export const nothingChosen: ContractChoice = { kind: 'ids', ids: new Set() };

/** The choice with one contract more or less; the whole list is chosen and given up as a whole. */
export function toggled(choice: ContractChoice, id: string): ContractChoice {
  if (choice.kind === 'whole') return choice;
  const ids = new Set(choice.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'ids', ids };
}

/** A choice as calls on many contracts take it: ids, or the filter as the list's query string carries it, every member a text. */
export function selectionOf(
  choice: ContractChoice,
  filter: ContractFilter,
): { contractIds: string[] } | { filter: Record<string, string> } {
  if (choice.kind === 'ids') return { contractIds: [...choice.ids] };
  return {
    filter: Object.fromEntries(
      Object.entries(filter).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? [[name, String(value)]]
          : [],
      ),
    ),
  };
}

export interface ContractSelection {
  /** null while nothing can be chosen. */
  readonly choice: ContractChoice | null;
  readonly rows: RowSelection<ContractListItem> | undefined;
  readonly start: () => void;
  readonly end: () => void;
  readonly choose: (choice: ContractChoice) => void;
}

/** Selection of the contract list; off at first, so that reading the list costs nothing for it. */
export function useContractSelection(): ContractSelection {
  const [choice, setChoice] = useState<ContractChoice | null>(null);
  const onToggle = useCallback(
    (row: ContractListItem) => setChoice((current) => current && toggled(current, row.id)),
    [],
  );
  const rows = useMemo(
    () =>
      choice
        ? {
            isSelected: (id: string) => choice.kind === 'whole' || choice.ids.has(id),
            onToggle,
            isWhole: choice.kind === 'whole',
          }
        : undefined,
    [choice, onToggle],
  );
  return {
    choice,
    rows,
    start: () => setChoice(nothingChosen),
    end: () => setChoice(null),
    choose: setChoice,
  };
}
