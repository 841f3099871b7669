import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';
import { FundSearch } from './fund-search.tsx';

/** Finds a fund and adds it to the holdings. */
export function HoldingSearch({
  guid,
  holdings,
  onAdd,
}: {
  guid: string;
  holdings: readonly AnalysisHolding[];
  onAdd: (holding: AnalysisHolding) => void;
}) {
  return (
    <Card title={t('analysis.search.title')}>
      <FundSearch
        guid={guid}
        isKnown={(isin) => holdings.some((held) => held.isin === isin)}
        onPick={({ isin, name }) => onAdd({ isin, name, quantity: null, value: null })}
      />
    </Card>
  );
}
