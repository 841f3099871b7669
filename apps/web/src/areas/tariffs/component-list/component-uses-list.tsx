import { formatNumber } from '@depotwerk/domain/number-text';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../../texts/texts.ts';
import { ColourLabel } from '../../../ui/cells.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { componentUsesQuery } from './component-queries.ts';
import { componentKindPlural } from './component-texts.ts';
import './component-list.css';

/** Where a component is used: tariffs with their contracts, then components. */
export function ComponentUsesList({ kind, id }: { kind: ComponentKind; id: string }) {
  const uses = useQuery(componentUsesQuery(kind, id));
  if (uses.isError) {
    return <QueryError query={uses} />;
  }
  if (!uses.data) return <Skeleton lines={4} />;
  if (uses.data.length === 0) return <p>{t('tariffComponents.notUsed')}</p>;
  const sections = (['tariff', 'selection', 'allocation'] as const)
    .map((type) => ({ type, items: uses.data.filter((use) => use.type === type) }))
    .filter(({ items }) => items.length > 0);
  return (
    <div className="component-uses">
      {sections.map(({ type, items }) => (
        <section key={type}>
          <h3 className="component-uses__heading">
            {type === 'tariff' ? t('admin.tariffs') : componentKindPlural(type)}
          </h3>
          <ul className="component-uses__list">
            {items.map((use) => (
              <li key={use.id} className="component-uses__item">
                <span className="component-uses__name">
                  {type === 'tariff' ? (
                    <Link to="/admin/tariffs/$tariffId/$step" params={{ tariffId: use.id, step: 'summary' }}>
                      {use.name}
                    </Link>
                  ) : (
                    <Link
                      to="/admin/tariff-components/$componentKind/$componentId/$step"
                      params={{ componentKind: type, componentId: use.id, step: 'component-info' }}
                    >
                      {use.name}
                    </Link>
                  )}{' '}
                  <span className="hint">{use.key}</span>{' '}
                  {use.isInactive ? <ColourLabel>{t('common.inactive')}</ColourLabel> : null}
                </span>
                {use.contractCount === null ? null : (
                  <span className="num">
                    {t('tariffComponents.contracts', {
                      count: use.contractCount,
                      number: formatNumber(use.contractCount),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
