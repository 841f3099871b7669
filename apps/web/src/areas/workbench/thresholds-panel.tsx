import type { TaskThresholds } from '@depotwerk/api/workbench/workbench';
import { getTaskThresholds, putTaskThresholds } from '@depotwerk/api/workbench/workbench';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useVersionChoice } from '../../forms/use-version-choice.tsx';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { useMayChange } from '../../platform/session.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { LayoutPanel } from '../../ui/layout.tsx';
import { NumberField } from '../../ui/number-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';

const queryKey = ['workbench-thresholds'] as const;

/** From when on the rules of the house make tasks; for those who give tasks out. */
export function ThresholdsPanel() {
  const thresholds = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getTaskThresholds, {}, { signal }),
  });
  return (
    <LayoutPanel title={t('workbench.thresholds.title')}>
      {thresholds.error ? (
        <QueryError query={thresholds} />
      ) : thresholds.data === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <ThresholdsForm stored={thresholds.data} />
      )}
    </LayoutPanel>
  );
}

const days = ['profileOpenDays', 'profileCloseDays', 'consultationDays'] as const;

const names = ['hintSeverity', 'riskOpenPoints', 'lossPercent', ...days] as const;

/** As typed: a number that was taken out is null until there is another one. */
type Typed = { [Key in keyof TaskThresholds]: TaskThresholds[Key] | null };

const isComplete = (typed: Typed): typed is TaskThresholds =>
  Object.values(typed).every((value) => value !== null);

const fieldText = (name: (typeof names)[number], typed: Typed): string => {
  const value = typed[name];
  if (value === null || value === undefined) return '–';
  return name === 'hintSeverity' && typed.hintSeverity !== null
    ? t(`contracts.severity.${typed.hintSeverity}`)
    : formatNumber(value);
};

/** What the form began with stays what it was while it is open: what others save meanwhile is asked about when it is saved. */
export function ThresholdsForm({ stored }: { stored: TaskThresholds }) {
  const [shown, setShown] = useState(stored);
  const client = useQueryClient();
  const mayAct = useMayChange();
  const formId = useId();
  const [values, setValues] = useState<Typed>(stored);
  const [isTried, setTried] = useState(false);
  const missing = (value: number | null | undefined) =>
    isTried && value === null ? t('validators.required') : null;
  const save = useMutation({
    mutationFn: (body: TaskThresholds) => callApi(putTaskThresholds, { body: { ...body, shown } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      setShown(saved);
      setValues(saved);
      showToast(t('workbench.thresholds.saved'));
    },
    onError: (failure, mine) => {
      if (!versions.ask(failure, shown, mine)) showApiError(failure);
    },
  });
  const versions = useVersionChoice<TaskThresholds, Typed>({
    parse: (current) => parseKnown(putTaskThresholds.answer, current).data,
    draftOf: (thresholds) => thresholds,
    fields: names.map((path) => ({
      path,
      label: t(`workbench.thresholds.${path}`),
      text: (typed) => fieldText(path, typed),
    })),
    onResolved: (thresholds, chosen) => {
      setShown(thresholds);
      setValues(chosen);
    },
  });
  // A task would end before it opens.
  const { profileOpenDays, profileCloseDays } = values;
  const closeFault =
    profileOpenDays !== null && profileCloseDays !== null && profileCloseDays < profileOpenDays
      ? said(
          fieldIssueText({
            path: 'profileCloseDays',
            code: 'tooSmall',
            params: { limit: profileOpenDays },
          }),
        )
      : null;
  if (versions.choice !== null) return versions.choice;
  return (
    <PlainForm
      id={formId}
      className="workbench__thresholds"
      onSubmit={() => {
        if (isComplete(values)) save.mutate(values);
        else {
          // Saving what stood there before would look as if nothing were the number.
          flushSync(() => setTried(true));
          document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        }
      }}
    >
      <SelectField
        label={t('workbench.thresholds.hintSeverity')}
        value={String(values.hintSeverity)}
        options={([0, 1, 2] as const).map((severity) => ({
          value: String(severity),
          label: t(`contracts.severity.${severity}`),
        }))}
        onChange={(chosen) => {
          const severity = ([0, 1, 2] as const).find((one) => String(one) === chosen);
          if (severity !== undefined) setValues({ ...values, hintSeverity: severity });
        }}
      />
      <NumberField
        label={t('workbench.thresholds.riskOpenPoints')}
        value={values.riskOpenPoints}
        precision={1}
        min={0}
        max={50}
        error={missing(values.riskOpenPoints)}
        onChange={(riskOpenPoints) => setValues({ ...values, riskOpenPoints })}
      />
      {/* A server of the release before knows none. */}
      {values.lossPercent === undefined ? null : (
        <NumberField
          label={t('workbench.thresholds.lossPercent')}
          hint={t('workbench.thresholds.lossPercentHint')}
          value={values.lossPercent}
          precision={1}
          min={0}
          max={90}
          error={missing(values.lossPercent)}
          onChange={(lossPercent) => setValues({ ...values, lossPercent })}
        />
      )}
      {days.map((name) => (
        <NumberField
          key={name}
          label={t(`workbench.thresholds.${name}`)}
          value={values[name]}
          precision={0}
          min={0}
          max={365}
          error={missing(values[name]) ?? (name === 'profileCloseDays' ? closeFault : null)}
          onChange={(count) => setValues({ ...values, [name]: count })}
        />
      ))}
      <div className="row">
        <Button
          type="submit"
          kind="primary"
          isBusy={save.isPending}
          disabled={!mayAct || closeFault !== null}
        >
          {t('common.save')}
        </Button>
      </div>
    </PlainForm>
  );
}
