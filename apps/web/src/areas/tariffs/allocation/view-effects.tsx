import { formatPercent, formatPercentSigned } from '@depotwerk/domain/percent';
import { t } from '../../../texts/texts.ts';
import type { AutomaticAnswer } from './allocation-queries.ts';

/** Expected returns before and after the views, of all groups: a view moves those that go with its group, too. */
export function ViewEffects({
  effects,
  groups,
}: {
  effects: AutomaticAnswer['viewEffects'];
  groups: readonly { readonly id: number; readonly name: string }[];
}) {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return (
    <details className="views__effects">
      <summary>{t('allocation.views.effects')}</summary>
      <table className="settings-table">
        <caption className="hint">{t('allocation.views.effectsHint')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('allocation.views.peergroup')}</th>
            <th scope="col" className="num">
              {t('allocation.views.before')}
            </th>
            <th scope="col" className="num">
              {t('allocation.views.after')}
            </th>
            <th scope="col" className="num">
              {t('allocation.views.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ peergroupId, before, after }) => (
            <tr key={peergroupId}>
              <th scope="row">{names.get(peergroupId) ?? peergroupId}</th>
              <td className="num">{formatPercent(before, 2, 2)}</td>
              <td className="num">{formatPercent(after, 2, 2)}</td>
              <td className="num">{formatPercentSigned(after - before, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
