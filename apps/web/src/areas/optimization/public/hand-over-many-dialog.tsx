import { handOverToMany, previewHandovers } from '@depotwerk/api/optimization/key-information';
import type { HandingOverForm } from '@depotwerk/domain/contracts/key-information';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { HandingOverFormField } from '../key-information/handing-over-form-field.tsx';
import { KeyInformationList } from '../key-information/key-information-list.tsx';

interface HandOverManyDialogProps {
  selection: z.input<(typeof handOverToMany)['body']>['selection'];
  onClose: () => void;
  /** After the work was started. */
  onDone: () => void;
}

/** Shows which documents the open plans of many contracts wait for, and starts recording that all holders got them. */
export function HandOverManyDialog({ selection, onClose, onDone }: HandOverManyDialogProps) {
  const navigate = useNavigate();
  const [form, setForm] = useState<HandingOverForm | ''>('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const ahead = useQuery({
    queryKey: ['bulk-job', 'handovers-ahead', selection],
    queryFn: ({ signal }) => callApi(previewHandovers, { body: { selection } }, { signal }),
    // What is confirmed is what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  const funds = ahead.data?.funds ?? [];
  const documents = funds.flatMap(({ fundId, document }) =>
    document === null ? [] : [{ fundId, version: document.version }],
  );
  const withoutDocument = funds.length - documents.length;
  const counts = new Map(funds.map(({ fundId, contractCount }) => [fundId, contractCount]));
  const start = async () => {
    setTouched(true);
    if (form === '') return;
    await act(async () => {
      const job = await callApi(handOverToMany, { body: { selection, form, documents } });
      onDone();
      await navigate({ to: '.', ...dialogLink('bulkHandOver', { jobId: job.id }) });
    });
  };
  return (
    <AskDialog
      title={t('optimization.bulkHandOver.title')}
      submit={t('optimization.keyInformation.confirm')}
      isBusy={isBusy}
      isDisabled={documents.length === 0}
      onSubmit={() => void start()}
      onClose={onClose}
      failure={failure}
    >
      {ahead.isError ? (
        <QueryError query={ahead} />
      ) : !ahead.data ? (
        <Skeleton lines={5} />
      ) : funds.length === 0 ? (
        <p>{t('optimization.bulkHandOver.nothing')}</p>
      ) : (
        <>
          <p>
            <b>
              {t('optimization.bulkHandOver.ahead', {
                count: ahead.data.contractCount,
                number: formatNumber(ahead.data.contractCount),
              })}
            </b>{' '}
            {t('optimization.bulkHandOver.hint')}
          </p>
          {withoutDocument > 0 ? (
            <Banner tone="warn">
              {t('optimization.keyInformation.withoutDocument', { count: withoutDocument })}
            </Banner>
          ) : null}
          {/* Above the list, which may be long: what is asked for is in sight. */}
          {documents.length > 0 ? (
            <HandingOverFormField value={form} isTouched={isTouched} onChange={setForm} />
          ) : null}
          <KeyInformationList
            information={{
              holders: [],
              funds: funds.map(({ fundId, isin, fundName, document }) => ({
                fundId,
                isin,
                fundName,
                document,
                handedOver: [],
              })),
              missing: null,
            }}
            noteOf={(fundId) => {
              const count = counts.get(fundId) ?? 0;
              return t('optimization.bulkHandOver.plans', { count, number: formatNumber(count) });
            }}
          />
        </>
      )}
    </AskDialog>
  );
}
