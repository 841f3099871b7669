import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { SegmentedControl } from '../../ui/tabs.tsx';
import type { Fund } from './public/fund-queries.ts';
import { PublicComparison } from './public-comparison.tsx';
import { PublicCostExample } from './public-cost-example.tsx';

const kinds = ['costExample', 'comparison'] as const;

/** What of a fund can be shown to people without an access by a link. */
export function PublicFundLinks({ fund }: { fund: Fund }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('costExample');
  return (
    <>
      <h4>{t('reports.share.title')}</h4>
      <SegmentedControl
        label={t('reports.share.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`reports.share.kinds.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'costExample' ? <PublicCostExample fundId={fund.id} /> : <PublicComparison fund={fund} />}
    </>
  );
}
