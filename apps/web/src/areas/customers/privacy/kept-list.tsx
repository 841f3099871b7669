import { keptAreaTexts } from '@depotwerk/domain/customers/privacy-texts';
import { formatDate } from '@depotwerk/domain/date-text';
import { said, t } from '../../../texts/texts.ts';
import type { CustomerPrivacyData } from './privacy-queries.ts';

/** What has to be kept, each with its last day. */
export function KeptList({ kept }: { kept: CustomerPrivacyData['outlook']['kept'] }) {
  if (kept.length === 0) return null;
  return (
    <ul>
      {kept.map(({ area, count, until }) => (
        <li key={area}>
          {t('customers.privacy.keptLine', {
            area: said(keptAreaTexts[area]),
            count,
            date: until === null ? '' : formatDate(until),
          })}
        </li>
      ))}
    </ul>
  );
}
