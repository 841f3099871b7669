import { useRef, useState } from 'react';
import { isSameValue } from '../../../forms/compare-drafts.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { dropDraft, keepObject } from './draft-queries.ts';
import { serverFindings } from './server-findings.ts';
import type { WizardDraft } from './use-wizard-draft.ts';
import type { WizardFinding } from './wizard-context.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';

interface Options<Draft extends object> {
  readonly definition: WizardDefinition<Draft>;
  readonly object: WizardObject<Draft> | null;
  readonly step: string;
  readonly draft: WizardDraft<Draft>;
  readonly onSaved: (saved: WizardObject<Draft>, wasNew: boolean) => void;
  readonly onRefused: (findings: readonly WizardFinding[]) => void;
  /** Somebody else saved in between; `theirs` is what is stored now. */
  readonly onConflict: (theirs: WizardObject<Draft>) => void;
}

export interface WizardSave {
  readonly isSaving: boolean;
  /** Creates or replaces the object. The caller has checked the rules. */
  readonly save: () => Promise<void>;
}

/** Saving the object itself, whole; the stored draft has then done its work and goes. */
export function useWizardSave<Draft extends object>(options: Options<Draft>): WizardSave {
  const { definition, object, step, draft, onSaved, onRefused, onConflict } = options;
  const [isSaving, setSaving] = useState(false);
  // One key for one new object, however often its creation is tried.
  const creation = useRef<{ key: string; draft: Draft } | null>(null);

  const keyFor = (sent: Draft): string => {
    if (creation.current === null || !isSameValue(creation.current.draft, sent)) {
      creation.current = { key: crypto.randomUUID(), draft: sent };
    }
    return creation.current.key;
  };

  const finish = (sent: Draft, saved: WizardObject<Draft>) => {
    keepObject(definition.draftType, saved);
    draft.send({ kind: 'objectSaved', sent, object: saved.draft });
    // Should this fail, the next visit offers a draft that says what is saved already, and drops it then.
    dropDraft(definition.draftType, object?.id ?? null).catch(() => undefined);
    definition.afterSave(saved);
    onSaved(saved, object === null);
  };

  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    // A draft on its way arrives first; otherwise it would be stored again after it was dropped.
    await draft.flush();
    const sent = draft.newest().draft;
    try {
      const saved =
        object === null
          ? await definition.create(sent, keyFor(sent))
          : await definition.put(object.id, sent, object.etag);
      finish(sent, saved);
    } catch (error) {
      if (object !== null && error instanceof ApiError && error.status === 412) {
        await readTheirs(object.id);
      } else {
        const findings = serverFindings(error, definition, step);
        if (findings === null) showApiError(error);
        else onRefused(findings);
      }
    } finally {
      setSaving(false);
    }
  };

  const readTheirs = async (id: string) => {
    try {
      const theirs = await definition.load(id, AbortSignal.timeout(30_000));
      onConflict(theirs);
    } catch (error) {
      showApiError(error);
    }
  };

  return { isSaving, save };
}
