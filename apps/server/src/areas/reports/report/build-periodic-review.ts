import type { ContractPerformance } from '@depotwerk/api/contracts/contract-performance';
import { guaranteeObstacleText, guaranteeStatusText } from '@depotwerk/domain/contracts/guarantee';
import { unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import { isSumKnown, leastSum, unknownCostsText } from '@depotwerk/domain/contracts/known-costs';
import { keepsEverything, type RecommendedAdvice } from '@depotwerk/domain/recommendation-text';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import type { PerformanceFigures } from '@depotwerk/engine/figures/contract-performance';
import { costsOfContract, type KnownCosts } from './build-cost-information.ts';
import {
  classOfContract,
  lossCapacityText,
  profileFacts,
  type RiskAssessment,
} from './build-risk-profile.ts';
import {
  allocationBlocks,
  contractLine,
  facts,
  optional,
  portfolioTable,
  riskBandBlock,
  salutationOf,
} from './common-blocks.ts';
import { comparisonBlocks } from './comparison-blocks.ts';
import { recommendationNotice } from './plan-blocks.ts';
import * as paper from './report-document.ts';
import { bandVerdict, costPoints, day, money, points, signedMoney, signedShare } from './report-format.ts';
import type { BuildOptions, ContractSource } from './report-source.ts';

/** What the review looks at beside the contract. */
export interface ReviewFigures {
  readonly year: number;
  readonly advice: RecommendedAdvice | null;
  /** Of the year; null where valuations are too few. */
  readonly performance: PerformanceFigures | null;
  /** Whether anybody has said what was paid in. */
  readonly arePaymentsKnown: boolean;
  /** Against what the tariff aims at, over the same time; null without performance. */
  readonly comparison: ContractPerformance['comparison'];
}

/** Whether the contract still suits the customer: profile, risk, losses, costs, what is recommended. */
export function buildPeriodicReview(
  source: ContractSource,
  figures: ReviewFigures,
  options: BuildOptions,
): paper.ReportDocument {
  const { contract } = source.detail;
  return {
    reportType: 'periodicReview',
    title: 'Regelmäßige Überprüfung',
    subtitle: contractLine(source),
    subject: `Regelmäßige Überprüfung des Vertrags ${contract.externalKey} am ${day(source.today)}`,
    keywords: ['Regelmäßige Überprüfung', 'Geeignetheit', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks: [
      paper.paragraph(
        `regelmäßig prüfen wir, ob Ihr Vertrag ${contract.externalKey} noch zu Ihren Zielen, zu Ihrer Risikobereitschaft und zu Ihren übrigen Angaben passt. Das Ergebnis vom ${day(source.today)} halten wir hier fest.`,
      ),
      ...reviewBlocks(source, figures, options),
    ],
  };
}

/** The same without opening sentence, for reports it is a part of. */
export function reviewBlocks(
  source: ContractSource,
  figures: ReviewFigures,
  options: BuildOptions,
): paper.Block[] {
  const { detail } = source;
  const { currentPortfolio: portfolio, latestRiskAssessment: assessment } = detail;
  const checks = reviewChecks(source, figures);
  const blocks: paper.Block[] = [
    paper.heading('Ergebnis'),
    verdict(checks),
    { kind: 'checks', items: checks.map((check) => ({ ...check, word: resultWords[check.result] })) },
    ...recommendationNotice(figures.advice, null),
    yearFacts(source, figures),
    ...comparisonBlocks(figures.performance, figures.comparison),
  ];
  if (options.withCharts) blocks.push(...optional(riskBandBlock(detail)));
  if (assessment !== null) {
    blocks.push(
      paper.heading('Ihre Angaben'),
      facts([['Erhoben am', day(assessment.assessmentDate)], ...profileFacts(assessment)]),
    );
  }
  blocks.push(
    paper.paragraph(
      'Bitte teilen Sie uns mit, wenn sich an diesen Angaben oder an Ihren Verhältnissen etwas geändert hat, etwa Einkommen, Vermögen, Familie, Gesundheit oder der Zeitpunkt, zu dem Sie das Geld brauchen.',
    ),
  );
  if (portfolio !== null && portfolio.portfolioEntries.length > 0) {
    blocks.push(
      paper.heading('Aufteilung'),
      ...allocationBlocks(portfolio, options),
      paper.heading('Portfolio'),
      portfolioTable(portfolio),
    );
  }
  blocks.push(
    paper.smallPrint(
      'Die Überprüfung beruht auf den Angaben und Werten, die uns am Tag der Erstellung vorlagen. Sie ist keine Aufforderung zu kaufen oder zu verkaufen. ' +
        'Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung.',
    ),
  );
  return blocks;
}

type ReviewCheck = Omit<paper.CheckItem, 'word'>;

/** In the words of the verdict above them. */
const resultWords: Record<paper.CheckItem['result'], string> = {
  ok: 'In Ordnung',
  warning: 'Zu besprechen',
  blocked: 'Nicht zu beurteilen',
};

/** What was looked at, one line each, in the order of the law. */
export function reviewChecks(source: ContractSource, { advice }: ReviewFigures): ReviewCheck[] {
  const { latestRiskAssessment: assessment } = source.detail;
  return [
    profileCheck(source, assessment),
    riskCheck(source),
    ...(assessment === null ? [] : [lossCheck(source, assessment)]),
    ...guaranteeCheck(source),
    ...(advice === null
      ? []
      : [
          {
            result: advice.isNeeded ? ('warning' as const) : ('ok' as const),
            label: 'Zusammensetzung',
            text: !advice.isNeeded
              ? 'Eine Änderung ist nicht nötig.'
              : advice.isSuitable === false
                ? 'Empfehlen können wir noch nichts; was vorher zu tun ist, steht unten.'
                : keepsEverything(advice)
                  ? 'Wir empfehlen keine Änderung; was zu besprechen ist, steht unten.'
                  : 'Wir empfehlen eine Änderung; sie steht unten.',
          },
        ]),
  ];
}

function verdict(checks: readonly ReviewCheck[]): paper.Block {
  const isSuitable = checks.every(({ result }) => result === 'ok');
  const isUnknown = checks.some(({ result }) => result === 'blocked');
  if (isSuitable)
    return {
      kind: 'notice',
      tone: 'ok',
      title: 'Der Vertrag passt weiterhin zu Ihnen',
      text: 'Zusammensetzung und Risiko entsprechen Ihren Angaben.',
    };
  return {
    kind: 'notice',
    tone: 'warn',
    title: isUnknown
      ? 'Ob der Vertrag zu Ihnen passt, lässt sich nicht beurteilen'
      : 'Es gibt etwas zu besprechen',
    text: isUnknown
      ? 'Dafür brauchen wir Ihre Angaben neu. Bitte vereinbaren Sie einen Termin mit uns.'
      : 'Nicht alles entspricht Ihren Angaben. Bitte vereinbaren Sie einen Termin mit uns; bis dahin bleibt alles, wie es ist.',
  };
}

function profileCheck(source: ContractSource, assessment: RiskAssessment | null): ReviewCheck {
  const label = 'Risikoprofil';
  if (assessment === null) return { result: 'blocked', label, text: 'Ein Risikoprofil liegt uns nicht vor.' };
  const until = day(assessment.validUntil);
  return assessment.validUntil < source.today
    ? { result: 'blocked', label, text: `Ihr Risikoprofil galt bis zum ${until}.` }
    : {
        result: 'ok',
        label,
        text: `Risikoklasse ${assessment.riskClassId}, gültig bis zum ${until}${classOfContract(source, assessment)}.`,
      };
}

function riskCheck({ detail }: ContractSource): ReviewCheck {
  const { risk } = detail.contract;
  const known = risk.riskValue === null ? '' : ` ${riskMeasureName(risk)}: ${points(risk.riskValue)}.`;
  return {
    result: risk.status === 'in' ? 'ok' : 'warning',
    label: 'Risiko',
    text: `${bandVerdict[risk.status]}${known}`,
  };
}

function lossCheck({ detail, info }: ContractSource, assessment: RiskAssessment): ReviewCheck {
  const { lossCapacity } = assessment;
  const quota = detail.currentPortfolio?.shareQuota ?? null;
  // The allocation below is one of the funds alone; of a depot the money on its account counts for the quota too.
  const withMoney = info.tariff.tariffTypeId === 1 && (detail.currentPortfolio?.nonFundsValue ?? 0) !== 0;
  const whole = withMoney ? ', das Guthaben außerhalb der Fonds mitgerechnet' : '';
  const isAtRisk = lossCapacity === 'none' && (quota === null || quota > 0);
  return {
    result: isAtRisk || lossCapacity === null ? 'warning' : 'ok',
    label: 'Verlusttragfähigkeit',
    text: `${lossCapacityText(assessment)}. ${quota === null ? 'Die Aktienquote ist nicht bekannt.' : `Die Aktienquote beträgt ${points(quota)}${whole}.`}`,
  };
}

/** How what is promised for the end stands today; nothing where nothing is promised or it is not known. */
function guaranteeCheck({ detail: { guarantee } }: ContractSource): ReviewCheck[] {
  const cover = guarantee?.cover;
  if (!cover) return [];
  const figures = `Heute sicher sein müssen ${money(cover.floor)}, der Vertrag ist ${money(cover.value)} wert`;
  const texts = {
    kept: `${guaranteeStatusText('kept')}. ${figures}.`,
    near: `${guaranteeStatusText('near')}. ${figures}; in Aktien liegen ${money(cover.exposure)}, bei diesem Puffer sollen es höchstens ${money(cover.allowed)} sein.`,
    below: `${guaranteeStatusText('below')}. ${figures}; es fehlen ${money(-cover.cushion)}.`,
  } as const;
  return [
    { result: cover.status === 'kept' ? 'ok' : 'warning', label: 'Garantie', text: texts[cover.status] },
  ];
}

/** The same in a sentence with its day, or why it is not known; null where nothing is promised. */
export function guaranteeText(source: ContractSource): string | null {
  const { guarantee } = source.detail;
  if (!guarantee) return null;
  const text = guaranteeCheck(source)[0]?.text ?? unknownGuarantee(source)[0]?.[1];
  return text === undefined ? null : `Stand ${day(guarantee.today)}: ${text}`;
}

/** Why nothing is said of a promise: no verdict, for some are never known. */
function unknownGuarantee({ detail: { guarantee } }: ContractSource): [string, string][] {
  const obstacle = guarantee?.obstacle ?? null;
  return obstacle === null
    ? []
    : [['Garantie', `Ob sie gesichert ist, lässt sich nicht sagen: ${guaranteeObstacleText(obstacle)}`]];
}

/** What became of it in the year, and what it costs: figures to know, no verdicts. */
function yearFacts(
  source: ContractSource,
  { year, performance, arePaymentsKnown }: ReviewFigures,
): paper.Block {
  const costs = costsOfContract(source);
  return facts([
    ...(performance === null
      ? []
      : [
          [
            `Entwicklung ${year}`,
            `Gewinn/Verlust ${signedMoney(performance.gain)}, Rendite ${signedShare(performance.timeWeighted)} nach Kosten (${day(performance.from.date)} bis ${day(performance.to.date)})${arePaymentsKnown ? '' : `. ${unknownPaymentsText}`}`,
          ] satisfies [string, string],
        ]),
    ...unknownGuarantee(source),
    ['Laufende Kosten', costs.totalValue === 0 ? 'keine auf den heutigen Wert' : ongoingCosts(costs)],
  ]);
}

/** What the contract costs a year as it stands, and what of it nobody knows. */
function ongoingCosts({ total, percent, unknown }: KnownCosts): string {
  const isWhole = unknown.length === 0;
  const sum = isSumKnown(total, isWhole)
    ? `${leastSum(money(total), isWhole)} im Jahr, ${leastSum(costPoints(percent), isWhole)} des heutigen Werts`
    : unknownText;
  return isWhole ? sum : `${sum}. ${unknownCostsText(unknown)}`;
}
