import type { FindingCause } from './finding-causes.ts';
import { hintTitle, overdrawnTitle } from './hint-text.ts';

/** A hint as a finding tells of it. */
export interface ToldHint {
  /** H01 to H21, H23, H24. */
  readonly code: string;
  readonly title: string;
  readonly text: string;
  /** Names of the funds it is about; empty where it is about a group or the whole. */
  readonly fundNames: readonly string[];
}

/** A finding for people: what is wrong, about what, and the one thing to do. */
export interface FindingText {
  readonly title: string;
  readonly text: string;
  /** Empty for a finding that no check made. */
  readonly action: string;
}

interface CauseWords {
  /** Title for several funds or groups; `count` is their number. */
  readonly many: (count: number) => string;
  readonly action: string;
}

const causes: Readonly<Record<FindingCause, CauseWords>> = {
  riskData: { many: () => hintTitle('H03'), action: 'Risikodaten der Fonds ergänzen.' },
  allocation: {
    many: () => hintTitle('H10'),
    action: 'Den Bestand in Richtung der Zielaufteilung umschichten.',
  },
  fundClosed: {
    many: (count) => `${count} Fonds geschlossen, verschmolzen oder aufgelöst`,
    action: 'Durch den Nachfolger oder einen Fonds der Auswahl ersetzen.',
  },
  sustainability: {
    many: (count) => `${count} Fonds verletzen die Nachhaltigkeitspräferenz`,
    action: 'Durch einen Fonds ersetzen, der zur Präferenz passt.',
  },
  restriction: {
    many: (count) => `${count} Fonds fallen unter festgehaltene Ausschlüsse`,
    action: 'Durch einen Fonds ersetzen, der nicht ausgeschlossen ist.',
  },
  targetMarket: {
    many: (count) => `Für ${count} Fonds gilt der negative Zielmarkt`,
    action: 'Durch einen Fonds ersetzen, dessen Zielmarkt zum Risikoprofil passt.',
  },
  universe: {
    many: (count) => `${count} Fonds nicht in der Fondsauswahl`,
    action: 'Durch einen Fonds der Fondsauswahl ersetzen.',
  },
  rank: {
    many: (count) => `${count} Fonds ohne ausreichenden Rang`,
    action: 'Durch einen Fonds mit ausreichendem Rang ersetzen.',
  },
  riskIndicator: {
    many: () => hintTitle('H19'),
    action: 'Durch einen Fonds mit niedrigerem Risikoindikator ersetzen.',
  },
  cluster: { many: () => hintTitle('H13'), action: 'Auf mehrere Fonds und Gesellschaften verteilen.' },
  prices: {
    many: (count) => `${count} Kurse fehlen oder sind veraltet`,
    action: 'Kurse aktualisieren, bevor gehandelt wird.',
  },
  savingsPlan: { many: () => hintTitle('H15'), action: 'Den Sparplan auf die Zielaufteilung umstellen.' },
  cash: { many: () => hintTitle('H20'), action: 'Geld oberhalb der Reserve anlegen.' },
  costs: {
    many: (count) => `Günstigere Alternative für ${count} Fonds`,
    action: 'Einen Wechsel prüfen; er lohnt sich nur, wenn die Ersparnis die Gebühren bald deckt.',
  },
  smallPositions: {
    many: (count) => `${count} sehr kleine Positionen`,
    action: 'Verkaufen oder aufstocken.',
  },
  gains: {
    many: (count) => `Verkauf von ${count} Fonds würde Gewinne realisieren`,
    action: 'Vor einem Verkauf die Steuer bedenken.',
  },
};

/** What of an account below zero is to be done: the opposite of what too much money asks for. */
const overdrawnAction = 'Einzahlen oder verkaufen, bis das sonstige Guthaben ausgeglichen ist.';

/** Hints that name their finding whatever else belongs to it. */
const leaders: readonly string[] = ['H03', 'H01', 'H02', 'H16'];
/** Hints about one peer group. */
const groupHints: readonly string[] = ['H08', 'H09', 'H10'];
/** Names said in a finding's text; the rest is counted. */
const namedSubjects = 2;

/**
 * Title, text and action of a finding.
 *
 * @param cause one of the engine's causes; null for a hint that no check made
 * @param hints at least one, the gravest first
 */
export function findingText(cause: FindingCause | null, hints: readonly ToldHint[]): FindingText {
  const [gravest] = hints;
  if (!gravest) throw new Error('A finding has at least one hint.');
  const words = cause === null ? undefined : causes[cause];
  const action = gravest.title === overdrawnTitle ? overdrawnAction : (words?.action ?? '');
  if (hints.length === 1 || !words) return { title: gravest.title, text: gravest.text, action };
  const leader = hints.find(({ code }) => leaders.includes(code));
  const subjects = [...new Set(hints.map(subjectOfHint))];
  if (leader) return { title: leader.title, text: withRest(leader, hints), action };
  if (subjects.length > 1) return { title: words.many(subjects.length), text: namesOf(hints), action };
  const others = [...new Set(hints.slice(1).map(({ title }) => title))];
  return { title: gravest.title, text: `${gravest.text} Außerdem: ${others.join(', ')}.`, action };
}

/** The leading hint's sentence and whatever else belongs to the same finding. */
function withRest(leader: ToldHint, hints: readonly ToldHint[]): string {
  const rest = hints.filter((hint) => hint !== leader && !isOfTheWhole(hint));
  return rest.length === 0 ? leader.text : `${leader.text} Weicht ab: ${namesOf(rest)}.`;
}

const isOfTheWhole = ({ code }: ToldHint) => ['H15', 'H16', 'H20'].includes(code);

/** Name of the fund or group a hint is about, else its sentence. */
export function subjectOfHint({ fundNames, text }: Pick<ToldHint, 'fundNames' | 'text'>): string {
  if (fundNames.length > 0) return fundNames.join(', ');
  return /^(.+?) (?:macht|soll|gehört|hat|ist|kostet|bleibt|fällt)\b/u.exec(text)?.[1] ?? text;
}

/** The first names, and what the rest of them are: funds, peer groups, or both. */
function namesOf(hints: readonly ToldHint[]): string {
  const names = [...new Set(hints.map(subjectOfHint))];
  const more = names.length - namedSubjects;
  if (more <= 0) return names.join(' und ');
  const named = names.slice(0, namedSubjects);
  const rest = hints.filter((hint) => !named.includes(subjectOfHint(hint)));
  const others = rest.every(({ fundNames }) => fundNames.length > 0)
    ? `${more} ${more === 1 ? 'weiterer' : 'weitere'} Fonds`
    : rest.every(({ code }) => groupHints.includes(code))
      ? `${more} ${more === 1 ? 'weitere Peergroup' : 'weitere Peergroups'}`
      : 'andere';
  return `${named.join(', ')} und ${others}`;
}
