import type { ContractListItem, RiskPosition } from '@depotwerk/api/contracts/contracts';
import { listName } from '@depotwerk/domain/customers/person-name';
import { formatDate, formatInstantDay } from '@depotwerk/domain/date-text';
import type { ContractSortKey } from '@depotwerk/domain/lists/sort-keys';
import { formatNumber } from '@depotwerk/domain/number-text';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { said, t } from '../../texts/texts.ts';
import { BandBar } from '../../ui/band-bar.tsx';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel, Stars } from '../../ui/cells.tsx';
import { knownValueText } from '../../ui/known-value.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { TagMarks } from '../tags/public/tag-marks.tsx';

export type ContractColumn = ListColumn<ContractListItem, ContractSortKey>;

/** Names a contract row for screen readers. */
export function contractLabel(contract: ContractListItem): string {
  return t('contracts.rowLabel', {
    externalKey: contract.externalKey,
    customer: listName(contract.customer),
  });
}

const severityTones: Record<0 | 1 | 2, LabelTone> = { 0: 'info', 1: 'warn', 2: 'bad' };

/** Number of open hints, coloured by the most serious one, which its name tells as well. */
export function HintsLabel({ hints }: { hints: ContractListItem['hints'] }) {
  if (hints.count === null || hints.count === 0 || hints.highestSeverity === null)
    return <span className="hint">–</span>;
  const severity = t(`contracts.severity.${hints.highestSeverity}`);
  return (
    <ColourLabel tone={severityTones[hints.highestSeverity]}>
      {hints.count}
      <span className="visually-hidden">{severity}</span>
    </ColourLabel>
  );
}

export function RiskBand({ risk, isDetailed }: { risk: RiskPosition; isDetailed?: boolean }) {
  return (
    <BandBar
      value={risk.riskValue}
      low={risk.bandLow}
      high={risk.bandHigh}
      measure={said(riskMeasureName(risk))}
      status={risk.status}
      isDetailed={isDetailed}
    />
  );
}

/** Stars of a score; a dash where there is none, because the words do not fit into the column. */
export function ScoreStars({ stars, size }: { stars: number | null; size?: number }) {
  if (stars !== null) return <Stars value={stars} size={size} />;
  return (
    <span className="hint">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('common.notRated')}</span>
    </span>
  );
}

function Missing() {
  return <span className="hint">–</span>;
}

/** All columns of the contract list in their order; `defaultContractColumns` are shown at first. */
export function contractColumns(): ContractColumn[] {
  return [
    {
      key: 'contractScore',
      header: t('contracts.columns.score'),
      minWidth: 90,
      grow: 0.2,
      priority: 2,
      sortKey: 'contractScore',
      startsDescending: true,
      groupText: ({ contractScore }) =>
        contractScore === null
          ? t('common.notRated')
          : t('contracts.groupStars', {
              count: contractScore.stars,
              number: formatNumber(contractScore.stars),
            }),
      render: ({ contractScore }) => <ScoreStars stars={contractScore?.stars ?? null} />,
    },
    {
      key: 'customer.lastName',
      header: t('contracts.columns.customer'),
      minWidth: 140,
      grow: 1.6,
      priority: 0,
      sortKey: 'customer.lastName',
      render: (contract) => (
        <span className="ui-grid__clamp ui-grid__clamp--name">
          <RowLink path={`/contracts/${contract.id}/overview`}>{listName(contract.customer)}</RowLink>
        </span>
      ),
    },
    {
      key: 'tariff.name',
      header: t('contracts.columns.tariff'),
      minWidth: 130,
      grow: 1.5,
      priority: 5,
      sortKey: 'tariff.name',
      groupText: ({ tariff }) => tariff.name,
      render: ({ tariff }) => <span className="ui-grid__clamp">{tariff.name}</span>,
    },
    {
      key: 'insurer.insurerName',
      header: t('contracts.columns.insurer'),
      minWidth: 112,
      grow: 1.2,
      priority: 7,
      sortKey: 'insurer.insurerName',
      groupText: ({ insurer }) => insurer?.insurerName ?? t('contracts.withoutInsurer'),
      render: ({ insurer }) =>
        insurer ? <span className="ui-grid__clamp">{insurer.insurerName}</span> : <Missing />,
    },
    {
      key: 'externalKey',
      header: t('contracts.columns.externalKey'),
      minWidth: 138,
      grow: 0.5,
      priority: 3,
      sortKey: 'externalKey',
      render: ({ externalKey }) => <span className="contracts__key">{externalKey}</span>,
    },
    {
      key: 'totalValue',
      header: t('contracts.columns.totalValue'),
      minWidth: 114,
      grow: 0.4,
      priority: 1,
      isNumeric: true,
      sortKey: 'totalValue',
      startsDescending: true,
      render: (contract) => knownValueText(contract, contract.totalValue),
    },
    {
      key: 'cashValue',
      header: t('contracts.columns.cashValue'),
      minWidth: 118,
      grow: 0.4,
      priority: 10,
      isNumeric: true,
      sortKey: 'cashValue',
      startsDescending: true,
      render: (contract) => knownValueText(contract, contract.cashValue),
    },
    {
      key: 'risk',
      header: t('contracts.columns.risk'),
      minWidth: 96,
      grow: 0.5,
      priority: 4,
      sortKey: 'risk',
      startsDescending: true,
      render: ({ risk }) => <RiskBand risk={risk} />,
    },
    {
      key: 'hints',
      header: t('contracts.columns.hints'),
      minWidth: 80,
      grow: 0.2,
      priority: 6,
      sortKey: 'hints',
      startsDescending: true,
      render: ({ hints }) => <HintsLabel hints={hints} />,
    },
    {
      key: 'lastCheck',
      header: t('contracts.columns.lastCheck'),
      minWidth: 104,
      grow: 0.5,
      priority: 8,
      sortKey: 'lastCheck',
      render: ({ lastCheck, lastCheckedBy }) =>
        lastCheck === null ? (
          <span className="hint">{t('contracts.neverChecked')}</span>
        ) : (
          <span className="ui-grid__two-lines">
            <span>{formatInstantDay(lastCheck)}</span>
            <span className="hint" title={lastCheckedBy ?? undefined}>
              {lastCheckedBy ?? ''}
            </span>
          </span>
        ),
    },
    {
      key: 'lastConsultation',
      header: t('contracts.columns.lastConsultation'),
      minWidth: 102,
      grow: 0.2,
      priority: 9,
      sortKey: 'lastConsultation',
      render: ({ lastConsultation }) =>
        lastConsultation === null ? <Missing /> : formatDate(lastConsultation),
    },
    {
      key: 'startDate',
      header: t('contracts.columns.startDate'),
      minWidth: 100,
      grow: 0.2,
      priority: 11,
      sortKey: 'startDate',
      render: ({ startDate }) => formatDate(startDate),
    },
    {
      key: 'tags',
      header: t('tags.title'),
      minWidth: 150,
      grow: 1,
      priority: 13,
      render: ({ tags }) => (tags.length === 0 ? <Missing /> : <TagMarks tags={tags} isLine />),
    },
    {
      key: 'groupName',
      header: t('contracts.columns.group'),
      minWidth: 120,
      grow: 1,
      priority: 12,
      sortKey: 'group.groupName',
      groupText: ({ groupName }) => groupName ?? t('customers.withoutGroup'),
      render: ({ groupName }) => groupName ?? <Missing />,
    },
  ];
}

/** Columns shown when the address names none. */
export const defaultContractColumns = [
  'contractScore',
  'customer.lastName',
  'tariff.name',
  'insurer.insurerName',
  'externalKey',
  'totalValue',
  'risk',
  'hints',
  'lastCheck',
  'lastConsultation',
] as const;
