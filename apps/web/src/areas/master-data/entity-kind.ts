import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import type { QueryKey } from '@tanstack/react-query';

/** A member of a form: its label, and its value in words for the comparison of two versions. */
export interface DraftField<Draft extends object> {
  readonly path: keyof Draft & string;
  readonly label: string;
  readonly text: (draft: Draft) => string;
}

/** What the side panel must know of a kind of master data. */
export interface EntityKind<Entity, Draft extends object> {
  /** Part of the query keys. */
  readonly key: string;
  readonly editPermission: string;
  readonly load: (id: number, signal: AbortSignal) => Promise<Entity>;
  readonly create: (draft: Draft, idempotencyKey: string) => Promise<Entity>;
  readonly update: (id: number, draft: Draft, ifMatch: string) => Promise<Entity>;
  /** null = this kind is never deleted. */
  readonly remove: ((id: number, ifMatch: string) => Promise<unknown>) | null;
  /** The stored version in a 412; undefined when it is not readable. */
  readonly parse: (value: unknown) => Entity | undefined;
  readonly idOf: (entity: Entity) => number;
  readonly nameOf: (entity: Entity) => string;
  readonly versionOf: (entity: Entity) => number;
  readonly empty: () => Draft;
  readonly draftOf: (entity: Entity) => Draft;
  readonly check: (draft: Draft, id: number | null) => FieldIssue[];
  readonly fields: () => readonly DraftField<Draft>[];
  readonly words: {
    /** Title of the panel of a new one: "Versicherer anlegen". */
    readonly create: string;
    readonly loadFailed: string;
    /** "Möchten Sie den Versicherer „{name}“ löschen?" */
    readonly removeQuestion: (name: string) => string;
  };
  /** Further queries that show what changed. */
  readonly affected: readonly QueryKey[];
}

export const entityKey = (kind: { readonly key: string }, id: number): QueryKey => [
  'masterData',
  kind.key,
  'one',
  id,
];
export const listKey = (key: string): QueryKey => ['masterData', key, 'list'];
