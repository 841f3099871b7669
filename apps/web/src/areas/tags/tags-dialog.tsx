import { changeContractTags, changeCustomerTags } from '@depotwerk/api/tags/tags';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { readAnew } from '../../platform/read-anew.ts';
import { t } from '../../texts/texts.ts';
import { Swatch } from '../../ui/cells.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { NoTags } from './public/no-tags.tsx';
import type { Tag } from './public/tag-queries.ts';
import { tagsQuery } from './public/tag-queries.ts';
import './tags.css';

export interface TagsDialogProps {
  carrier: 'customer' | 'contract';
  id: string;
  tags: readonly Tag[];
  onClose: () => void;
}

/** Gives a customer or contract tags and takes others away; one that is no longer given can only be taken away. */
export function TagsDialog({ carrier, id, tags, onClose }: TagsDialogProps) {
  const choices = useQuery(tagsQuery());
  const before = new Set(tags.map((each) => each.id));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(before);
  const { isBusy, failure: error, act } = useAction();
  const offered = choices.data?.filter((each) => !each.isInactive || before.has(each.id)) ?? [];
  const submit = async () => {
    const addedIds = [...chosen].filter((each) => !before.has(each));
    const removedIds = [...before].filter((each) => !chosen.has(each));
    await act(async () => {
      if (addedIds.length + removedIds.length > 0) {
        await callApi(carrier === 'customer' ? changeCustomerTags : changeContractTags, {
          params: { id },
          body: { addedIds, removedIds },
        });
        void readAnew(carrier, `${carrier}s`);
        showToast(t('common.saved'));
      }
      onClose();
    });
  };
  return (
    <AskDialog
      title={t('tags.title')}
      onClose={onClose}
      submit={t('common.save')}
      isDisabled={offered.length === 0}
      failure={error}
      isBusy={isBusy}
      onSubmit={() => void submit()}
    >
      {choices.isError ? (
        <QueryError title={t('masterData.tags.loadFailed')} query={choices} />
      ) : choices.data === undefined ? (
        <Skeleton lines={4} />
      ) : offered.length === 0 ? (
        <NoTags />
      ) : (
        <div className="tag-choices" role="group" aria-label={t('tags.title')}>
          {offered.map((each) => (
            <Checkbox
              key={each.id}
              label={
                <>
                  <Swatch colour={each.colour} /> {each.tagName}
                </>
              }
              isChecked={chosen.has(each.id)}
              onChange={(isOn) => {
                const next = new Set(chosen);
                if (isOn) next.add(each.id);
                else next.delete(each.id);
                setChosen(next);
              }}
            />
          ))}
        </div>
      )}
    </AskDialog>
  );
}
