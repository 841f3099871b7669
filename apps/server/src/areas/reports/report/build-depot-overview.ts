import { scoreCostsText } from '@depotwerk/domain/contracts/known-costs';
import { shownPlan } from '@depotwerk/domain/contracts/shown-plan';
import { intervalText } from '@depotwerk/domain/interval';
import type { RecommendedAdvice } from '@depotwerk/domain/recommendation-text';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { costsOfContract } from './build-cost-information.ts';
import {
  allocationBlocks,
  contractLine,
  optional,
  portfolioTable,
  riskBandBlock,
  salutationOf,
  savingsPlanTable,
} from './common-blocks.ts';
import { recommendationNotice } from './plan-blocks.ts';
import { type Block, heading, paragraph, type ReportDocument, smallPrint } from './report-document.ts';
import {
  accountName,
  bandTone,
  bandVerdict,
  bandWords,
  contractValue,
  day,
  money,
  points,
} from './report-format.ts';
import type { BuildOptions, ContractSource, OverviewChart } from './report-source.ts';
import { valueChart } from './value-chart.ts';

/** What is recommended, holdings, allocation, risk and value over time at the newest valuation. */
export function buildDepotOverview(
  source: ContractSource,
  chart: OverviewChart,
  advice: RecommendedAdvice | null,
  options: BuildOptions,
): ReportDocument {
  const { detail } = source;
  const { contract, currentPortfolio: portfolio, contractScore } = detail;
  const plan = shownPlan(detail, source.today);
  const valuation = day(portfolio?.valuationDate ?? null);
  const paid = portfolio?.contributionsValue ?? null;
  const blocks: Block[] = [
    paragraph(
      contract.isValueUnknown
        ? `hiermit erhalten Sie die Übersicht Ihres Vertrags ${contract.externalKey}. Er ist noch nicht bewertet.`
        : `hiermit erhalten Sie die Übersicht Ihres Vertrags ${contract.externalKey} nach der Bewertung vom ${valuation}.`,
    ),
    {
      kind: 'figures',
      items: [
        {
          label: 'Vertragswert',
          value: contractValue(contract),
          note: contract.isValueUnknown ? 'noch nicht bewertet' : `zum ${valuation}`,
          tone: null,
        },
        {
          label: 'Vertragsbewertung',
          value: contractScore === null ? unknownText : `${contractScore.value} von 100`,
          note:
            contractScore === null
              ? contract.risk.riskClassId === null
                ? 'braucht ein Risikoprofil'
                : 'noch nicht geprüft'
              : (scoreCostsText(costsOfContract(source).unknownFunds) ?? ''),
          tone: null,
        },
        {
          label: riskMeasureName(contract.risk),
          value: points(contract.risk.riskValue),
          note: bandWords[contract.risk.status],
          tone: contract.risk.status === 'unknown' ? null : bandTone[contract.risk.status],
        },
        {
          label: 'Sparrate',
          value: plan === null ? '–' : money(plan.contribution),
          note:
            plan === null
              ? 'kein Sparplan'
              : `${plan.isPlanned ? `ab ${day(plan.validFrom)}, ` : ''}${intervalText(plan.contributionInterval)}`,
          tone: null,
        },
      ],
    },
  ];
  const recommended = recommendationNotice(advice, null);
  if (recommended.length > 0)
    blocks.push(heading(advice?.isSuitable === false ? 'Vorschlag' : 'Empfehlung'), ...recommended);
  if (options.withCharts) {
    const picture = valueChart(chart);
    if (picture) blocks.push(heading('Wertentwicklung'), picture);
  }
  if (portfolio !== null) {
    if (portfolio.portfolioEntries.length > 0) {
      blocks.push(heading('Aufteilung'), ...allocationBlocks(portfolio, options));
    }
    blocks.push(heading('Risiko'), paragraph(bandVerdict[contract.risk.status]));
    if (options.withCharts) blocks.push(...optional(riskBandBlock(detail)));
    blocks.push(heading('Portfolio'), portfolioTable(portfolio), heading('Werte', 2), {
      kind: 'facts',
      columns: 2,
      rows: [
        ['Fondsguthaben', money(portfolio.cashValue)],
        [accountName, money(portfolio.nonFundsValue)],
        // A depot has none, and what nobody told is kept as 0 as well.
        ...(portfolio.reserveValue === 0
          ? []
          : [['Deckungskapital', money(portfolio.reserveValue)] satisfies [string, string]]),
        ['Eingezahlte Beiträge', paid === null ? unknownText : money(paid)],
        ['Vertragswert', money(portfolio.totalValue)],
      ],
    });
  }
  if (plan !== null && plan.savingsPlanEntries.length > 0) {
    blocks.push(
      heading(plan.isPlanned ? 'Künftige Beitragsaufteilung' : 'Beitragsaufteilung'),
      savingsPlanTable(plan),
    );
  }
  blocks.push(
    smallPrint(
      'Die Werte beruhen auf den Kursen der angegebenen Tage; maßgeblich sind die Angaben der depotführenden Stelle. ' +
        'Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung.',
    ),
  );
  return {
    reportType: 'depotOverview',
    title: 'Depotübersicht',
    subtitle: contractLine(source),
    subject: `Depotübersicht des Vertrags ${contract.externalKey} zum ${valuation}`,
    keywords: ['Depotübersicht', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}
