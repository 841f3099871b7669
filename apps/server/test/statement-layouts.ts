import type { Placed } from './statement-pdf.ts';

/** A holding as a bank prints it. */
export interface Printed {
  readonly isin: string;
  readonly name: string;
  /** With the decimals printed. */
  readonly units: string;
  readonly price: string;
  /** In euros, unless `currency` is another and no rate is named. */
  readonly value: string;
  readonly currency: string;
  /** Units of the foreign currency for a euro; null = value and price are in one currency. */
  readonly rate: string | null;
}

/** Canonical decimals ("1234.5") as a bank writes them. */
export type Writing = 'german' | 'swiss' | 'english';
const marks = { german: ['.', ','], swiss: ['’', '.'], english: [',', '.'] } as const;
export function written(amount: string, writing: Writing): string {
  const [group, point] = marks[writing];
  const [whole = '', decimals] = amount.split('.');
  return (
    whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, group) + (decimals === undefined ? '' : point + decimals)
  );
}

/** Sum of the values to the cent. */
export const totalOf = (rows: readonly Printed[]): string =>
  (rows.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0) / 100).toFixed(2);

const at = (x: number, y: number, text: string): Placed => ({ x, y, text });
const end = (x: number, y: number, text: string): Placed => ({ x, y, text, align: 'end' });
const perPage = 4;
const inPages = (rows: readonly Printed[], size = perPage) =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / size)) }, (_, page) =>
    rows.slice(page * size, (page + 1) * size),
  );

/** Layouts as banks and platforms print holdings: pages of placed texts. */
export type Layout = (rows: readonly Printed[], write: (amount: string) => string) => Placed[][];

/** One line a holding, its key first. */
const keyFirst: Layout = (rows, write) => [
  [
    at(50, 60, 'Depotauszug per 30.06.2026'),
    at(50, 75, 'Depotnummer 1234567890'),
    at(50, 100, 'ISIN'),
    at(140, 100, 'Bezeichnung'),
    end(330, 100, 'Stück'),
    end(405, 100, 'Kurs'),
    at(415, 100, 'Whg.'),
    end(530, 100, 'Kurswert in EUR'),
    ...rows.flatMap(({ isin, name, units, price, value, currency }, index) => {
      const y = 120 + index * 15;
      return [
        at(50, y, isin),
        at(140, y, name),
        end(330, y, write(units)),
        end(405, y, write(price)),
        at(415, y, currency),
        end(530, y, write(value)),
      ];
    }),
    at(50, 700, 'Depotwert gesamt'),
    end(530, 700, write(totalOf(rows))),
    at(50, 810, 'Seite 1 von 1'),
  ],
];

/** Two to three lines a holding: figures with its name, the key below the wrapped name; what was paid beside. */
const keyBelow: Layout = (rows, write) =>
  inPages(rows).map((onPage, page, pages) => [
    at(40, 60, 'Ihre Vermögensaufstellung'),
    at(40, 100, 'Stück'),
    at(110, 100, 'Wertpapierbezeichnung'),
    end(350, 96, 'Einstands-'),
    end(350, 106, 'kurs'),
    end(420, 96, 'Kurs am'),
    end(420, 106, '30.06.2026'),
    end(550, 100, 'Kurswert EUR'),
    ...onPage.flatMap(({ isin, name, units, price, value, currency }, index) => {
      const y = 130 + index * 50;
      return [
        at(40, y, write(units)),
        at(110, y, name),
        end(350, y, write((Number(price) * 0.9).toFixed(2))),
        end(420, y, `${write(price)} ${currency}`),
        end(550, y, write(value)),
        at(110, y + 11, 'Inhaber-Anteile thesaurierend'),
        at(110, y + 22, `ISIN ${isin}`),
      ];
    }),
    ...(page === pages.length - 1
      ? [at(40, 740, 'Summe'), end(550, 740, `${write(totalOf(rows))} EUR`)]
      : [at(110, 740, 'Übertrag'), end(550, 740, write(totalOf(rows.slice(0, (page + 1) * perPage))))]),
  ]);

/** Labels and numbers, one below the other, as fund platforms write them. */
const labelled: Layout = (rows, write) =>
  inPages(rows, 5).map((onPage, page, pages) => [
    at(60, 50, 'Depotübersicht'),
    ...onPage.flatMap(({ isin, name, units, price, value, currency, rate }, index) => {
      const y = 80 + index * 120;
      return [
        at(60, y, name),
        at(60, y + 14, `ISIN: ${isin}`),
        at(60, y + 28, `Anteile: ${write(units)}`),
        at(60, y + 42, `Anteilswert: ${write(price)} ${currency} vom 30.06.2026`),
        ...(rate === null ? [] : [at(60, y + 56, `Devisenkurs EUR/${currency} ${write(rate)}`)]),
        at(60, y + 70, `Wert: ${write(value)} ${rate === null ? currency : 'EUR'}`),
      ];
    }),
    ...(page === pages.length - 1 ? [at(60, 790, `Gesamtwert: ${write(totalOf(rows))} EUR`)] : []),
  ]);

/** Columns the other way round, the key last, carried sums at foot and head of the pages, a rate in a column. */
const keyLast: Layout = (rows, write) =>
  inPages(rows).map((onPage, page, pages) => {
    const heading = 90;
    const first = heading + 40;
    const sumUpTo = (count: number) => write(totalOf(rows.slice(0, count)));
    return [
      at(40, 50, 'Vermögensausweis zum 30.06.2026'),
      end(110, heading, 'Marktwert EUR'),
      end(170, heading, 'Devisenkurs'),
      end(240, heading, 'Kurs'),
      end(310, heading, 'Anzahl'),
      at(330, heading, 'Titel'),
      at(480, heading, 'ISIN'),
      ...(page === 0
        ? []
        : [end(110, heading + 20, sumUpTo(page * perPage)), at(330, heading + 20, 'Übertrag')]),
      ...onPage.flatMap(({ isin, name, units, price, value, currency, rate }, index) => {
        const y = first + index * 24;
        const [shortName, ...rest] = name.split(' ');
        return [
          end(110, y, write(value)),
          ...(rate === null ? [] : [end(170, y, write(rate))]),
          end(240, y, `${currency} ${write(price)}`),
          end(310, y, write(units)),
          at(330, y, shortName ?? ''),
          at(330, y + 10, rest.join(' ')),
          at(480, y, isin),
        ];
      }),
      ...(page === pages.length - 1
        ? [end(110, 760, sumUpTo(rows.length)), at(330, 760, 'Total')]
        : [end(110, 760, sumUpTo((page + 1) * perPage)), at(330, 760, 'Übertrag')]),
      at(280, 820, `Seite ${page + 1} von ${pages.length}`),
    ];
  });

/** Key in a line above the figures, gains and shares beside, a heading of two lines. */
const keyAbove: Layout = (rows, write) => [
  [
    at(50, 60, 'Depotbestand'),
    at(50, 88, 'Wertpapier'),
    end(250, 88, 'Bestand'),
    end(330, 88, 'Kaufwert'),
    end(400, 88, 'Rücknahme-'),
    end(400, 98, 'preis EUR'),
    end(470, 88, 'Gegenwert'),
    end(470, 98, 'in EUR'),
    end(520, 88, 'Gewinn/'),
    end(520, 98, 'Verlust %'),
    end(560, 88, 'Anteil'),
    ...rows.flatMap(({ isin, name, units, price, value }, index) => {
      const y = 120 + index * 30;
      return [
        at(50, y, `${name} (${isin})`),
        end(250, y + 12, write(units)),
        end(330, y + 12, write((Number(value) * 0.8).toFixed(2))),
        end(400, y + 12, write(price)),
        end(470, y + 12, write(value)),
        end(520, y + 12, write('25.00')),
        end(560, y + 12, `${write('12.5')} %`),
      ];
    }),
    at(50, 780, 'Gesamt'),
    end(470, 780, write(totalOf(rows))),
    end(520, 780, write('25.00')),
  ],
];

/** Units and currencies before their numbers, so that these begin behind the heading; both keys in one word, in brackets. */
const unitsBefore: Layout = (rows, write) => [
  [
    at(50, 60, 'Depotauszug per 30.06.2026'),
    at(50, 90, 'Nominale'),
    at(150, 90, 'Bezeichnung (ISIN/WKN)'),
    at(360, 90, 'Kurs'),
    end(560, 90, 'Kurswert'),
    ...rows.flatMap(({ isin, name, units, price, value, currency }, index) => {
      const y = 110 + index * 50;
      return [
        at(50, y, `STK  ${write(units)}`),
        at(150, y, name),
        at(360, y, `${currency} ${write(price)}`),
        end(560, y, `EUR ${write(value)}`),
        at(150, y + 11, `(${isin}/${isin.slice(5, 11)})`),
        at(360, y + 11, '30.06.2026'),
        at(150, y + 22, 'Verwahrart: GS Deutschland'),
      ];
    }),
    at(50, 780, 'Depotwert'),
    end(560, 780, `EUR ${write(totalOf(rows))}`),
  ],
];

/** A heading over three heights whose upper words go on in the lower ones, a rate and the currency of the price in columns. */
const brokenHeading: Layout = (rows, write) => [
  [
    at(40, 60, 'Depotauszug per 30.06.2026'),
    at(40, 100, 'Fondsname'),
    end(264, 100, 'Anteile'),
    end(330, 95, 'Rücknahme-'),
    end(330, 105, 'preis'),
    end(380, 100, 'Währung'),
    end(430, 95, 'Devisen-'),
    end(430, 105, 'kurs'),
    end(490, 100, 'Preisdatum'),
    end(565, 100, 'Wert in EUR'),
    ...rows.flatMap(({ isin, name, units, price, value, currency, rate }, index) => {
      const y = 130 + index * 35;
      return [
        at(40, y, name),
        end(260, y, write(units)),
        end(330, y, write(price)),
        end(380, y, currency),
        ...(rate === null ? [] : [end(430, y, write(rate))]),
        end(490, y, '29.06.2026'),
        end(565, y, write(value)),
        at(40, y + 11, isin),
      ];
    }),
    at(40, 780, 'Gesamtwert des Depots'),
    end(565, 780, write(totalOf(rows))),
  ],
];

export const layouts: Readonly<Record<string, Layout>> = {
  keyFirst,
  keyBelow,
  labelled,
  keyLast,
  keyAbove,
  unitsBefore,
  brokenHeading,
};
/** Those that name a rate beside a price in another currency. */
export const layoutsWithRate: readonly string[] = ['labelled', 'keyLast', 'brokenHeading'];
