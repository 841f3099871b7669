import type { CallAnswer } from '@depotwerk/api/call';
import type { getDataQuality } from '@depotwerk/api/funds/data-quality';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';

type VanishedFund = NonNullable<CallAnswer<typeof getDataQuality>['vanished']>[number];

/** Funds that published tariffs name though nobody can buy them any more, with the tariffs that have to be changed. */
export function VanishedFunds({ funds }: { funds: readonly VanishedFund[] }) {
  if (funds.length === 0) return null;
  return (
    <Card title={t('dataQuality.vanished.title')}>
      <p className="hint">{t('dataQuality.vanished.hint')}</p>
      <ul className="data-quality__list">
        {funds.map(({ id, name, state, successorName, tariffs }) => (
          <li key={id}>
            <Link to="/admin/funds" search={{ open: String(id) }}>
              {name}
            </Link>{' '}
            {t(`dataQuality.vanished.states.${state}`)}
            {successorName === null ? null : (
              <p className="hint">{t('dataQuality.vanished.successor', { name: successorName })}</p>
            )}
            {tariffs.length === 0 ? null : (
              <ul className="data-quality__list">
                {tariffs.map((tariff) => (
                  <li key={tariff.id}>
                    <Link to="/admin/tariffs/$tariffId/versions" params={{ tariffId: tariff.id }}>
                      {t('dataQuality.vanished.tariff', { name: tariff.name })}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
