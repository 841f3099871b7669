import { germanMoney } from './german-figures.ts';

/** Names of the four proposals, the same on screen and on paper. */
export const proposalModeNames = {
  keepPortfolio: 'Depot behalten',
  savingsPlanOnly: 'Nur Sparplan',
  necessary: 'Nur das Nötige',
  full: 'Volle Umschichtung',
} as const;

/** What is recommended for a contract, as the engine found it. Euros. */
export interface RecommendedAdvice {
  readonly mode: keyof typeof proposalModeNames;
  /** False where nothing is wrong. */
  readonly isNeeded: boolean;
  /** False where a risk profile is missing or over, or the plan does not suit it or may not be carried out; absent where only the checks of a plan say it. */
  readonly isSuitable?: boolean | undefined;
  /** Why, in a sentence. */
  readonly sentence: string;
  readonly orderCount: number;
  readonly isSavingsPlanChanged: boolean;
  /** Null = unknown. */
  readonly costsOnce: number | null;
  /** Saved a year by lower ongoing costs; below 0 they rise, null = unknown. */
  readonly savedPerYear: number | null;
  readonly scoreBefore: number;
  readonly scoreAfter: number;
}

export interface RecommendationText {
  readonly title: string;
  /** Empty where the title says all. */
  readonly text: string;
  /** Whether anything is left to do, be it a word with the client. */
  readonly tone: 'ok' | 'info';
}

/** What no order mends and the adviser talks about with the client: it ends the sentence of a recommendation, which the engine writes. */
export type Discussed = `Zu besprechen bleibt: ${string}`;
const toDiscuss = (text: string): Discussed => `Zu besprechen bleibt: ${text}`;

/** Not the dots of days and figures. */
const endOfSentence = /(?<=\p{L}\.) (?=\p{Lu})/u;

/** Ongoing costs that differ by less are the same to a client: no sentence is made of cents. */
const noticeableCosts = 1;

/**
 * What is recommended, why, what it takes and what it brings: one wording for every screen and report.
 *
 * @param isPast whether what was found then does not hold any more: nothing is recommended by it
 */
export function recommendationText(advice: RecommendedAdvice, isPast = false): RecommendationText {
  if (!advice.isNeeded) {
    // Nothing needs to be done; what is to be talked about follows.
    const [title = '', ...rest] = advice.sentence.split(endOfSentence);
    return { title, text: rest.join(' '), tone: rest.length === 0 ? 'ok' : 'info' };
  }
  const name = proposalModeNames[advice.mode];
  // Without the risk profiles of all holders nothing is recommended, nor what may not be carried out; the sentence says why.
  const title = isPast
    ? `Damaliger Vorschlag: ${name}`
    : advice.isSuitable === false
      ? `Vorschlag, noch keine Empfehlung: ${name}`
      : `Empfohlen: ${name}`;
  const work = workOf(advice);
  if (work === '') return { title, text: advice.sentence, tone: 'info' };
  const once = onceText(advice.costsOnce);
  const effect = effectOf(advice);
  // What is to be discussed comes last: orders are not needed for it.
  const at = advice.sentence.indexOf(` ${toDiscuss('')}`);
  const [why, discussed] =
    at < 0 ? [advice.sentence, ''] : [advice.sentence.slice(0, at), advice.sentence.slice(at)];
  return {
    title,
    tone: 'info',
    text: `${why} Dazu ${work}; ${once}.${effect === '' ? '' : ` ${effect}`}${discussed}`,
  };
}

function onceText(costs: number | null): string {
  if (costs === null) return 'welche Kosten einmalig anfallen, ist nicht bekannt';
  return costs > 0 ? `das kostet einmalig ${germanMoney(costs)}` : 'einmalige Kosten fallen nicht an';
}

/** Whether everything stays as it is although something is to be done: no order mends it. */
export const keepsEverything = ({
  isNeeded,
  orderCount,
  isSavingsPlanChanged,
}: Pick<RecommendedAdvice, 'isNeeded' | 'orderCount' | 'isSavingsPlanChanged'>): boolean =>
  isNeeded && orderCount === 0 && !isSavingsPlanChanged;

function workOf({ orderCount, isSavingsPlanChanged }: RecommendedAdvice): string {
  const orders = orderCount === 0 ? [] : [orderCount === 1 ? 'ein Auftrag' : `${orderCount} Aufträge`];
  const parts = [...orders, ...(isSavingsPlanChanged ? ['ein geänderter Sparplan'] : [])];
  if (parts.length === 0) return '';
  return `${orderCount > 1 || parts.length > 1 ? 'sind' : 'ist'} ${parts.join(' und ')} nötig`;
}

function effectOf({ savedPerYear, scoreBefore, scoreAfter }: RecommendedAdvice): string {
  const costs =
    savedPerYear === null || Math.abs(savedPerYear) < noticeableCosts
      ? []
      : [
          `die laufenden Kosten ${savedPerYear > 0 ? 'sinken' : 'steigen'} um ${germanMoney(Math.abs(savedPerYear))} im Jahr`,
        ];
  const score =
    scoreAfter === scoreBefore
      ? []
      : [
          `die Bewertung ${scoreAfter > scoreBefore ? 'steigt' : 'sinkt'} von ${scoreBefore} auf ${scoreAfter}`,
        ];
  const text = [...costs, ...score].join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
