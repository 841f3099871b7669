import { copyComponent } from '@depotwerk/api/tariff-components';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, LoadError, Skeleton } from '../../../ui/feedback.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { reloadComponents } from './component-queries.ts';
import { componentOfParams, useDialogComponent } from './use-dialog-component.ts';

/** `?dialog=copyComponent&componentKind=…&componentId=…`: a new component with the same content. */
export function CopyComponentDialog({ params, onClose }: RoutedDialogProps) {
  const place = componentOfParams(params);
  const source = useDialogComponent(place);
  const navigate = useNavigate();
  const formId = useId();
  // null = not typed yet: then the proposal made from the source stands there.
  const [typedName, setName] = useState<string | null>(null);
  const [typedKey, setKey] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // The same copy asked for again after a lost answer is made once; another name is another copy.
  const attempt = useRef(crypto.randomUUID());
  const name =
    typedName ??
    (source.data ? t('tariffComponents.copyName', { name: source.data.name }).slice(0, 200) : '');
  const key =
    typedKey ?? (source.data ? `${source.data.key}-${t('tariffComponents.copyKey')}`.slice(0, 50) : '');
  const change = (set: (text: string) => void) => (text: string) => {
    attempt.current = crypto.randomUUID();
    setFailure(null);
    set(text);
  };
  const isKeyTaken = failure instanceof ApiError && failure.code === 'tariffComponents.keyExists';

  const submit = async () => {
    setTouched(true);
    if (name.trim() === '' || key.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      const copy = await callApi(
        copyComponent,
        { params: place, body: { name: name.trim(), key: key.trim() } },
        { idempotencyKey: attempt.current },
      );
      showToast(t('tariffComponents.copied', { name: copy.name }));
      void reloadComponents();
      await navigate({
        to: '/admin/tariff-components/$componentKind/$componentId/$step',
        params: { componentKind: copy.kind, componentId: copy.id, step: 'component-info' },
        search: {},
      });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <Dialog
      size="small"
      title={t('tariffComponents.copyTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy} disabled={!source.data}>
            {t('tariffComponents.copy')}
          </Button>
        </>
      }
    >
      {source.isError ? (
        <LoadError
          error={source.error}
          isRetrying={source.isFetching}
          onRetry={() => void source.refetch()}
        />
      ) : source.data ? (
        <form
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <p>{t('tariffComponents.copyHint', { name: source.data.name })}</p>
          <TextField
            label={t('tariffComponents.columns.name')}
            value={name}
            maxLength={200}
            isRequired
            error={isTouched && name.trim() === '' ? t('validators.required') : null}
            onChange={change(setName)}
          />
          <TextField
            label={t('tariffComponents.columns.key')}
            value={key}
            maxLength={50}
            isRequired
            error={
              isTouched && key.trim() === ''
                ? t('validators.required')
                : isKeyTaken
                  ? errorMessageOf(failure)
                  : null
            }
            onChange={change(setKey)}
          />
          {failure === null || isKeyTaken ? null : (
            <Banner tone="bad" role="alert">
              {errorMessageOf(failure)}
            </Banner>
          )}
        </form>
      ) : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  );
}
