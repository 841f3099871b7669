import { t } from '../../texts/texts.ts';

export const textOrNone = (text: string | null): string => text ?? t('common.none');
export const yesNoText = (value: boolean): string => t(value ? 'common.yes' : 'common.no');
export const stateText = (isInactive: boolean): string => t(isInactive ? 'common.inactive' : 'common.active');

/** What a text field holds as a draft keeps it: null for nothing. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
