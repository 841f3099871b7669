import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { QueryError, Skeleton } from '../ui/feedback.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import { SegmentedControl } from '../ui/tabs.tsx';
import { showToast } from '../ui/toast.tsx';
import { EntityFormBody, useEntityEditing } from './entity-form-body.tsx';
import type { EntityKind } from './entity-kind.ts';
import { entityKey, useMayEdit } from './entity-kind.ts';
import type { EntityForm } from './use-entity-form.ts';

export interface EntityPanelProps<Entity, Draft extends object, Id extends number | string = number> {
  kind: EntityKind<Entity, Draft, Id>;
  /** Id of the object, or `new`. */
  open: string;
  onClose: () => void;
  /** What follows a saved one instead of closing, such as going to its page. */
  onSaved?: ((entity: Entity) => void) | undefined;
  /** The fields; inside a fieldset that is disabled for those who may only look. */
  renderFields: (form: EntityForm<Entity, Draft>, entity: Entity | null) => ReactNode;
  /** Of objects that are looked at more often than changed: the reading view, with the form as a second one. */
  renderView?: ((entity: Entity) => ReactNode) | undefined;
  /** What can only be read: figures, usage. */
  renderFacts?: ((entity: Entity) => ReactNode) | undefined;
}

/** One object of a list in the side panel: loaded, shown, changed, deleted. */
export function EntityPanel<Entity, Draft extends object, Id extends number | string = number>(
  props: EntityPanelProps<Entity, Draft, Id>,
) {
  const { kind, open, onClose } = props;
  const id = open === 'new' ? null : kind.readId(open);
  const query = useQuery({
    queryKey: entityKey(kind, id ?? 0),
    queryFn: id === null ? skipToken : ({ signal }) => kind.load(id, signal),
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
      {query.isError ? <QueryError title={kind.words.loadFailed} query={query} /> : <Skeleton lines={8} />}
    </SidePanel>
  );
}

function EntityEditor<Entity, Draft extends object, Id extends number | string>({
  kind,
  entity,
  onClose,
  onSaved,
  renderFields,
  renderView,
  renderFacts,
}: EntityPanelProps<Entity, Draft, Id> & { entity: Entity | null }) {
  const mayEdit = useMayEdit(kind);
  const hasView = entity !== null && renderView !== undefined;
  const [isViewing, setViewing] = useState(hasView);
  const name = entity === null ? kind.words.create : kind.nameOf(entity);
  const finish = (text: string) => {
    showToast(text);
    onClose();
  };
  const editing = useEntityEditing(kind, entity, {
    onUnchanged: () => finish(t('masterData.unchanged')),
    onSaved: (saved) => {
      showToast(t('common.saved'));
      if (onSaved === undefined) onClose();
      else onSaved(saved);
    },
    onRemoved: onClose,
  });
  const { form } = editing;

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
                <Button kind="danger" onClick={editing.askToRemove}>
                  {t('common.delete')}
                </Button>
              </span>
            ) : null}
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button kind="primary" type="submit" form={editing.formId} isBusy={form.running === 'save'}>
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
      <EntityFormBody kind={kind} entity={entity} editing={editing} mayEdit={mayEdit} isHidden={isViewing}>
        {renderFields(form, entity)}
      </EntityFormBody>
      {entity === null ? null : renderFacts?.(entity)}
    </SidePanel>
  );
}
