import type { ManagedTag } from '@depotwerk/api/tags/tags';
import { mergeTag } from '@depotwerk/api/tags/tags';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { listKey } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { tagsQuery } from './public/tag-queries.ts';
import { tagKind } from './tag-kind.ts';

/** Puts another tag in the place of one, wherever it is, after a question that says how much that is. */
export function MergeTag({ entity, onMerged }: { entity: ManagedTag; onMerged: () => void }) {
  const client = useQueryClient();
  const others = useQuery(tagsQuery()).data?.filter(({ id }) => id !== entity.id) ?? [];
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const { isBusy, failure: error, act } = useAction();
  if (others.length === 0) return null;
  const into = others.find(({ id }) => String(id) === chosen);
  const submit = async () => {
    if (into === undefined || asked === null) return;
    await act(async () => {
      await callApi(
        mergeTag,
        { params: { id: entity.id }, body: { intoId: into.id } },
        { idempotencyKey: asked },
      );
      for (const queryKey of [listKey('tags'), ...tagKind().affected]) {
        void client.invalidateQueries({ queryKey });
      }
      showToast(t('masterData.tags.merged', { name: into.tagName }));
      onMerged();
    });
  };
  return (
    <section className="entity-form__section">
      <h3>{t('masterData.tags.mergeTitle')}</h3>
      <p className="hint">{t('masterData.tags.mergeHint')}</p>
      <SelectField
        label={t('masterData.tags.mergeInto')}
        value={chosen}
        emptyLabel={t('masterData.noChoice')}
        options={others.map(({ id, tagName }) => ({ value: String(id), label: tagName }))}
        onChange={setChosen}
      />
      <div>
        <Button disabled={into === undefined} onClick={() => setAsked(crypto.randomUUID())}>
          {t('masterData.tags.merge')}
        </Button>
      </div>
      {asked !== null && into !== undefined ? (
        <AskDialog
          size="small"
          kind="danger"
          title={t('masterData.tags.mergeTitle')}
          submit={t('masterData.tags.merge')}
          isBusy={isBusy}
          failure={error}
          onSubmit={() => void submit()}
          onClose={() => setAsked(null)}
        >
          <p>
            {t('masterData.tags.mergeQuestion', {
              from: entity.tagName,
              into: into.tagName,
              customers: formatNumber(entity.customerCount),
              contracts: formatNumber(entity.contractCount),
            })}
          </p>
        </AskDialog>
      ) : null}
    </section>
  );
}
