import { deleteComponent } from '@depotwerk/api/components/tariff-components';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { offerTakingBack } from '../../../ui/take-back.ts';
import { useAction } from '../../../ui/use-action.ts';
import { componentUsesQuery, reloadComponents } from './component-queries.ts';
import { ComponentUsesList } from './component-uses-list.tsx';
import { componentOfParams, useDialogComponent } from './use-dialog-component.ts';

/**
 * `?dialog=deleteComponent&componentKind=…&componentId=…`: asks once more, then deletes the version that was shown.
 * What uses the component is said with its names, before trying and after a refusal.
 */
export function DeleteComponentDialog({ params, onClose }: RoutedDialogProps) {
  const place = componentOfParams(params);
  const component = useDialogComponent(place);
  const uses = useQuery(componentUsesQuery(place.kind, place.id));
  const { isBusy, failure, act, forget } = useAction();
  const cancel = useRef<HTMLButtonElement>(null);
  const isInUse = (uses.data?.length ?? 0) > 0;
  const isOutdated = failure instanceof ApiError && failure.code === 'common.versionConflict';

  const remove = async () => {
    await act(
      async () => {
        await callApi(deleteComponent, { params: place }, { ifMatch: component.data?.etag ?? undefined });
        const text = t('tariffComponents.deleted', { name: component.data?.name ?? '' });
        offerTakingBack(text, { objectType: 'tariffComponent', objectId: place.id }, reloadComponents);
        onClose();
        void reloadComponents();
      },
      async () => {
        // Somebody else may have begun to use it.
        await uses.refetch();
      },
    );
  };
  const reload = async () => {
    forget();
    await Promise.all([component.refetch(), uses.refetch()]);
  };

  return (
    <Dialog
      title={t('tariffComponents.deleteTitle')}
      onClose={onClose}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(isInUse ? 'common.close' : 'common.cancel')}
          </Button>
          {isInUse ? null : (
            <Button
              kind="danger"
              isBusy={isBusy}
              disabled={!component.data || !uses.data || isOutdated}
              onClick={() => void remove()}
            >
              {t('common.delete')}
            </Button>
          )}
        </>
      }
    >
      {component.isError ? (
        <QueryError query={component} />
      ) : !component.data || uses.isPending ? (
        <Skeleton lines={3} />
      ) : isInUse ? (
        <>
          <Banner
            tone="warn"
            role="alert"
            title={t('tariffComponents.inUseTitle', { name: component.data.name })}
          >
            {t('tariffComponents.inUseHint')}
          </Banner>
          <ComponentUsesList kind={place.kind} id={place.id} />
        </>
      ) : (
        <p>{t('tariffComponents.deleteHint', { name: component.data.name, key: component.data.key })}</p>
      )}
      {uses.isError ? <QueryError query={uses} /> : null}
      {isOutdated ? (
        <Banner
          tone="warn"
          role="alert"
          actions={
            <Button size="small" isBusy={component.isFetching} onClick={() => void reload()}>
              {t('tariffComponents.reload')}
            </Button>
          }
        >
          {t('tariffComponents.deleteConflict')}
        </Banner>
      ) : failure === null || isInUse ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(failure)}
        </Banner>
      )}
    </Dialog>
  );
}
