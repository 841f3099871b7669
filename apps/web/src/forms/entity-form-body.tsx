import type { ReactNode, RefObject } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { ErrorBanner } from '../ui/feedback.tsx';
import { AskDialog } from './ask-dialog.tsx';
import type { EntityKind } from './entity-kind.ts';
import { ErrorSummary } from './error-summary.tsx';
import { focusField } from './focus-field.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { EntityForm } from './use-entity-form.ts';
import { useEntityForm } from './use-entity-form.ts';
import { VersionChoice } from './version-choice.tsx';
import './entity-panel.css';

export interface EntityEditing<Entity, Draft extends object> {
  form: EntityForm<Entity, Draft>;
  formId: string;
  messages: RefObject<HTMLDivElement | null>;
  /** True when what is unsaved is meant to go: after saving and deleting. */
  mayLeave: () => boolean;
  submit: () => Promise<void>;
  isRemoving: boolean;
  askToRemove: () => void;
  remove: () => Promise<void>;
  keep: () => void;
}

/** State of editing one object, in a panel or on a page: saving, deleting, and what happens after. */
export function useEntityEditing<Entity, Draft extends object, Id extends number | string>(
  kind: EntityKind<Entity, Draft, Id>,
  entity: Entity | null,
  on: { onUnchanged: () => void; onSaved: (entity: Entity) => void; onRemoved: () => void },
): EntityEditing<Entity, Draft> {
  const form = useEntityForm(kind, entity);
  const [isRemoving, setRemoving] = useState(false);
  const isSettled = useRef(false);
  const messages = useRef<HTMLDivElement>(null);
  const formId = useId();
  // They are rendered first; then they must be seen, however far the form was scrolled.
  const showMessages = () => setTimeout(() => messages.current?.focus());
  /** What follows may leave the page, which then must not ask; who stays goes on editing. */
  const settle = (what: () => void) => {
    isSettled.current = true;
    what();
  };
  useEffect(() => {
    if (!form.isDirty) isSettled.current = false;
  }, [form.isDirty]);
  return {
    form,
    formId,
    messages,
    mayLeave: () => isSettled.current,
    submit: async () => {
      // Settings that exist before anybody filled them in are unchanged, and still to be said wrong.
      if (!form.isDirty && form.isValid && entity !== null) return settle(on.onUnchanged);
      const saved = await form.save();
      if (saved === null) showMessages();
      else settle(() => on.onSaved(saved));
    },
    isRemoving,
    askToRemove: () => setRemoving(true),
    keep: () => setRemoving(false),
    remove: async () => {
      const isDone = await form.remove();
      setRemoving(false);
      if (isDone) settle(on.onRemoved);
      else showMessages();
    },
  };
}

/** The form of one object: what keeps it from being saved, its fields, and the questions it asks. */
export function EntityFormBody<Entity, Draft extends object, Id extends number | string>({
  kind,
  entity,
  editing,
  mayEdit,
  isHidden,
  onSeek,
  children,
}: {
  kind: EntityKind<Entity, Draft, Id>;
  entity: Entity | null;
  editing: EntityEditing<Entity, Draft>;
  mayEdit: boolean;
  isHidden?: boolean | undefined;
  /** Brings onto the page where a field stands, for forms that show a part of themselves at a time. */
  onSeek?: ((path: string) => void) | undefined;
  children: ReactNode;
}) {
  const { form, formId } = editing;
  const name = entity === null ? kind.words.create : kind.nameOf(entity);
  const labelOf = (path: string) => kind.fields().find((field) => field.path === path)?.label ?? path;
  return (
    <>
      {form.summary.length === 0 && form.failure === null ? null : (
        <div ref={editing.messages} tabIndex={-1} className="entity-messages">
          <ErrorSummary
            entries={form.summary.map(({ path, text }) => ({
              key: path,
              text: `${labelOf(path)}: ${text}`,
              onOpen: () => {
                if (!onSeek) return focusField(path, formId);
                onSeek(path);
                // What was brought onto the page is rendered first.
                setTimeout(() => focusField(path, formId));
              },
            }))}
          />
          <ErrorBanner error={form.failure} />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to its fields being left */}
      <form
        id={formId}
        noValidate
        className="entity-form"
        hidden={isHidden}
        onSubmit={(event) => {
          event.preventDefault();
          void editing.submit();
        }}
        onBlur={(event) => {
          const path = event.target.closest<HTMLElement>('[data-path]')?.dataset['path'];
          if (path !== undefined) form.leave(path);
        }}
      >
        <fieldset className="entity-form__fields" disabled={!mayEdit}>
          <legend className="visually-hidden">{name}</legend>
          {children}
        </fieldset>
      </form>
      {/* oxlint-disable-next-line react/refs -- called when somebody leaves the page, never while rendering */}
      <LeaveGuard isDirty={form.isDirty} isFree={editing.mayLeave} isKeptOverLoss />
      {editing.isRemoving && entity !== null ? (
        <AskDialog
          size="small"
          title={t('masterData.removeTitle')}
          submit={t('common.delete')}
          kind="danger"
          isBusy={form.running === 'remove'}
          onSubmit={() => void editing.remove()}
          onClose={editing.keep}
        >
          <p>{kind.words.removeQuestion(kind.nameOf(entity))}</p>
        </AskDialog>
      ) : null}
      {form.conflict === null ? null : (
        <VersionChoice
          title={t('forms.versions.object.title')}
          explanation={t('forms.versions.object.text')}
          theirsLabel={t('forms.versions.object.theirs')}
          fields={form.conflict.fields}
          onResolve={form.resolve}
        />
      )}
    </>
  );
}
