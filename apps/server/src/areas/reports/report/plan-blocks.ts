import { scoreCostsText } from '@depotwerk/domain/contracts/known-costs';
import { isOpenPlan, planStateNames } from '@depotwerk/domain/contracts/plan-states';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { locale } from '@depotwerk/domain/locale';
import { nextHintText } from '@depotwerk/domain/next-hint-text';
import { formatPointsSigned, shownDifference } from '@depotwerk/domain/percent';
import {
  proposalModeNames,
  type RecommendedAdvice,
  recommendationText,
} from '@depotwerk/domain/recommendation-text';
import { formatNumberSigned } from '@depotwerk/domain/signed-figures';
import { riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { judgedByPlan } from '@depotwerk/engine/advice/recommended-advice';
import { bandRow, greyColour } from './chart-geometry.ts';
import { type Block, cell, column, row, smallPrint, table } from './report-document.ts';
import {
  accountName,
  bandRange,
  bandTone,
  bandWords,
  leastMoney,
  leastPoints,
  money,
  none,
  points,
  quotaPoints,
  roundShare,
  share,
  signedMoney,
  units,
} from './report-format.ts';
import type { Plan } from './report-source.ts';

/** Pieces every report about a planned optimisation is made from; figures as stored with the plan. */

/**
 * Says on paper what the screen says: what is recommended, what it costs and brings, or that nothing needs to be done.
 *
 * @param planned the plan the report is about; null where it is about the contract
 */
export function recommendationNotice(
  advice: RecommendedAdvice | null,
  planned: Pick<Plan, 'mode' | 'isEdited' | 'checks' | 'isOutdated'> | null,
): Block[] {
  if (advice === null) return [];
  const { title, text, tone } =
    planned === null
      ? recommendationText(advice)
      : recommendationText(judgedByPlan(advice, planned), planned.isOutdated);
  const other =
    planned === null
      ? ''
      : planned.isEdited
        ? 'Der hier beschriebene Vorschlag wurde von Hand geändert.'
        : planned.mode === advice.mode
          ? ''
          : `Der hier beschriebene Vorschlag „${proposalModeNames[planned.mode]}“ weicht davon ab.`;
  return [
    {
      kind: 'notice',
      tone,
      title,
      text: [text, other].filter((part) => part !== '').join(' '),
    },
  ];
}

/**
 * Says on paper what the screen says: prices, holdings or tariff moved since. Of a plan that lies open no more, what became of it, so that
 * nobody takes it for advice of the day on the paper.
 */
export function outdatedNotice(plan: Plan): Block[] {
  if (!isOpenPlan(plan))
    return [
      {
        kind: 'notice',
        tone: 'info',
        title: `Vorschlag vom ${formatInstantDay(plan.createdAt, locale.timeZone)}: ${planStateNames[plan.state]}`,
        text: 'Werte und Kosten sind die vom Tag des Vorschlags.',
      },
    ];
  return plan.isOutdated
    ? [
        {
          kind: 'notice',
          tone: 'warn',
          title: 'Der Vorschlag ist veraltet',
          text: plan.outdatedReasons.join(' ') || 'Kurse, Bestände oder Tarif haben sich seither geändert.',
        },
      ]
    : [];
}

/** What stands against carrying a plan out, on letters that do not show its checks; nothing where nothing does. */
export function blockedNotice({ checks }: Plan): Block[] {
  const blocks = checks.flatMap(({ result, text }) => (result === 'blocked' ? [text] : []));
  return blocks.length > 0
    ? [
        {
          kind: 'notice',
          tone: 'warn',
          title: 'Der Vorschlag darf so nicht ausgeführt werden',
          text: blocks.join(' '),
        },
      ]
    : [];
}

/** Which limits bind, and what is left open for that, in the sentences of the screen; nothing where none does. */
export function limitsNotice({ messages }: Pick<Plan, 'messages'>): Block[] {
  const sentences = [...new Set(messages.map(({ text }) => text))];
  if (sentences.length === 0) return [];
  return [{ kind: 'notice', tone: 'warn', title: 'Was den Vorschlag begrenzt', text: sentences.join(' ') }];
}

const actionWords = { buy: 'Kauf', sell: 'Verkauf' } as const;

/** Risk before and after against the band of the plan's risk class. */
export function planBand(plan: Plan, measure: string): Block {
  const { before, after } = plan;
  const range = bandRange(after.risk.bandLow, after.risk.bandHigh);
  const sideOf = (label: string, side: Plan['before']) =>
    bandRow(
      label,
      points(side.risk.value),
      { value: side.risk.value, low: after.risk.bandLow, high: after.risk.bandHigh },
      bandTone[side.risk.status],
    );
  return {
    kind: 'band',
    rows: [sideOf('Heute', before), sideOf('Danach', after)],
    legend: `${measure}; Risikoband der Risikoklasse ${after.risk.riskClassId}: ${range}`,
    alt: `${measure} heute ${points(before.risk.value)}, ${bandWords[before.risk.status]}; danach ${points(after.risk.value)}, ${bandWords[after.risk.status]}. Risikoband ${range}.`,
  };
}

/** Shares of the peer groups before and after beside the target; one that is sold as a whole is there before only. */
export function planGroups(plan: Plan, withCharts: boolean): Block {
  const before = new Map(plan.before.peerGroups.map((group) => [group.peergroupId, group.fraction]));
  const after = new Set(plan.after.peerGroups.map(({ peergroupId }) => peergroupId));
  const sold = plan.before.peerGroups.filter(({ peergroupId }) => !after.has(peergroupId));
  const groups = [...plan.after.peerGroups, ...sold.map((group) => ({ ...group, fraction: 0 }))];
  if (!withCharts) {
    return table(
      [
        column('Peergroup', '1fr'),
        column('Heute', '24mm', 'right'),
        column('Danach', '24mm', 'right'),
        column('Ziel', '24mm', 'right'),
      ],
      groups.map((group) =>
        row(
          group.name,
          roundShare(before.get(group.peergroupId) ?? 0),
          roundShare(group.fraction),
          roundShare(group.target),
        ),
      ),
    );
  }
  const largest = Math.max(
    0.01,
    ...groups.flatMap((group) => [group.fraction, before.get(group.peergroupId) ?? 0]),
  );
  const bar = (fraction: number, colour: string) => ({
    share: Math.round((fraction / largest) * 1e4) / 1e4,
    value: roundShare(fraction),
    colour,
  });
  return {
    kind: 'bars',
    rows: groups.map((group) => ({
      label: group.name,
      bars: [bar(before.get(group.peergroupId) ?? 0, greyColour), bar(group.fraction, '#0f5566')],
    })),
    legend: [
      { label: 'heute', colour: greyColour },
      { label: 'danach', colour: '#0f5566' },
    ],
    alt: `Anteile der Peergroups heute und danach: ${groups
      .map(
        (group) =>
          `${group.name} ${roundShare(before.get(group.peergroupId) ?? 0)} und ${roundShare(group.fraction)}`,
      )
      .join(', ')}.`,
  };
}

/** Each order, sells first as planned; with the reason below the fund. */
export function orderTable(plan: Plan, withReasons: boolean): Block {
  return table(
    [
      column('Auftrag', '17mm'),
      column('Fonds', '1fr'),
      column('Anteile', 'auto', 'right'),
      column('Betrag', 'auto', 'right'),
      column('Anteil heute', '17mm', 'right'),
      column('Anteil danach', '17mm', 'right'),
    ],
    plan.transactions.map((order) =>
      row(
        cell(actionWords[order.action], { tone: order.action === 'sell' ? 'warn' : 'ok' }),
        cell(order.fundName, {
          sub: withReasons && order.reason !== '' ? `${order.isin}\n${order.reason}` : order.isin,
        }),
        units(order.quantity),
        money(order.amount),
        roundShare(order.fractionBefore),
        roundShare(order.fractionAfter),
      ),
    ),
  );
}

export function savingsChangeTable(plan: Plan): Block {
  return table(
    [
      column('Fonds', '1fr'),
      column('Anteil heute', '20mm', 'right'),
      column('Anteil danach', '20mm', 'right'),
      column('Betrag heute', 'auto', 'right'),
      column('Betrag danach', 'auto', 'right'),
    ],
    plan.savingsPlanChanges.map((change) =>
      row(
        cell(change.fundName, { sub: change.isin }),
        share(change.fractionBefore),
        share(change.fractionAfter),
        money(change.amountBefore),
        money(change.amountAfter),
      ),
    ),
  );
}

/** How funds of unknown costs count in the score, where some are held today or afterwards. */
export function scoreNote({ before, after }: Plan): Block[] {
  const text = scoreCostsText([...(before.costs.unknownFunds ?? []), ...(after.costs.unknownFunds ?? [])]);
  return text === null ? [] : [smallPrint(text)];
}

/** Today and after, figure by figure. */
export function beforeAfterTable(plan: Plan, measure: string): Block {
  const { before, after } = plan;
  // What lies between the figures as they stand beside it, so that it can be followed.
  const difference = (a: number | null, b: number | null, decimals = 1) =>
    a === null || b === null
      ? none
      : formatPointsSigned(shownDifference(b / 100, a / 100, decimals), decimals);
  const cents = (value: number) => signedMoney(Math.round(value * 100) / 100);
  return table(
    [
      column('', '1fr'),
      column('Heute', '32mm', 'right'),
      column('Danach', '32mm', 'right'),
      column('Unterschied', '38mm', 'right'),
    ],
    [
      row(
        measure,
        points(before.risk.value),
        points(after.risk.value),
        difference(before.risk.value, after.risk.value),
      ),
      row('Lage zum Risikoband', bandWords[before.risk.status], bandWords[after.risk.status], ''),
      // Where the tariff measures risk by it, the first line has said it.
      ...(measure === riskMeasureNames.EQUITY_QUOTA
        ? []
        : [
            row(
              'Aktienquote',
              quotaPoints(before.shareQuota),
              quotaPoints(after.shareQuota),
              difference(before.shareQuota, after.shareQuota),
            ),
          ]),
      row(
        'Vertragsbewertung (von 100)',
        String(before.contractScore.value),
        String(after.contractScore.value),
        formatNumberSigned(after.contractScore.value - before.contractScore.value),
      ),
      row(
        'Laufende Kosten im Jahr',
        leastMoney(before.costs),
        leastMoney(after.costs),
        plan.costs.perYearEuro === null
          ? unknownText
          : cents(after.costs.perYearEuro - before.costs.perYearEuro),
      ),
      row(
        'Laufende Kosten in Prozent',
        leastPoints(before.costs),
        leastPoints(after.costs),
        plan.costs.perYearEuro === null
          ? unknownText
          : difference(before.costs.perYearPercent, after.costs.perYearPercent, 2),
      ),
      row(
        'Zahl der Fonds',
        String(before.securitiesCount),
        String(after.securitiesCount),
        formatNumberSigned(after.securitiesCount - before.securitiesCount),
      ),
      row(
        accountName,
        money(plan.cashBefore),
        money(plan.cashAfter),
        cents(plan.cashAfter - plan.cashBefore),
      ),
      ...nextHintRow(plan),
    ],
  );
}

/** Plans stored before it was computed have none. */
const nextHintRow = ({ before, after }: Plan) =>
  before.monthsToNextHint === undefined || after.monthsToNextHint === undefined
    ? []
    : [row('Nächster Hinweis voraussichtlich', nextHintText(before), nextHintText(after), '')];

const checkWords: Record<Plan['checks'][number]['checkKey'], string> = {
  suitability: 'Geeignetheit',
  targetMarket: 'Zielmarkt',
  universe: 'Fondsauswahl',
  minimums: 'Mindest- und Höchstwerte',
  bib: 'Basisinformationsblatt',
  esg: 'Nachhaltigkeit',
  restrictions: 'Ausschlüsse',
};

/** As the screen says it: a warning may be carried out after a word with the client, a block may not. */
const resultWords: Record<Plan['checks'][number]['result'], string> = {
  ok: 'In Ordnung',
  warning: 'Warnung',
  blocked: 'Gesperrt',
};

export const planChecks = (plan: Plan): Block => ({
  kind: 'checks',
  items: plan.checks.map(({ checkKey, result, text }) => ({
    label: checkWords[checkKey],
    result,
    word: resultWords[result],
    text,
  })),
});
