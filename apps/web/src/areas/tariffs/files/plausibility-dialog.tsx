import { getPlausibilityRules, putPlausibilityRules } from '@depotwerk/api/components/plausibility-rules';
import {
  type PlausibilitySettings,
  type PlausibilityWeight,
  plausibilityRules,
} from '@depotwerk/domain/tariff/plausibility-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useVersionChoice } from '../../../forms/use-version-choice.tsx';
import { callApi, callWithHeaders } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { hasPermission, mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBanner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import './tariff-files.css';
import { parseKnown } from '../../../platform/without-unknown.ts';

const rulesKey = ['plausibilityRules'] as const;

/** How grave a finding of each rule is in this house. */
export function PlausibilityDialog({ onClose }: { onClose: () => void }) {
  const mayWeigh = useSession(
    ({ user }) => mayChange(user, 'userManagement.editRoles') && hasPermission(user, 'admin.access'),
  );
  const stored = useQuery({
    queryKey: rulesKey,
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithHeaders(getPlausibilityRules, {}, { signal });
      return { severities: answer.severities, etag };
    },
  });
  const [changed, setChanged] = useState<PlausibilitySettings>({});
  const { isBusy, failure, act } = useAction();
  const versions = useVersionChoice({
    parse: (current) => parseKnown(putPlausibilityRules.answer, current).data,
    draftOf: ({ severities }) => severities,
    fields: plausibilityRules.map(({ code, title, usual }) => ({
      path: code,
      label: said(title),
      text: (draft: PlausibilitySettings) => t(`plausibility.weights.${draft[code] ?? usual}`),
    })),
    onResolved: ({ severities, rowVersion }, chosen) => {
      queryClient.setQueryData(rulesKey, { severities, etag: `"${rowVersion}"` });
      setChanged(chosen);
    },
  });
  const save = async () => {
    if (!stored.data) return;
    await act(async () => {
      const severities = { ...stored.data.severities, ...changed };
      try {
        await callApi(
          putPlausibilityRules,
          { body: { severities } },
          { ifMatch: stored.data.etag ?? undefined },
        );
      } catch (error) {
        if (versions.ask(error, stored.data.severities, severities)) return;
        throw error;
      }
      showToast(t('plausibility.saved'));
      // Whatever a check said is said anew.
      void queryClient.invalidateQueries();
      onClose();
    });
  };
  if (versions.choice !== null) return versions.choice;
  return (
    <Dialog
      title={t('plausibility.title')}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(mayWeigh ? 'common.cancel' : 'common.close')}</Button>
          {mayWeigh ? (
            <Button
              kind="primary"
              isBusy={isBusy}
              disabled={Object.keys(changed).length === 0}
              onClick={() => void save()}
            >
              {t('common.save')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="stack">
        <p className="hint">{t('plausibility.intro')}</p>
        {mayWeigh ? null : <p className="hint">{t('plausibility.readOnly')}</p>}
        {stored.isError ? (
          <QueryError query={stored} />
        ) : stored.data === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <div className="plausibility__rules">
            {plausibilityRules.map(({ code, title, usual, choices }) => (
              <SelectField<PlausibilityWeight>
                key={code}
                label={said(title)}
                hint={
                  choices.length < 4
                    ? t('plausibility.strict', { usual: t(`plausibility.weights.${usual}`) })
                    : t('plausibility.usual', { usual: t(`plausibility.weights.${usual}`) })
                }
                isDisabled={!mayWeigh}
                value={changed[code] ?? stored.data.severities[code] ?? usual}
                options={choices.map((weight) => ({
                  value: weight,
                  label: t(`plausibility.weights.${weight}`),
                }))}
                onChange={(weight) => {
                  if (weight !== '') setChanged({ ...changed, [code]: weight });
                }}
              />
            ))}
          </div>
        )}
        <p className="hint">{t('plausibility.fixed')}</p>
        <ErrorBanner error={failure} />
      </div>
    </Dialog>
  );
}
