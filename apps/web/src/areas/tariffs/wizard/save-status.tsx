import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { ApiError } from '../../../platform/api-error.ts';
import { connectivityOf, useConnectivity } from '../../../platform/connectivity.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';
import type { WizardState } from './wizard-machine.ts';
import { isChanged, isUnstored } from './wizard-machine.ts';

const timeOf = (instant: string) =>
  new Date(instant).toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' });

/**
 * What became of the draft, said plainly: stored when, on its way, or not stored and why. Only the trouble is read out:
 * a draft stored every two seconds is nothing to interrupt anybody for.
 */
export function SaveStatus<Draft>({ state, isNew }: { state: WizardState<Draft>; isNew: boolean }) {
  const connectivity = useConnectivity(connectivityOf);
  const failure = failureText(state, connectivity !== 'online');
  return (
    <div className="wizard__status">
      {failure === null ? (
        <>
          {state.autosave === 'saving' ? (
            <IconCloudUp size={18} aria-hidden="true" />
          ) : (
            <IconCloudCheck size={18} aria-hidden="true" />
          )}
          <span>{statusText(state, isNew)}</span>
        </>
      ) : (
        <span className="wizard__status-bad" role="alert">
          <IconCloudOff size={18} aria-hidden="true" />
          <span>{failure}</span>
        </span>
      )}
    </div>
  );
}

function failureText<Draft>(state: WizardState<Draft>, isOffline: boolean): string | null {
  if (state.autosave === 'conflict') return t('wizard.status.conflict');
  if (state.autosave === 'failed') {
    const isAway = state.error instanceof ApiError && state.error.isServerTrouble;
    return isAway
      ? t('wizard.status.away')
      : t('wizard.status.failed', { reason: errorMessageOf(state.error) });
  }
  return isOffline && isUnstored(state) ? t('wizard.status.away') : null;
}

function statusText<Draft>(state: WizardState<Draft>, isNew: boolean): string {
  if (isUnstored(state)) return t('wizard.status.storing');
  if (state.stored !== null && state.storedAt !== null) {
    return t('wizard.status.stored', { time: timeOf(state.storedAt) });
  }
  return isNew || isChanged(state) ? t('wizard.status.none') : t('wizard.status.saved');
}
