import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import { scoreCostsText } from '@depotwerk/domain/contracts/known-costs';
import { restrictionsText } from '@depotwerk/domain/questions/client-restrictions';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import { oneOffTable, unknownFeesOf } from './build-cost-information.ts';
import { costSentence } from './build-optimization.ts';
import { guaranteeText } from './build-periodic-review.ts';
import {
  classOfContract,
  experienceFacts,
  knowledgeText,
  lossCapacityText,
  profileFacts,
  type RiskAssessment,
  sustainabilityText,
} from './build-risk-profile.ts';
import { contractLine, facts, salutationOf, signingHolders } from './common-blocks.ts';
import { keyInformationBlocks } from './key-information-blocks.ts';
import {
  limitsNotice,
  orderTable,
  outdatedNotice,
  planBand,
  planChecks,
  savingsChangeTable,
} from './plan-blocks.ts';
import { type Block, heading, paragraph, type ReportDocument, smallPrint } from './report-document.ts';
import {
  accountName,
  bandRange,
  bandWords,
  contractValue,
  day,
  leastPoints,
  money,
  points,
  quotaPoints,
  yearsText,
} from './report-format.ts';
import type { BuildOptions, ContractSource, Plan } from './report-source.ts';

/** What the consultation record adds, when the statement belongs to one. */
export interface ConsultationFacts {
  readonly startedAt: string;
  readonly initiative: 'customer' | 'adviser';
  readonly reasonText: string;
  readonly isPeriodicReviewAgreed: boolean;
}

/**
 * Geeignetheitserklärung: the advice given and how it meets aims, horizon, risk, loss capacity, knowledge and
 * sustainability preferences of the client (§ 18 FinVermV, § 64 Abs. 4 WpHG, Art. 54 Abs. 12 DelVO (EU) 2017/565).
 */
export function buildSuitability(
  source: ContractSource,
  plan: Plan,
  assessment: RiskAssessment,
  consultation: ConsultationFacts | null,
  options: BuildOptions,
  keyInformation: PlanKeyInformation | null,
): ReportDocument {
  const { contract } = source.detail;
  const measure = riskMeasureName(contract.risk);
  const count = contract.risk.riskClassCount;
  const riskClass =
    count === null ? String(assessment.riskClassId) : `${assessment.riskClassId} von ${count}`;
  const blocks: Block[] = [
    paragraph(
      'wir haben Sie zu Ihrem Vertrag beraten. In dieser Geeignetheitserklärung halten wir fest, was wir Ihnen empfehlen und warum die Empfehlung zu Ihnen passt. Sie erhalten sie vor dem Abschluss des Geschäfts.',
    ),
    ...outdatedNotice(plan),
    heading('Anlass und Gegenstand'),
    facts([
      ['Beratung', consultation === null ? day(plan.createdAt) : day(consultation.startedAt)],
      ['Auf Initiative', consultation === null ? '' : initiativeWords[consultation.initiative]],
      ['Vertrag', contract.externalKey],
      ['Tarif', source.info.tariff.name],
      ['Vertragswert', contractValue(contract)],
    ]),
    heading('Ihr Profil'),
    facts([
      ['Risikoklasse', `${riskClass}${classOfContract(source, assessment)}`],
      ['Erhoben am', `${day(assessment.assessmentDate)}, gültig bis ${day(assessment.validUntil)}`],
      ...profileFacts(assessment),
    ]),
    heading('Unsere Empfehlung'),
    paragraph(recommendation(plan)),
    ...limitsNotice(plan),
  ];
  if (plan.transactions.length > 0) blocks.push(orderTable(plan, true));
  if (plan.savingsPlanChanges.length > 0) {
    blocks.push(heading('Beitragsaufteilung', 2), savingsChangeTable(plan));
  }
  if (consultation !== null && consultation.reasonText !== '') {
    blocks.push(heading('Begründung des Beraters', 2), paragraph(consultation.reasonText));
  }
  blocks.push(heading('Warum die Empfehlung zu Ihnen passt'));
  if (options.withCharts) blocks.push(planBand(plan, measure));
  blocks.push(facts(fitRows(plan, assessment, measure, guaranteeText(source))));
  if (plan.checks.length > 0) blocks.push(heading('Ergebnis der Prüfungen', 2), planChecks(plan));
  blocks.push(
    ...keyInformationBlocks(keyInformation),
    heading('Nachteile und Risiken'),
    { kind: 'list', items: disadvantages(plan) },
    heading('Kosten'),
    oneOffTable(plan),
    paragraph(`${costSentence(plan)} Einzelheiten enthält die Kosteninformation.`),
    ...unknownFeesOf(plan),
    heading('Regelmäßige Überprüfung'),
    paragraph(
      consultation?.isPeriodicReviewAgreed === true
        ? 'Wir haben vereinbart, die Geeignetheit regelmäßig, mindestens einmal im Jahr, zu überprüfen und Sie über das Ergebnis zu unterrichten.'
        : 'Eine regelmäßige Überprüfung der Geeignetheit ist nicht vereinbart. Wir empfehlen Ihnen, Ihren Vertrag mindestens einmal im Jahr mit uns zu besprechen.',
    ),
    smallPrint(
      'Geeignetheitserklärung nach § 18 FinVermV und § 64 Abs. 4 WpHG in Verbindung mit Art. 54 Abs. 12 der Delegierten Verordnung (EU) 2017/565. Sie beruht auf Ihren Angaben; bitte teilen Sie uns Änderungen mit.',
    ),
    {
      kind: 'signatures',
      items: [
        ...signingHolders(source, 'Kunde', { before: 'Erhalten: ' }),
        { role: 'Ort, Datum, Unterschrift Berater', name: source.adviserName },
      ],
    },
  );
  return {
    reportType: 'suitabilityStatement',
    title: 'Geeignetheitserklärung',
    subtitle: contractLine(source),
    subject: `Geeignetheitserklärung zum Vertrag ${contract.externalKey}`,
    keywords: ['Geeignetheitserklärung', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}

const initiativeWords = { customer: 'des Kunden', adviser: 'des Beraters' } as const;

function recommendation(plan: Plan): string {
  const sells = plan.transactions.filter((order) => order.action === 'sell').length;
  const buys = plan.transactions.length - sells;
  const orders = [
    sells === 0 ? '' : sells === 1 ? 'einen Verkauf' : `${sells} Verkäufe`,
    buys === 0 ? '' : buys === 1 ? 'einen Kauf' : `${buys} Käufe`,
  ].filter((part) => part !== '');
  const text =
    orders.length === 0
      ? 'Wir empfehlen, den Bestand unverändert zu halten.'
      : `Wir empfehlen ${orders.join(' und ')}.`;
  return `${proposalModeNames[plan.mode]}: ${text}${plan.savingsPlanChanges.length > 0 ? ' Die Beitragsaufteilung soll wie unten angegeben geändert werden.' : ''}`;
}

/** One sentence for each thing the law names, for what the contract promises, and for the money that sales leave or buys take. */
function fitRows(
  plan: Plan,
  assessment: RiskAssessment,
  measure: string,
  guarantee: string | null,
): [string, string][] {
  const once = costsOnce(plan.costs);
  const { before, after } = plan;
  const scoreCosts = scoreCostsText([
    ...(before.costs.unknownFunds ?? []),
    ...(after.costs.unknownFunds ?? []),
  ]);
  const esg = plan.checks.find((check) => check.checkKey === 'esg');
  const restricted = plan.checks.find((check) => check.checkKey === 'restrictions');
  const excluded = restrictionsText(assessment.restrictions);
  const target = plan.checks.find((check) => check.checkKey === 'targetMarket');
  return [
    [
      'Anlageziel und Horizont',
      `${assessment.goal === undefined ? 'Ein Anlageziel ist nicht festgehalten.' : `Ihr Anlageziel: ${assessment.goal}.`} ${
        assessment.horizonYears === null
          ? 'Ein Anlagehorizont liegt nicht vor; die Empfehlung richtet sich nach der Risikoklasse.'
          : `Ihr Anlagehorizont beträgt ${yearsText(assessment.horizonYears)}. Der Zielwert von ${points(after.risk.target)} (${measure}) der Risikoklasse ${after.risk.riskClassId} ist darauf abgestimmt.`
      }`,
    ],
    [
      'Risikobereitschaft',
      `${measure} heute ${points(before.risk.value)} (${bandWords[before.risk.status]}), danach ${points(after.risk.value)} (${bandWords[after.risk.status]}); Risikoband ${bandRange(after.risk.bandLow, after.risk.bandHigh)}.`,
    ],
    [
      'Verlusttragfähigkeit',
      `${assessment.lossCapacity === null ? '' : 'Ihre Angabe: '}${lossCapacityText(assessment)}. Aktienquote heute ${quotaPoints(before.shareQuota)}, danach ${quotaPoints(after.shareQuota)}.`,
    ],
    ...(guarantee === null ? [] : [['Garantie', guarantee] satisfies [string, string]]),
    ['Kenntnisse und Erfahrungen', `${knowledgeText(assessment)}.`],
    ...experienceFacts(assessment),
    ...(target === undefined ? [] : [['Zielmarkt', target.text] satisfies [string, string]]),
    ['Nachhaltigkeit', `${sustainabilityText(assessment)}.${esg === undefined ? '' : ` ${esg.text}`}`],
    ...(excluded === null && (restricted?.result ?? 'ok') === 'ok'
      ? []
      : [rowOfRestrictions(excluded, restricted?.text)]),
    [
      'Aufwand und Nutzen',
      `Einmalige Kosten ${once === null ? unknownText : money(once)}; laufende Kosten danach ${leastPoints(after.costs)} im Jahr gegenüber ${leastPoints(before.costs)} heute. ${scoreChange(before.contractScore.value, after.contractScore.value)}${scoreCosts === null ? '' : ` ${scoreCosts}`}`,
    ],
    [accountName, `Heute ${money(plan.cashBefore)}, danach ${money(plan.cashAfter)}.`],
  ];
}

const scoreChange = (from: number, to: number): string =>
  from === to
    ? `Die Vertragsbewertung bleibt bei ${to} von 100.`
    : `Die Vertragsbewertung ändert sich von ${from} auf ${to} von 100.`;

const rowOfRestrictions = (excluded: string | null, text = ''): [string, string] => [
  'Ausschlüsse',
  `${excluded === null ? '' : `Sie schließen aus: ${excluded}. `}${text}`.trim(),
];

/** What speaks against it, plainly. */
function disadvantages(plan: Plan): string[] {
  const { before, after, costs } = plan;
  const oneOff = costsOnce(costs);
  // What is written alike has not changed for the reader.
  const isOtherQuota = points(after.shareQuota) !== points(before.shareQuota);
  const areKnown = before.shareQuota !== null && after.shareQuota !== null;
  const quotaChange = areKnown && isOtherQuota ? (after.shareQuota ?? 0) - (before.shareQuota ?? 0) : 0;
  return [
    'Fondsanteile schwanken im Wert; Verluste bis zum vollständigen Verlust des angelegten Betrags sind möglich.',
    ...(oneOff === null ? ['Welche Kosten die Umsetzung einmalig verursacht, ist nicht bekannt.'] : []),
    ...(oneOff !== null && oneOff > 0
      ? [`Die Umsetzung kostet einmalig ${money(oneOff)}; dieser Betrag muss erst wieder verdient werden.`]
      : []),
    ...(costs.perYearEuro === null
      ? ['Für gehandelte Fonds liegen keine laufenden Kosten vor; ob die Kosten steigen, ist nicht bekannt.']
      : []),
    ...(costs.perYearEuro !== null && costs.perYearEuro < 0
      ? [`Die laufenden Kosten steigen um ${money(-costs.perYearEuro)} im Jahr.`]
      : []),
    ...(after.shareQuota === null ? ['Welche Aktienquote danach besteht, ist nicht bekannt.'] : []),
    ...(quotaChange > 0
      ? [
          `Die Aktienquote steigt von ${points(before.shareQuota)} auf ${points(after.shareQuota)}; die Schwankungen können zunehmen.`,
        ]
      : []),
    ...(quotaChange < 0
      ? [
          `Die Aktienquote sinkt von ${points(before.shareQuota)} auf ${points(after.shareQuota)}; an steigenden Aktienmärkten nehmen Sie weniger teil.`,
        ]
      : []),
    ...(plan.transactions.some((order) => order.action === 'sell')
      ? [
          'Zwischen Verkauf und Kauf können sich Kurse ändern. Verkäufe können je nach Vertrag steuerliche Folgen haben, die wir nicht geprüft haben.',
        ]
      : []),
    ...plan.checks
      .filter((check) => check.result !== 'ok' && check.checkKey !== 'bib')
      .map((check) => check.text),
  ];
}
