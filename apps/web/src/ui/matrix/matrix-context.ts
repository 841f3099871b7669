import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { GridHandling } from './grid-handling.ts';
import type { MatrixStore, MatrixTopic } from './matrix-store.ts';

export interface MatrixColumn {
  /** Risk class id. */
  readonly id: number;
  /** "RK 4" */
  readonly name: string;
  /** "Risikoklasse 4" */
  readonly longName: string;
  /** Small line under the name. */
  readonly detail?: string | undefined;
}

export interface MatrixRow {
  readonly id: number;
  readonly name: string;
  readonly detail?: string | undefined;
  /** Rows of a group stand together under its name, with the group's sums. */
  readonly group?: string | undefined;
  /** CSS colour of the group. */
  readonly colour?: string | undefined;
}

/** What the parts of one grid share; never changes while the grid stands. */
export interface MatrixContextValue {
  readonly store: MatrixStore;
  readonly id: string;
  readonly hasUsedBoxes: boolean;
  readonly handling: GridHandling;
}

export const MatrixContext = createContext<MatrixContextValue | null>(null);

export function useMatrix(): MatrixContextValue {
  const value = useContext(MatrixContext);
  if (value === null) throw new Error('A part of a matrix stands outside of one');
  return value;
}

/** Draws again when something of the topic changed. */
export function useTopic(store: MatrixStore, topic: MatrixTopic): number {
  const subscribe = useCallback(
    (listener: () => void) => store.topics.subscribe(topic, listener),
    [store, topic],
  );
  return useSyncExternalStore(subscribe, () => store.topics.version(topic));
}

/** Draws again when the value read from the store changed; looked at whenever something of the topic did. */
export function useStoreValue<Value extends string | number | boolean | null>(
  store: MatrixStore,
  topic: MatrixTopic,
  read: () => Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => store.topics.subscribe(topic, listener),
    [store, topic],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Ids of headers, for the names of the cells. */
export const rowHeaderId = (id: string, rowId: number) => `${id}-row-${rowId}`;
export const columnHeaderId = (id: string, column: number) => `${id}-column-${column}`;
