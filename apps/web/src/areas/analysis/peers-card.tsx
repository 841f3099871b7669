import { formatPercent, formatPointsSigned, shownDifference } from '@depotwerk/domain/percent';
import { type PeerBenchmark, peerBenchmark } from '@depotwerk/engine/analysis/peer-benchmark';
import type { ReactNode } from 'react';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import { Card, FactList } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { percentOrUnknown } from './analysis-text.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';

/** Return, volatility and costs of each fund beside the median of its peer group. */
export function PeersCard({ analysis }: { analysis: ContractAnalysis }) {
  const medians = new Map(analysis.peers.map((peer) => [peer.peergroupId, peer]));
  return (
    <Card title={t('contractAnalysis.peers.title')}>
      <div className="stack">
        <p>{t('contractAnalysis.peers.text')}</p>
        <Benchmark analysis={analysis} />
        <ScrollTable
          caption={t('contractAnalysis.peers.title')}
          columns={[
            { key: 'fund', label: t('portfolio.fund') },
            { key: 'return', label: t('contractAnalysis.peers.return'), isNumber: true },
            { key: 'volatility', label: t('contractAnalysis.peers.volatility'), isNumber: true },
            { key: 'fee', label: t('contractAnalysis.peers.fee'), isNumber: true },
          ]}
          rows={analysis.holdings.map((held) => {
            const peer = medians.get(held.peergroupId ?? 0);
            return {
              key: held.fundId,
              cells: [
                <div key="name">
                  <FundLink fundId={held.fundId} name={held.name} />
                  <span className="hint analysis__below">
                    {held.peergroupName ?? t('contractAnalysis.peers.unknownGroup')}
                  </span>
                </div>,
                <Pair key="return" own={held.return3y} median={peer?.return3y ?? null} />,
                <Pair key="volatility" own={held.volatility3y} median={peer?.volatility3y ?? null} />,
                <Pair key="fee" own={held.ongoingFee} median={peer?.ongoingFee ?? null} decimals={2} />,
              ],
            };
          })}
        />
      </div>
    </Card>
  );
}

/** All funds together beside the same mix at the medians: a benchmark that leaves the choice of funds alone. */
function Benchmark({ analysis: { holdings, peers } }: { analysis: ContractAnalysis }) {
  const medians = new Map(peers.map((peer) => [peer.peergroupId, peer]));
  const compared = (figure: 'return3y' | 'ongoingFee') =>
    peerBenchmark(
      holdings.map((held) => ({
        value: held.value,
        own: held[figure],
        median: medians.get(held.peergroupId ?? 0)?.[figure] ?? null,
      })),
    );
  const fact = (key: 'return' | 'fee', found: PeerBenchmark | null, decimals: number) => ({
    key,
    label: t(`contractAnalysis.peers.benchmark.${key}`),
    value:
      found === null
        ? t('contractAnalysis.unknown')
        : t('contractAnalysis.peers.benchmark.against', {
            own: formatPercent(found.own, decimals),
            benchmark: formatPercent(found.benchmark, decimals),
            difference: said(
              formatPointsSigned(shownDifference(found.own, found.benchmark, decimals), decimals),
            ),
            coverage: formatPercent(found.coverage, 1),
          }),
  });
  return (
    <>
      <FactList facts={[fact('return', compared('return3y'), 1), fact('fee', compared('ongoingFee'), 2)]} />
      <p className="hint">{t('contractAnalysis.peers.benchmark.text')}</p>
    </>
  );
}

function Pair({
  own,
  median,
  decimals = 1,
}: {
  own: number | null;
  median: number | null;
  decimals?: number;
}): ReactNode {
  return (
    <>
      {percentOrUnknown(own, decimals)}
      <span className="hint analysis__below">
        {t('contractAnalysis.peers.median', { median: percentOrUnknown(median, decimals) })}
      </span>
    </>
  );
}
