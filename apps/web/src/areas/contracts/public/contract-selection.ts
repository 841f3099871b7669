import { useCallback, useMemo, useState } from 'react';
import type { LoadFile } from '../../../ui/export-menu.tsx';
import type { RowSelection } from '../../../ui/virtual-table.tsx';
import type { ContractFilter } from './contracts-search.ts';

/** Contracts or customers chosen for an action on many: single ones, or everything the filter finds. */
export type RowChoice =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'whole' };

export const nothingChosen: RowChoice = { kind: 'ids', ids: new Set() };

/** The choice with one more or less; the whole list is chosen and given up as a whole. */
export function toggled(choice: RowChoice, id: string): RowChoice {
  if (choice.kind === 'whole') return choice;
  const ids = new Set(choice.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'ids', ids };
}

/** A choice as calls on many contracts take it: ids, or the filter as the list's query string carries it, every member a text. */
export function selectionOf(
  choice: RowChoice,
  filter: ContractFilter,
): { contractIds: string[] } | { filter: Record<string, string> } {
  return choice.kind === 'ids' ? { contractIds: [...choice.ids] } : { filter: filterTexts(filter) };
}

/** A filter as the list's query string carries it, every member a text. */
export const filterTexts = (filter: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  );

export interface ListSelection<Row extends { id: string }> {
  /** null while nothing can be chosen. */
  readonly choice: RowChoice | null;
  readonly rows: RowSelection<Row> | undefined;
  readonly start: () => void;
  readonly end: () => void;
  readonly choose: (choice: RowChoice) => void;
}

/** Selection of a list; off at first, so that reading the list costs nothing for it. */
export function useListSelection<Row extends { id: string }>(): ListSelection<Row> {
  const [choice, setChoice] = useState<RowChoice | null>(null);
  const onToggle = useCallback((row: Row) => setChoice((current) => current && toggled(current, row.id)), []);
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

/** What a list tells the bar under it of what is chosen there. */
export interface ListChoice {
  choice: RowChoice;
  /** Hits of the filter; undefined while they are counted. */
  total: number | undefined;
  /** Otherwise there are at least so many. */
  isTotalExact: boolean;
  onChoose: (choice: RowChoice) => void;
  onEnd: () => void;
  /** Saves what is chosen as a file; null for those who may not. */
  loadFile: LoadFile | null;
}

/** What the bar under a list works on, while rows of it are chosen. */
export const listChoiceOf = <Row extends { id: string }>(
  { choice, choose, end }: ListSelection<Row>,
  { total, isTotalExact }: Pick<ListChoice, 'total' | 'isTotalExact'>,
  loadFile: ListChoice['loadFile'],
): ListChoice | null => choice && { choice, total, isTotalExact, onChoose: choose, onEnd: end, loadFile };
