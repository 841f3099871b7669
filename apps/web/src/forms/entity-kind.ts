import type { KeptKind } from '@depotwerk/api/deletions/deletions';
import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import type { QueryKey } from '@tanstack/react-query';
import { mayChange, useSession } from '../platform/session.ts';

/** A member of a form: its label, and its value in words for the comparison of two versions. */
export interface DraftField<Draft extends object> {
  readonly path: keyof Draft & string;
  readonly label: string;
  /** `other`: what it is compared with; where a value is long, only what differs is said. */
  readonly text: (draft: Draft, other?: Draft) => string;
}

/** What the side panel must know of a kind of master data. */
export interface EntityKind<Entity, Draft extends object, Id extends number | string = number> {
  /** Part of the query keys. */
  readonly key: string;
  /** null = whoever sees it, for what is one's own. */
  readonly editPermission: string | null;
  /** The id in an address: `Number`, or the text itself. */
  readonly readId: (text: string) => Id;
  readonly load: (id: Id, signal: AbortSignal) => Promise<Entity>;
  readonly create: (draft: Draft, idempotencyKey: string) => Promise<Entity>;
  readonly update: (id: Id, draft: Draft, ifMatch: string) => Promise<Entity>;
  /** As what the server keeps it when it is deleted, so that it can be taken back; absent = it cannot. */
  readonly keptAs?: KeptKind;
  /** null = this kind is never deleted. */
  readonly remove: ((id: Id, ifMatch: string) => Promise<unknown>) | null;
  /** The stored version in a 412; undefined when it is not readable. */
  readonly parse: (value: unknown) => Entity | undefined;
  readonly idOf: (entity: Entity) => Id;
  readonly nameOf: (entity: Entity) => string;
  readonly versionOf: (entity: Entity) => number;
  readonly empty: () => Draft;
  readonly draftOf: (entity: Entity) => Draft;
  /** `stored` is how it is now; null = it is new. */
  readonly check: (draft: Draft, id: Id | null, stored: Draft | null) => FieldIssue[];
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

/** Whether the signed-in user may change objects of a kind. */
export const useMayEdit = ({ editPermission }: { readonly editPermission: string | null }) =>
  useSession((state) => mayChange(state.user, editPermission));

export const entityKey = (kind: { readonly key: string }, id: number | string): QueryKey => [
  'masterData',
  kind.key,
  'one',
  id,
];
export const listKey = (key: string): QueryKey => ['masterData', key, 'list'];
