import { handOverToMany, previewHandovers } from '@depotwerk/api/optimization/key-information';
import type { HandingOverForm } from '@depotwerk/domain/contracts/key-information';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { useStartJob } from '../../../shell/use-start-job.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { HandingOverFormField } from '../key-information/handing-over-form-field.tsx';
import { KeyInformationList } from '../key-information/key-information-list.tsx';
import { ManyDialog } from '../many-dialog.tsx';

interface HandOverManyDialogProps {
  selection: z.input<(typeof handOverToMany)['body']>['selection'];
  onClose: () => void;
  /** After the work was started. */
  onDone: () => void;
}

/** Shows which documents the open plans of many contracts wait for, and starts recording that all holders got them. */
export function HandOverManyDialog({ selection, onClose, onDone }: HandOverManyDialogProps) {
  const [form, setForm] = useState<HandingOverForm | ''>('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, start } = useStartJob('bulkHandOver', onDone);
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
  const handOver = async () => {
    setTouched(true);
    if (form !== '') await start(() => callApi(handOverToMany, { body: { selection, form, documents } }));
  };
  return (
    <ManyDialog
      title={t('optimization.bulkHandOver.title')}
      submit={t('optimization.keyInformation.confirm')}
      ahead={ahead}
      nothing={t('optimization.bulkHandOver.nothing')}
      isNothing={() => funds.length === 0}
      isDisabled={documents.length === 0}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void handOver()}
      onClose={onClose}
    >
      {({ contractCount }) => (
        <>
          <p>
            <b>
              {t('optimization.bulkHandOver.ahead', {
                count: contractCount,
                number: formatNumber(contractCount),
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
    </ManyDialog>
  );
}
