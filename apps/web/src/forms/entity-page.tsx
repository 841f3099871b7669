import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/layout.tsx';
import { showToast } from '../ui/toast.tsx';
import { EntityFormBody, useEntityEditing } from './entity-form-body.tsx';
import type { EntityKind } from './entity-kind.ts';
import { entityKey, useMayEdit } from './entity-kind.ts';
import type { EntityForm } from './use-entity-form.ts';

/** One object's form as the page of a step, where it needs more room than the panel beside a list has. */
export function EntityPage<Entity, Draft extends object, Id extends number | string>({
  kind,
  entity,
  title,
  renderFields,
  onSaved,
  onRemoved,
}: {
  kind: EntityKind<Entity, Draft, Id>;
  /** null = a new one. */
  entity: Entity | null;
  title: string;
  renderFields: (form: EntityForm<Entity, Draft>) => ReactNode;
  onSaved: (entity: Entity) => void;
  onRemoved: () => void;
}) {
  const client = useQueryClient();
  const mayEdit = useMayEdit(kind);
  const editing = useEntityEditing(kind, entity, {
    onUnchanged: () => showToast(t('masterData.unchanged')),
    onSaved: (saved) => {
      client.setQueryData(entityKey(kind, kind.idOf(saved)), saved);
      showToast(t('common.saved'));
      onSaved(saved);
    },
    onRemoved,
  });
  const { form } = editing;
  return (
    <Card title={title}>
      <EntityFormBody kind={kind} entity={entity} editing={editing} mayEdit={mayEdit}>
        {renderFields(form)}
      </EntityFormBody>
      {mayEdit ? (
        <div className="entity-page__actions">
          {entity !== null && kind.remove !== null ? (
            <Button kind="danger" onClick={() => editing.askToRemove()}>
              {t('common.delete')}
            </Button>
          ) : (
            <span />
          )}
          <Button kind="primary" type="submit" form={editing.formId} isBusy={form.running === 'save'}>
            {t('common.save')}
          </Button>
        </div>
      ) : (
        <p className="hint">{t('masterData.readOnly')}</p>
      )}
    </Card>
  );
}
