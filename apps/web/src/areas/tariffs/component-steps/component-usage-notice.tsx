import { formatNumber } from '@depotwerk/domain/number-text';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { componentUsesQuery } from '../component-list/component-queries.ts';

/** Says above every step who uses the component, and that they notice a change only with a new version. */
export function componentUsageNotice(kind: ComponentKind, id: string | null): ReactNode {
  return id === null ? null : <ComponentUsageNotice kind={kind} id={id} />;
}

function ComponentUsageNotice({ kind, id }: { kind: ComponentKind; id: string }) {
  const uses = useQuery({ ...componentUsesQuery(kind, id), staleTime: 60_000 });
  const tariffs = uses.data?.filter(({ type }) => type === 'tariff') ?? [];
  const components = (uses.data?.length ?? 0) - tariffs.length;
  if (tariffs.length === 0 && components === 0) return null;
  const contracts = tariffs.reduce((sum, { contractCount }) => sum + (contractCount ?? 0), 0);
  const componentsText =
    components === 0
      ? null
      : t('componentSteps.usage.components', { count: components, number: formatNumber(components) });
  return (
    <Banner
      tone={tariffs.length > 0 ? 'warn' : 'info'}
      title={
        tariffs.length > 0
          ? t('componentSteps.usage.title', {
              count: tariffs.length,
              number: formatNumber(tariffs.length),
              contracts: t('componentSteps.usage.contracts', {
                count: contracts,
                number: formatNumber(contracts),
              }),
            })
          : componentsText
      }
      actions={
        <Link
          to="."
          {...dialogLink('componentUses', { componentKind: kind, componentId: id })}
          className="ui-button ui-button--secondary ui-button--small"
        >
          {t('tariffComponents.showUses')}
        </Link>
      }
    >
      {tariffs.length > 0 ? t('componentSteps.usage.text') : null}
      {tariffs.length > 0 && componentsText !== null ? ` ${componentsText}` : null}
    </Banner>
  );
}
