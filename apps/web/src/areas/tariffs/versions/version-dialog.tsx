import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { Banner, QueryError } from '../../../ui/feedback.tsx';
import { DateField } from '../../../ui/number-fields.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { MessageList } from '../tariff-steps/combination-message-list.tsx';
import { reloadTariffs, tariffVersionQuery } from '../tariff-steps/tariff-queries.ts';
import type { VersionAction } from './version-actions.ts';
import { takeAction } from './version-actions.ts';

interface VersionDialogProps {
  action: VersionAction;
  version: TariffVersion;
  tariffId: string;
  tariffName: string;
  onClose: () => void;
}

/** Steps that messages of severity 2 block. */
const checkedActions: readonly VersionAction[] = ['submit', 'approve', 'publish'];

/** One step in the life of a version: what it means, a comment, the day, and what stands in its way. */
export function VersionDialog({ action, version, tariffId, tariffName, onClose }: VersionDialogProps) {
  const [comment, setComment] = useState('');
  const [validFrom, setValidFrom] = useState<string | null>(() => {
    const day = today();
    return version.validFrom !== null && version.validFrom > day ? version.validFrom : day;
  });
  const [fault, setFault] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const navigate = useNavigate();
  const isChecked = checkedActions.includes(action);
  const content = useQuery({
    ...tariffVersionQuery(tariffId, version.versionNumber),
    enabled: isChecked,
    staleTime: 0,
  });
  const messages = isChecked ? (content.data?.messages ?? []) : [];
  const isBlocked = messages.some(({ severity }) => severity === 2);
  const isPublishing = action === 'publish';
  const needsComment = action === 'reject';
  const commentError =
    needsComment && isTouched && comment.trim() === '' ? t('tariffVersions.reasonRequired') : null;
  // Of the day that was sent: another one is not told to be wrong before it is tried.
  const [refusedDay, setRefusedDay] = useState<string | null>(null);
  const refusal = dayRefusal(failure);
  const dayError =
    isPublishing && isTouched && (validFrom === null || validFrom < today())
      ? t('tariffVersions.dayRequired')
      : validFrom === refusedDay
        ? refusal
        : null;

  const submit = async () => {
    setTouched(true);
    if (needsComment && comment.trim() === '') return;
    if (isPublishing && (fault !== null || validFrom === null || validFrom < today())) return;
    setRefusedDay(validFrom);
    await act(async () => {
      const after = await takeAction(action, {
        tariffId,
        versionNumber: version.versionNumber,
        comment: comment.trim(),
        submittedAt: version.submittedAt,
        validFrom: validFrom ?? '',
      });
      showToast(doneText(action, tariffName, after));
      onClose();
      // What was chosen anew is what one wants to see of it.
      if (action === 'renew')
        await navigate({
          to: '/admin/tariffs/$tariffId/versions',
          params: { tariffId },
          search: { view: 'compare', a: version.versionNumber, b: after.versionNumber },
        });
    });
    reloadTariffs();
  };

  return (
    <AskDialog
      title={`${t(`tariffVersions.actions.${action}`)}: ${t('tariffVersions.version', { number: version.versionNumber })}`}
      onClose={onClose}
      submit={t(`tariffVersions.actions.${action}`)}
      kind={action === 'reject' || action === 'discard' ? 'danger' : 'primary'}
      isDisabled={isBlocked || (isChecked && content.data === undefined && !content.isError)}
      isBusy={isBusy}
      onSubmit={() => void submit()}
    >
      <p>{t(`tariffVersions.explain.${action}`, { name: tariffName })}</p>
      {isChecked ? (
        content.isError ? (
          <QueryError query={content} />
        ) : content.data === undefined ? (
          <Spinner label={t('tariffWizard.combination.checking')} />
        ) : messages.length === 0 ? (
          <Banner tone="ok">{t('tariffWizard.combination.fine')}</Banner>
        ) : (
          <>
            {isBlocked ? (
              <Banner tone="bad" role="alert">
                {t('tariffVersions.blocked')}{' '}
                <Link to="/admin/tariffs/$tariffId/$step" params={{ tariffId, step: 'summary' }}>
                  {t('tariffVersions.toSummary')}
                </Link>
              </Banner>
            ) : null}
            <MessageList messages={messages} />
          </>
        )
      ) : null}
      {isPublishing ? (
        <DateField
          label={t('tariffVersions.validFromLabel')}
          hint={t('tariffVersions.validFromHint')}
          isRequired
          value={validFrom}
          onChange={setValidFrom}
          onFault={setFault}
          error={dayError}
        />
      ) : null}
      <TextArea
        label={t(needsComment ? 'tariffVersions.reason' : 'tariffVersions.comment')}
        isRequired={needsComment}
        maxLength={5000}
        rows={3}
        value={comment}
        onChange={setComment}
        error={commentError}
      />
      {failure === null || refusal !== null ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(failure)}
          {failure instanceof ApiError && failure.code === 'tariffs.incomplete' ? (
            <>
              {' '}
              <Link to="/admin/tariffs/$tariffId/$step" params={{ tariffId, step: 'summary' }}>
                {t('tariffVersions.toSummary')}
              </Link>
            </>
          ) : null}
        </Banner>
      )}
    </AskDialog>
  );
}

/** What the server says of the day: over in the house already, or before the one that counts now; null = nothing. */
function dayRefusal(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return null;
  if (failure.code === 'tariffs.validFromTaken') return errorMessageOf(failure);
  const isOver = failure.validation.some(({ path }) => path === 'body.validFrom');
  return isOver ? t('tariffVersions.dayRequired') : null;
}

/** What happened, in words: published at once or on its day. */
function doneText(action: VersionAction, name: string, after: TariffVersion): string {
  const number = after.versionNumber;
  if (action === 'publish' && after.state !== 'published') {
    return t('tariffVersions.done.publishLater', { name, number });
  }
  return t(`tariffVersions.done.${action}`, { name, number });
}
