import type { DraftType } from '@depotwerk/api/drafts/drafts';
import type { RuleIssue } from '@depotwerk/domain/tariff/tariff-drafts';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { FieldConflict, MergeChoices } from '../../../forms/compare-drafts.ts';
import type { TextKey } from '../../../texts/texts.ts';
import type { LazyStep } from './lazy-step.tsx';

/** A step of a wizard. */
export interface WizardStep<Draft> {
  /** Last part of its address: `component-info`, `risk`, …. */
  readonly path: string;
  readonly title: TextKey;
  /** One line under the title. */
  readonly hint?: TextKey | undefined;
  readonly component: LazyStep<Draft>;
}

/** An object as the server has it. */
export interface WizardObject<Draft> {
  readonly id: string;
  readonly draft: Draft;
  /** Version the next save builds on. */
  readonly etag: string | null;
  readonly rowVersion: number;
  /** Why it cannot be changed now, in words for the user; null = it can. */
  readonly readOnlyReason: string | null;
  /** Second line of the head: "Version 3 · Entwurf". */
  readonly subtitle: string | null;
}

/** How two versions of a draft are compared, and one made of both. */
export interface DraftVersions<Draft> {
  /** `base` is what both began with; null = unknown. */
  readonly compare: (base: Draft | null, mine: Draft, theirs: Draft) => readonly FieldConflict[];
  readonly merge: (mine: Draft, theirs: Draft, choices: MergeChoices) => Draft;
}

/** What makes one of the five wizards. `Draft` is an object of plain JSON values. */
export interface WizardDefinition<Draft extends object> {
  readonly draftType: DraftType;
  /** Shape of a stored draft; one that does not fit (of an older release) can only be discarded. */
  readonly body: z.ZodMiniType<Draft>;
  readonly steps: (draft: Draft) => readonly WizardStep<Draft>[];
  /** Findings of all pages, each with the step it belongs to. */
  readonly check: (draft: Draft) => readonly (RuleIssue & { readonly step: string })[];
  readonly empty: () => Draft;
  readonly load: (id: string, signal: AbortSignal) => Promise<WizardObject<Draft>>;
  readonly create: (draft: Draft, idempotencyKey: string) => Promise<WizardObject<Draft>>;
  readonly put: (id: string, draft: Draft, etag: string | null) => Promise<WizardObject<Draft>>;
  /** Runs after a save: reloads lists and lookups that show the object. */
  readonly afterSave: (saved: WizardObject<Draft>) => void;
  /** Address of a step; `id` null = new object. Without the origin. */
  readonly stepHref: (id: string | null, step: string) => string;
  /** Where the list is. */
  readonly listHref: string;
  /** Where a saved object is shown next, e.g. its versions; without it the wizard stays where it is. */
  readonly afterCreate?: ((saved: WizardObject<Draft>) => string) | undefined;
  /** Permission to change. */
  readonly editPermission: string;
  readonly nameOf: (draft: Draft) => string;
  readonly texts: {
    /** "Tarife": back to the list. */
    readonly list: TextKey;
    /** "Neuer Tarif" */
    readonly newTitle: TextKey;
    /** "{names} bearbeitet diesen Tarif ebenfalls (Entwurf von {time})"; also with `_other` for several. */
    readonly othersEditing: TextKey;
  };
  /** Errors of the save that belong to a field: `{ 'tariffs.keyExists': 'key' }`. */
  readonly errorPaths: Readonly<Record<string, string>>;
  /** Page a field stands on, for findings of the server; undefined = shown above the step. */
  readonly stepOfPath: (path: string) => string | undefined;
  /**
   * Words for a field in the error summary and in a comparison of two drafts; '' = the finding's own words suffice.
   * `path` is that of a finding (`riskItems[2].target`) or of a comparison (`key`, `optimizationHints.4`).
   */
  readonly fieldLabel: (path: string) => string;
  /**
   * A value of a field in words, beside that of the other draft where two are compared; undefined = the wizard's own wording
   * of numbers, texts and yes or no.
   */
  readonly fieldValue?:
    | ((path: string, value: unknown, draft: Draft, other: unknown) => string | undefined)
    | undefined;
  /** Loads what `fieldValue` names two drafts by and no page of the wizard may have asked for yet. */
  readonly loadNames?: ((mine: Draft, theirs: Draft) => Promise<unknown>) | undefined;
  /** Undefined = field by field. */
  readonly versions?: DraftVersions<Draft> | undefined;
  /** Notice above every step, e.g. how many tariffs use the component. */
  readonly notice?: ((object: WizardObject<Draft> | null) => ReactNode) | undefined;
}
