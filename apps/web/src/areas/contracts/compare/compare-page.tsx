import { personName } from '@depotwerk/domain/customers/person-name';
import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { contractInfoQuery, contractQuery } from '../../../queries/contract-queries.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { ComparedTable } from '../../../ui/compared-table.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, crumb, PageHeader } from '../../../ui/layout.tsx';
import {
  type ComparedContract,
  type ComparedShare,
  compareCategories,
  compareContracts,
  compareFunds,
} from './compare-contracts.ts';
import { ContractPicker } from './contract-picker.tsx';

type Side = 'left' | 'right';

/** `/contracts/compare`: two contracts side by side, in the words and figures of their own pages. */
export function ComparePage() {
  const { left, right } = useSearch({ from: '/shell/contracts/compare' });
  const navigate = useNavigate({ from: '/contracts/compare' });
  const [showsAll, setAll] = useState(true);
  const one = useCompared(left);
  const other = useCompared(right);
  const pick = (side: Side, id: string | undefined) =>
    void navigate({ search: (previous) => ({ ...previous, [side]: id }), replace: true });
  const pair = one.contract && other.contract ? ([one.contract, other.contract] as const) : null;
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={[
          crumb('/contracts', t('contracts.title')),
          <span key="compare">{t('contracts.compare.title')}</span>,
        ]}
        title={t('contracts.compare.title')}
        actions={
          pair ? (
            <Switch
              label={t('contracts.compare.onlyDifferences')}
              isChecked={!showsAll}
              onChange={(isOn) => setAll(!isOn)}
            />
          ) : undefined
        }
      />
      <div className="compared__heads">
        <CompareHead side="left" id={left} except={right} found={one} onPick={pick} />
        <CompareHead side="right" id={right} except={left} found={other} onPick={pick} />
      </div>
      {pair ? <Comparison pair={pair} showsAll={showsAll} /> : null}
    </div>
  );
}

function useCompared(id: string | undefined) {
  const detail = useQuery({ ...contractQuery(id ?? ''), enabled: id !== undefined });
  const info = useQuery({ ...contractInfoQuery(id ?? ''), enabled: id !== undefined });
  const contract: ComparedContract | null =
    id !== undefined && detail.data && info.data ? { detail: detail.data, info: info.data } : null;
  return { contract, failed: [detail, info].find((query) => query.isError && query.data === undefined) };
}

interface CompareHeadProps {
  side: Side;
  id: string | undefined;
  except: string | undefined;
  found: ReturnType<typeof useCompared>;
  onPick: (side: Side, id: string | undefined) => void;
}

/** Which contract stands on a side, or the search for one. */
function CompareHead({ side, id, except, found: { contract, failed }, onPick }: CompareHeadProps) {
  if (id === undefined)
    return (
      <Card>
        <ContractPicker except={except} onPick={(picked) => onPick(side, picked)} />
      </Card>
    );
  const other = (
    <Button kind="quiet" size="small" onClick={() => onPick(side, undefined)}>
      {t('contracts.compare.other')}
    </Button>
  );
  if (failed)
    return (
      <Card>
        <QueryError query={failed} />
        {other}
      </Card>
    );
  if (!contract)
    return (
      <Card>
        <Skeleton lines={2} />
      </Card>
    );
  const { externalKey, tariff } = contract.detail.contract;
  return (
    <Card>
      <div className="compared__head">
        <span>
          <Link to="/contracts/$contractId/$tab" params={{ contractId: id, tab: 'overview' }}>
            {personName(contract.info.holder)}
          </Link>
          <span className="hint">{`${externalKey} · ${tariff.name}`}</span>
        </span>
        <span data-no-print>{other}</span>
      </div>
    </Card>
  );
}

function Comparison({
  pair,
  showsAll,
}: {
  pair: readonly [ComparedContract, ComparedContract];
  showsAll: boolean;
}) {
  const names = pair.map(({ detail }) => detail.contract.externalKey);
  const sections = compareContracts(pair);
  const [categories, funds] = [compareCategories(pair), compareFunds(pair)];
  const count =
    sections.flatMap(({ lines }) => lines.filter(({ values }) => values[0] !== values[1])).length +
    [...categories, ...funds].filter(isDifferentShare).length;
  return (
    <>
      {/* Also where nothing differs, so that a page without tables says why it has none. */}
      <p role="status" className="hint">
        {t('optimization.comparePlans.count', { count })}
      </p>
      {sections.map(({ key, lines }) => {
        const shown = showsAll ? lines : lines.filter(({ values }) => values[0] !== values[1]);
        return shown.length === 0 ? null : (
          <ComparedTable key={key} title={t(`contracts.compare.section.${key}`)} names={names}>
            {shown.map((line) => (
              <tr key={line.key} data-differs={line.values[0] !== line.values[1] || undefined}>
                <th scope="row">{line.label}</th>
                <td>{line.values[0]}</td>
                <td>{line.values[1]}</td>
              </tr>
            ))}
          </ComparedTable>
        );
      })}
      <Shares
        title={t('contracts.compare.section.categories')}
        names={names}
        shares={categories}
        showsAll={showsAll}
      />
      <Shares title={t('contracts.compare.section.funds')} names={names} shares={funds} showsAll={showsAll} />
    </>
  );
}

/** Shares of one column have the same decimals. */
const shareText = (fraction: number | null) => (fraction === null ? '–' : formatPercent(fraction, 1, 1));
const isDifferentShare = ({ fractions: [one, other] }: ComparedShare) => shareText(one) !== shareText(other);

function Shares({
  title,
  names,
  shares,
  showsAll,
}: {
  title: string;
  names: readonly string[];
  shares: readonly ComparedShare[];
  showsAll: boolean;
}) {
  const shown = showsAll ? shares : shares.filter(isDifferentShare);
  if (shown.length === 0) return null;
  return (
    <ComparedTable title={title} names={names}>
      {shown.map((share) => (
        <tr key={share.key} data-differs={isDifferentShare(share) || undefined}>
          <th scope="row">{share.name}</th>
          <td>{shareText(share.fractions[0])}</td>
          <td>{shareText(share.fractions[1])}</td>
        </tr>
      ))}
    </ComparedTable>
  );
}
