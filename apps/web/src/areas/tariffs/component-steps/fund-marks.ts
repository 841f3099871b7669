import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { t } from '../../../texts/texts.ts';

/** What an administrator has to see at once of a fund: that it is gone, and whom its manufacturer excludes. */
export const fundMarks = ({
  isInactive,
  excludes,
}: Pick<ListedFund, 'isInactive' | 'excludes'>): string[] => [
  ...(isInactive ? [t('common.inactive')] : []),
  ...(excludes === null ? [] : [t(`fundList.excludes.${excludes}`)]),
];
