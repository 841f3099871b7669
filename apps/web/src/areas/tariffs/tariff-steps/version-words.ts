import type { Tariff, TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { formatDate } from '@depotwerk/domain/date-text';
import { t } from '../../../texts/texts.ts';
import type { LabelTone } from '../../../ui/cells.tsx';

/** State of a version in words; an approved one with a day waits for it. */
export function versionStateText({ state, validFrom }: Pick<TariffVersion, 'state' | 'validFrom'>): string {
  return state === 'approved' && validFrom !== null
    ? t('tariffVersions.states.waiting', { day: formatDate(validFrom) })
    : t(`tariffVersions.states.${state}`);
}

export const versionTones: Readonly<Record<TariffVersion['state'], LabelTone>> = {
  draft: 'info',
  submitted: 'warn',
  approved: 'brand',
  published: 'ok',
  superseded: 'neutral',
  archived: 'neutral',
  rejected: 'bad',
};

/** "Version 3 · Entwurf". */
export function versionText(version: Pick<TariffVersion, 'versionNumber' | 'state' | 'validFrom'>): string {
  return `${t('tariffVersions.version', { number: version.versionNumber })} · ${versionStateText(version)}`;
}

/** Why a tariff cannot be changed now, or null. */
export function readOnlyReason({ isEditable, version }: Tariff): string | null {
  return isEditable
    ? null
    : t('tariffWizard.notEditable', {
        version: t('tariffVersions.version', { number: version.versionNumber }),
        state: versionStateText(version),
      });
}
