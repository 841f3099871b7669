import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../texts/texts.ts';
import type { PagedRows } from './paged-rows.ts';

/** Says below the last row that can be scrolled to that there are more, and how to get to them. */
export function RestNote({
  count,
  total,
  isTotalExact,
}: Pick<PagedRows<never>, 'count' | 'total' | 'isTotalExact'>) {
  if (total === undefined || count === undefined || (isTotalExact && total <= count)) return null;
  const known = formatNumber(total);
  return (
    <div className="ui-grid__note">
      {t('common.tooManyRows', {
        shown: formatNumber(count),
        total: isTotalExact ? known : t('common.moreThan', { count: known }),
      })}
    </div>
  );
}
