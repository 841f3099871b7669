import { copyTariff } from '@depotwerk/api/tariffs';
import { useQuery } from '@tanstack/react-query';
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
import { reloadTariffs } from '../tariff-steps/tariff-queries.ts';
import { tariffQuery } from './tariff-list-queries.ts';

/** `?dialog=copyTariff&tariffId=…`: a new tariff with the same content, as draft. */
export function CopyTariffDialog({ params, onClose }: RoutedDialogProps) {
  const id = params['tariffId'] ?? '';
  const source = useQuery(tariffQuery(id));
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
  const original = source.data?.tariff;
  const name =
    typedName ??
    (original === undefined ? '' : t('tariffList.copyName', { name: original.name }).slice(0, 200));
  const key =
    typedKey ?? (original === undefined ? '' : `${original.key}-${t('tariffList.copyKey')}`.slice(0, 50));
  const change = (set: (text: string) => void) => (text: string) => {
    attempt.current = crypto.randomUUID();
    setFailure(null);
    set(text);
  };
  const keyError =
    failure instanceof ApiError &&
    (failure.code === 'tariffs.keyExists' || failure.validation.some(({ path }) => path === 'key'));

  const submit = async () => {
    setTouched(true);
    if (name.trim() === '' || key.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      const copy = await callApi(
        copyTariff,
        { params: { id }, body: { name: name.trim(), key: key.trim() } },
        { idempotencyKey: attempt.current },
      );
      showToast(t('tariffList.copied', { name: copy.tariff.name }));
      reloadTariffs();
      await navigate({
        to: '/admin/tariffs/$tariffId/$step',
        params: { tariffId: copy.id, step: 'info' },
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
      title={t('tariffList.copyTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy} disabled={!source.data}>
            {t('tariffList.copy')}
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
      ) : original === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <form
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <p>{t('tariffList.copyHint', { name: original.name })}</p>
          <TextField
            label={t('tariffWizard.fields.name')}
            value={name}
            maxLength={200}
            isRequired
            error={isTouched && name.trim() === '' ? t('validators.required') : null}
            onChange={change(setName)}
          />
          <TextField
            label={t('tariffWizard.fields.key')}
            hint={t('componentSteps.keyHint')}
            value={key}
            maxLength={50}
            isRequired
            error={
              isTouched && key.trim() === ''
                ? t('validators.required')
                : keyError
                  ? errorMessageOf(failure)
                  : null
            }
            onChange={change(setKey)}
          />
          {failure === null || keyError ? null : (
            <Banner tone="bad" role="alert">
              {errorMessageOf(failure)}
            </Banner>
          )}
        </form>
      )}
    </Dialog>
  );
}
