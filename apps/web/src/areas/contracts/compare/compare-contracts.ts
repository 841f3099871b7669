import type { ContractDetail, ContractInfo, PortfolioEntry } from '@depotwerk/api/contracts/contract-detail';
import { scoreKeys } from '@depotwerk/domain/advice/score';
import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { shownPlan } from '@depotwerk/domain/contracts/shown-plan';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { today } from '../../../platform/today.ts';
import { said, t } from '../../../texts/texts.ts';
import { knownValueText } from '../../../ui/known-value.ts';
import { contributionsText } from '../contributions-text.ts';
import { guaranteeUnitsText, reserveText } from '../insurer-values.ts';
import { categoryShares, entriesValue, sumIfKnown } from '../portfolio-shares.ts';
import { contributionText } from '../public/contribution-text.ts';
import { termText } from '../term-text.ts';

/** A contract as the comparison needs it: the answers its own page shows. */
export interface ComparedContract {
  readonly detail: ContractDetail;
  readonly info: ContractInfo;
}

/** One line of the comparison, in words; what one of the two does not have is a dash. */
export interface ComparedLine {
  readonly key: string;
  readonly label: string;
  readonly values: readonly [string, string];
}

export interface ComparedSection {
  readonly key: 'contract' | 'value' | 'rating' | 'savingsPlan';
  readonly lines: readonly ComparedLine[];
}

/** Part of two portfolios that has the same name; fractions of the funds' value, null where a contract has none of it. */
export interface ComparedShare {
  readonly key: string;
  readonly name: string;
  readonly fractions: readonly [number | null, number | null];
}

const none = '–';
type Pair = readonly [ComparedContract, ComparedContract];
type Say = (contract: ComparedContract) => string | null | undefined;

const sections: Readonly<Record<ComparedSection['key'], readonly (readonly [string, () => string, Say])[]>> =
  {
    contract: [
      ['holder', () => t('contracts.facts.holder'), ({ info }) => personName(info.holder)],
      ['tariff', () => t('contracts.columns.tariff'), ({ info }) => info.tariff.name],
      ['tariffType', () => t('contracts.facts.tariffType'), ({ info }) => said(info.tariff.tariffTypeName)],
      ['insurer', () => t('contracts.facts.insurer'), ({ info }) => info.insurer?.insurerName],
      ['issuer', () => t('contracts.facts.issuer'), ({ info }) => info.issuer?.issuerName],
      ['costModel', () => t('contracts.facts.costModel'), ({ info }) => info.costModel?.costModelName],
      ['term', () => t('contracts.facts.term'), ({ info }) => termText(info.startDate, info.endDate)],
      [
        'guaranteedLevel',
        () => t('contracts.facts.guaranteedLevel'),
        ({ info }) => (info.guaranteedLevel === null ? null : promisedRateText(info.guaranteedLevel)),
      ],
    ],
    value: [
      [
        'totalValue',
        () => t('contracts.columns.totalValue'),
        ({ detail }) => knownValueText(detail.contract, detail.contract.totalValue),
      ],
      [
        'cashValue',
        () => t('portfolio.values.cashValue'),
        ({ detail }) => knownValueText(detail.contract, detail.contract.cashValue),
      ],
      [
        'nonFundsValue',
        () => t('portfolio.values.nonFundsValue'),
        ({ detail }) => formatMoney(detail.contract.nonFundsValue),
      ],
      [
        'reserveValue',
        () => t('portfolio.values.reserveValue'),
        ({ detail }) => reserveText(detail.contract),
      ],
      [
        'guaranteeFundQuantity',
        () => t('portfolio.values.guaranteeFundQuantity'),
        ({ detail }) => guaranteeUnitsText(detail.contract),
      ],
      [
        'contributionsValue',
        () => t('portfolio.values.contributionsValue'),
        ({ detail }) => contributionsText(detail.contract.contributionsValue),
      ],
      [
        'gain',
        () => t('contracts.compare.gain'),
        (one) => {
          const gain = sumIfKnown(entriesOf(one).map(({ gainLoss }) => gainLoss));
          return gain === null ? t('contracts.compare.unknown') : formatMoney(gain);
        },
      ],
      [
        'valuation',
        () => t('contracts.compare.valuation'),
        ({ detail }) => detail.currentPortfolio && formatDate(detail.currentPortfolio.valuationDate),
      ],
    ],
    rating: [
      [
        'score',
        () => t('contracts.score.title'),
        ({ detail }) => detail.contractScore && String(detail.contractScore.value),
      ],
      ...scoreKeys.map(
        (part) =>
          [
            `score.${part}`,
            () => t('contracts.compare.part', { name: t(`contracts.score.part.${part}`) }),
            ({ detail }: ComparedContract) => {
              const value = detail.contractScore?.parts.find(({ scoreKey }) => scoreKey === part)?.value;
              return value === undefined ? null : formatNumber(value, 0, 0);
            },
          ] as const,
      ),
      [
        'riskClass',
        () => t('contracts.risk.class'),
        ({ detail: { contract } }) =>
          contract.risk.riskClassId === null
            ? null
            : `${contract.risk.riskClassId} ${
                contract.risk.riskClassCount === null
                  ? ''
                  : t('contracts.risk.of', { count: contract.risk.riskClassCount })
              }`.trim(),
      ],
      [
        'riskValue',
        () => t('contracts.compare.riskValue'),
        ({ detail: { contract } }) =>
          contract.risk.riskValue === null
            ? t('contracts.compare.unknown')
            : `${said(riskMeasureName(contract.risk))} ${formatPercent(contract.risk.riskValue / 100, 1, 1)}`,
      ],
      [
        'band',
        () => t('contracts.compare.band'),
        ({ detail: { contract } }) =>
          contract.risk.bandLow === null || contract.risk.bandHigh === null
            ? null
            : `${formatPercent(contract.risk.bandLow / 100, 1, 1)} – ${formatPercent(contract.risk.bandHigh / 100, 1, 1)}`,
      ],
      [
        'status',
        () => t('contracts.compare.position'),
        ({ detail }) => t(`contracts.risk.status.${detail.contract.risk.status}`),
      ],
      [
        'findings',
        () => t('contracts.columns.hints'),
        ({ detail }) =>
          detail.contract.hints.count === null ? null : formatNumber(detail.contract.hints.count),
      ],
    ],
    savingsPlan: [
      [
        'contribution',
        () => t('contracts.facts.contribution'),
        ({ detail }) => {
          const plan = shownPlan(detail, today());
          if (plan === null) return null;
          const paid = contributionText(plan.contribution, plan.contributionInterval);
          return plan.isPlanned
            ? `${paid}, ${t('savingsPlan.from', { date: formatDate(plan.validFrom) })}`
            : paid;
        },
      ],
      [
        'fundCount',
        () => t('contracts.compare.planFunds'),
        ({ detail }) => {
          const plan = shownPlan(detail, today());
          return plan && formatNumber(plan.savingsPlanEntries.length);
        },
      ],
    ],
  };

const entriesOf = ({ detail }: ComparedContract): readonly PortfolioEntry[] =>
  detail.currentPortfolio?.portfolioEntries ?? [];

/** The two contracts line by line, as their own pages say it; lines neither of them has are left out. */
export function compareContracts(pair: Pair): ComparedSection[] {
  return Object.entries(sections).map(([key, lines]) => ({
    // Object.entries forgets the names of the sections.
    key: key as ComparedSection['key'],
    lines: lines.flatMap(([line, label, say]) => {
      const [left, right] = [say(pair[0]) ?? none, say(pair[1]) ?? none];
      return left === none && right === none
        ? []
        : [{ key: line, label: label(), values: [left, right] as const }];
    }),
  }));
}

/** Fund categories of both, the largest sum of shares first. */
export function compareCategories(pair: Pair): ComparedShare[] {
  const [left, right] = pair.map((one) =>
    categoryShares(entriesOf(one), t('contracts.compare.noCategory')).map(({ name, fraction }) => ({
      key: name,
      name,
      fraction,
    })),
  );
  return joined(left ?? [], right ?? []);
}

/** Funds of both by ISIN, the largest sum of shares first. */
export function compareFunds(pair: Pair): ComparedShare[] {
  const [left, right] = pair.map((one) => {
    const total = entriesValue(entriesOf(one));
    return entriesOf(one).map(({ isin, fundName, value }) => ({
      key: isin,
      name: fundName,
      fraction: total === 0 ? 0 : value / total,
    }));
  });
  return joined(left ?? [], right ?? []);
}

interface Share {
  readonly key: string;
  readonly name: string;
  readonly fraction: number;
}

function joined(left: readonly Share[], right: readonly Share[]): ComparedShare[] {
  const all = new Map([...right, ...left].map(({ key, name }) => [key, name]));
  const fractionOf = (side: readonly Share[], key: string): number | null => {
    const found = side.filter((share) => share.key === key);
    return found.length === 0 ? null : found.reduce((sum, { fraction }) => sum + fraction, 0);
  };
  const weight = ({ fractions: [one, other] }: ComparedShare) => (one ?? 0) + (other ?? 0);
  return [...all]
    .map(([key, name]) => ({
      key,
      name,
      fractions: [fractionOf(left, key), fractionOf(right, key)] as const,
    }))
    .toSorted((one, other) => weight(other) - weight(one) || one.name.localeCompare(other.name, 'de'));
}
