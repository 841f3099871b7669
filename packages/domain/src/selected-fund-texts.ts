import type { Entry, Writer } from './combination-entry.ts';
import { germanNumber } from './german-figures.ts';

const whole = (value: number) => germanNumber(value, 0, 0);

/** "2 von 5 Fonds": how many of the group's selected funds a finding is about. */
const countedFunds = ({ number }: Writer): string =>
  `${whole(number('count'))} von ${whole(number('size'))} Fonds`;

/** The funds a finding names; the others are counted. */
function listedFunds({ number, word, names }: Writer): string {
  const isins = word('isins').split(' ').filter(Boolean);
  const more = number('count') - isins.length;
  const listed = isins.map(names.fundOf).join(', ');
  return more > 0 ? `${listed} und ${whole(more)} ${more === 1 ? 'weiterer' : 'weitere'}` : listed;
}

/** What the plausibility check says of the funds of a selection. */
export const selectedFundEntries: Readonly<Record<string, Entry>> = {
  fundVanished: {
    title: 'Nicht mehr kaufbar',
    kind: 'group',
    step: 'selection',
    write: (writer) =>
      `Diese Fonds der Peergroup ${writer.name} sind geschlossen, verschmolzen, aufgelöst oder inaktiv (${countedFunds(writer)}): ${listedFunds(writer)}. Bitte wählen Sie andere Fonds.`,
    writeOfFund: ({ name }) =>
      `${name} ist geschlossen, verschmolzen, aufgelöst oder inaktiv. Bitte wählen Sie einen anderen Fonds.`,
  },
  fundWithoutPrice: {
    title: 'Ohne Kurs',
    kind: 'group',
    step: 'selection',
    write: (writer) =>
      `Diese Fonds der Peergroup ${writer.name} sind ohne Kurs und lassen sich nicht kaufen (${countedFunds(writer)}): ${listedFunds(writer)}. Bitte lesen Sie Kurse ein oder nehmen Sie die Fonds aus der Auswahl.`,
    writeOfFund: ({ name }) =>
      `${name} ist ohne Kurs und lässt sich nicht kaufen. Bitte lesen Sie Kurse ein oder wählen Sie einen anderen Fonds.`,
  },
  fundCostsUnknown: {
    title: 'Laufende Kosten unbekannt',
    kind: 'group',
    step: 'selection',
    write: (writer) =>
      `Die laufenden Kosten dieser Fonds der Peergroup ${writer.name} sind nicht bekannt (${countedFunds(writer)}): ${listedFunds(writer)}.`,
    writeOfFund: ({ name }) => `Die laufenden Kosten von ${name} sind nicht bekannt.`,
  },
  fundNotForRetail: {
    title: 'Negativer Zielmarkt: Privatkunden',
    kind: 'group',
    step: 'selection',
    write: (writer) =>
      `Diese Fonds der Peergroup ${writer.name} dürfen Privatkunden nicht empfohlen werden (${countedFunds(writer)}): ${listedFunds(writer)}.`,
    writeOfFund: ({ name }) => `${name} darf Privatkunden nicht empfohlen werden.`,
  },
  fundNotForLowestClass: {
    title: 'Negativer Zielmarkt: niedrigste Risikotoleranz',
    kind: 'group',
    step: 'selection',
    write: (writer) =>
      `Die Peergroup ${writer.name} ist in der niedrigsten Klasse vorgesehen, doch diese Fonds dürfen Kunden dieser Klasse nicht empfohlen werden (${countedFunds(writer)}): ${listedFunds(writer)}.`,
    writeOfFund: ({ name }) =>
      `${name} ist in der niedrigsten Klasse vorgesehen, darf Kunden dieser Klasse aber nicht empfohlen werden.`,
  },
};
