import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import type { EntityKind } from './entity-kind.ts';
import { entityKey } from './entity-kind.ts';
import { ErrorSummary } from './error-summary.tsx';
import type { EntityForm } from './use-entity-form.ts';
import { useEntityForm } from './use-entity-form.ts';
import './entity-panel.css';

export interface EntityPanelProps<Entity, Draft extends object> {
  kind: EntityKind<Entity, Draft>;
  /** Id of the object, or `new`. */
  open: string;
  onClose: () => void;
  /** The fields; inside a fieldset that is disabled for those who may only look. */
  renderFields: (form: EntityForm<Entity, Draft>, entity: Entity | null) => ReactNode;
  /** Of objects that are looked at more often than changed: the reading view, with the form as a second one. */
  renderView?: ((entity: Entity) => ReactNode) | undefined;
  /** What can only be read: figures, usage. */
  renderFacts?: ((entity: Entity) => ReactNode) | undefined;
}

/** One object of a list in the side panel: loaded, shown, changed, deleted. */
export function EntityPanel<Entity, Draft extends object>(props: EntityPanelProps<Entity, Draft>) {
  const { kind, open, onClose } = props;
  const id = open === 'new' ? null : Number(open);
  const query = useQuery({
    queryKey: entityKey(kind, id ?? 0),
    queryFn: ({ signal }) => kind.load(id ?? 0, signal),
    enabled: id !== null,
    // Opened is read anew: somebody else may have changed it.
    staleTime: 0,
    gcTime: 0,
  });
  if (id === null) return <EntityEditor key="new" {...props} entity={null} />;
  // What the cache still holds may be older than what was saved since: a form never begins with it.
  if (query.data !== undefined && query.isFetchedAfterMount)
    return <EntityEditor key={id} {...props} entity={query.data} />;
  return (
    <SidePanel title={t('common.loading')} onClose={onClose}>
      {query.isError ? (
        <LoadError
          title={kind.words.loadFailed}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </SidePanel>
  );
}

function EntityEditor<Entity, Draft extends object>({
  kind,
  entity,
  onClose,
  renderFields,
  renderView,
  renderFacts,
}: EntityPanelProps<Entity, Draft> & { entity: Entity | null }) {
  const form = useEntityForm(kind, entity);
  const mayEdit = useSession((state) => hasPermission(state.user, kind.editPermission));
  const [isRemoving, setRemoving] = useState(false);
  const hasView = entity !== null && renderView !== undefined;
  const [isViewing, setViewing] = useState(hasView);
  const isSettled = useRef(false);
  const messages = useRef<HTMLDivElement>(null);
  const formId = useId();
  const name = entity === null ? kind.words.create : kind.nameOf(entity);

  const finish = (text: string) => {
    isSettled.current = true;
    showToast(text);
    onClose();
  };
  // They are rendered first; then they must be seen, however far the form was scrolled.
  const showMessages = () => setTimeout(() => messages.current?.focus());
  const save = async () => {
    if (!form.isDirty && entity !== null) finish(t('masterData.unchanged'));
    else if (await form.save()) finish(t('common.saved'));
    else showMessages();
  };
  const remove = async () => {
    const isDone = await form.remove();
    setRemoving(false);
    if (isDone) finish(t('masterData.removed'));
    else showMessages();
  };

  return (
    <SidePanel
      title={name}
      subtitle={mayEdit ? undefined : t('masterData.readOnly')}
      startsInForm={mayEdit && !isViewing}
      onClose={onClose}
      footer={
        mayEdit && !isViewing ? (
          <>
            {entity !== null && kind.remove !== null ? (
              <span className="ui-side-panel__aside">
                <Button kind="danger" onClick={() => setRemoving(true)}>
                  {t('common.delete')}
                </Button>
              </span>
            ) : null}
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button kind="primary" type="submit" form={formId} isBusy={form.running === 'save'}>
              {t('common.save')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('common.close')}</Button>
        )
      }
    >
      {hasView && mayEdit ? (
        <SegmentedControl
          label={t('masterData.view')}
          value={isViewing ? 'view' : 'edit'}
          options={[
            { value: 'view', label: t('masterData.look') },
            { value: 'edit', label: t('common.edit') },
          ]}
          onChange={(value) => setViewing(value === 'view')}
        />
      ) : null}
      {hasView ? (
        <div className="entity-view" hidden={!isViewing}>
          {renderView?.(entity)}
        </div>
      ) : null}
      {form.summary.length === 0 && form.failure === null ? null : (
        <div ref={messages} tabIndex={-1} className="entity-messages">
          <ErrorSummary entries={form.summary} fields={kind.fields()} formId={formId} />
          {form.failure === null ? null : (
            <Banner tone="bad" role="alert">
              {errorMessageOf(form.failure)}
            </Banner>
          )}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to its fields being left */}
      <form
        id={formId}
        noValidate
        className="entity-form"
        hidden={isViewing}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onBlur={(event) => {
          const path = event.target.closest<HTMLElement>('[data-path]')?.dataset['path'];
          if (path !== undefined) form.leave(path);
        }}
      >
        <fieldset className="entity-form__fields" disabled={!mayEdit}>
          <legend className="visually-hidden">{name}</legend>
          {renderFields(form, entity)}
        </fieldset>
      </form>
      {entity === null ? null : renderFacts?.(entity)}
      <LeaveGuard isDirty={form.isDirty} isSettled={isSettled} />
      {isRemoving && entity !== null ? (
        <RemoveDialog
          question={kind.words.removeQuestion(kind.nameOf(entity))}
          isBusy={form.running === 'remove'}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        />
      ) : null}
      {form.conflict === null ? null : (
        <ConflictChoice kind={kind} conflict={form.conflict} mine={form.draft} onResolve={form.resolve} />
      )}
    </SidePanel>
  );
}

function RemoveDialog(props: {
  question: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      size="small"
      title={t('masterData.removeTitle')}
      initialFocus={stay}
      onClose={props.onClose}
      footer={
        <>
          <Button ref={stay} onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" isBusy={props.isBusy} onClick={props.onConfirm}>
            {t('common.delete')}
          </Button>
        </>
      }
    >
      <p>{props.question}</p>
    </Dialog>
  );
}

/** Leaving the panel with unsaved changes asks first: closing it, going back, another page, another object. */
function LeaveGuard({ isDirty, isSettled }: { isDirty: boolean; isSettled: { readonly current: boolean } }) {
  const stay = useRef<HTMLButtonElement>(null);
  const openOf = (search: object) => ('open' in search ? search.open : undefined);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      !isSettled.current &&
      (current.pathname !== next.pathname || openOf(current.search) !== openOf(next.search)),
    enableBeforeUnload: () => isDirty && !isSettled.current,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      size="small"
      title={t('dialogs.confirmDiscardTitle')}
      isStatic
      initialFocus={stay}
      onClose={blocker.reset}
      footer={
        <>
          <Button kind="danger" onClick={blocker.proceed}>
            {t('common.discard')}
          </Button>
          <Button kind="primary" ref={stay} onClick={blocker.reset}>
            {t('dialogs.stay')}
          </Button>
        </>
      }
    >
      <p>{t('dialogs.confirmDiscard')}</p>
    </Dialog>
  );
}
