import type { CallAnswer } from '@depotwerk/api/call';
import type { listFundMovements } from '@depotwerk/api/contracts/fund-movements';
import {
  type MovementKind,
  movementKindNames,
  movementKinds,
  movementSourceNames,
} from '@depotwerk/domain/contracts/fund-movements';
import { fromCents, toCents } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { contractLine, salutationOf } from './common-blocks.ts';
import * as paper from './report-document.ts';
import { day, money, none, units } from './report-format.ts';
import type { BuildOptions, ContractSource } from './report-source.ts';

type MovedFund = CallAnswer<typeof listFundMovements>[number];
type Movement = MovedFund['movements'][number] & { readonly isin: string; readonly fundName: string };

/** Purchases, sales, transfers and splits of a period, the oldest first; `from` null = all that is known. */
export function buildTransactions(
  source: ContractSource,
  funds: readonly MovedFund[],
  from: string | null,
  options: BuildOptions,
): paper.ReportDocument {
  const { detail, today } = source;
  const { externalKey } = detail.contract;
  const movements = movementsOf(funds, from, today);
  const period = from === null ? `bis zum ${day(today)}` : `vom ${day(from)} bis zum ${day(today)}`;
  return {
    reportType: 'transactions',
    title: 'Umsatzübersicht',
    subtitle: contractLine(source),
    subject: `Umsätze des Vertrags ${externalKey} ${period}`,
    keywords: ['Umsätze', externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks: [
      paper.paragraph(
        `nachfolgend finden Sie die Umsätze Ihres Vertrags ${externalKey} ${period}, soweit sie uns bekannt sind.`,
      ),
      ...(movements.length === 0 ? [nothing(funds, period)] : filled(movements)),
      paper.smallPrint(
        'Enthalten sind ausgeführte Aufträge sowie erfasste und eingelesene Umsätze. Was die depotführende Stelle noch nicht abgerechnet ' +
          'oder nicht gemeldet hat, fehlt. Der Kurs ist der Betrag geteilt durch die Anteile; Gebühren einzelner Umsätze werden nicht ' +
          'gemeldet und sind unbekannt, sie können in den Beträgen enthalten sein. Maßgeblich sind die Abrechnungen der depotführenden Stelle.',
      ),
    ],
  };
}

function movementsOf(funds: readonly MovedFund[], from: string | null, today: string): Movement[] {
  return funds
    .flatMap(({ isin, name: fundName, movements }) =>
      movements.map((movement) => ({ ...movement, isin, fundName })),
    )
    .filter((movement) => movement.day <= today && (from === null || movement.day >= from))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.fundName.localeCompare(b.fundName, 'de'));
}

function nothing(funds: readonly MovedFund[], period: string): paper.Block {
  const hasOthers = funds.some(({ movements }) => movements.length > 0);
  return {
    kind: 'notice',
    tone: 'info',
    title: 'Keine Umsätze bekannt',
    text: hasOthers
      ? `Für die Zeit ${period} sind keine Umsätze bekannt, für andere Zeiten schon.`
      : 'Zu diesem Vertrag sind keine Umsätze erfasst, eingelesen oder von der Bank gemeldet.',
  };
}

const filled = (movements: readonly Movement[]): paper.Block[] => [
  paper.heading('Summen'),
  paper.table(
    [
      paper.column('Vorgang', '1fr'),
      paper.column('Anzahl', '22mm', 'right'),
      paper.column('Betrag', '52mm', 'right'),
    ],
    movementKinds.flatMap((kind) =>
      sumRow(
        kind,
        movements.filter((movement) => movement.kind === kind),
      ),
    ),
  ),
  paper.heading('Umsätze'),
  paper.table(
    [
      paper.column('Tag'),
      paper.column('Vorgang'),
      paper.column('Fonds', '1fr'),
      paper.column('Anteile', 'auto', 'right'),
      paper.column('Kurs', 'auto', 'right'),
      paper.column('Betrag', 'auto', 'right'),
    ],
    movements.map(movementRow),
  ),
];

/** What of a kind is known together; the number of those without an amount stands beside it. */
function sumRow(kind: MovementKind, movements: readonly Movement[]): paper.TableRow[] {
  if (movements.length === 0) return [];
  const amounts = movements.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const sum = money(fromCents(amounts.reduce((cents, amount) => cents + toCents(amount), 0)));
  const unknown = movements.length - amounts.length;
  const text = amounts.length === 0 ? unknownText : unknown === 0 ? sum : `mindestens ${sum}`;
  return [
    paper.row(
      movementKindNames[kind],
      formatNumber(movements.length),
      kind === 'split'
        ? none
        : paper.cell(text, {
            sub: amounts.length > 0 && unknown > 0 ? `${formatNumber(unknown)} ohne Betrag` : '',
          }),
    ),
  ];
}

function movementRow(movement: Movement): paper.TableRow {
  const { kind, quantity, factor, amount, acquiredDay } = movement;
  const isSplit = kind === 'split';
  const price = quantity === null || amount === null ? null : amount / quantity;
  const orUnknown = <T>(value: T | null, write: (value: T) => string) =>
    value === null ? unknownText : write(value);
  return paper.row(
    day(movement.day),
    paper.cell(movementKindNames[kind], { sub: movementSourceNames[movement.source] }),
    paper.cell(movement.fundName, {
      sub: [movement.isin, ...(acquiredDay === null ? [] : [`angeschafft am ${day(acquiredDay)}`])].join(
        ' · ',
      ),
    }),
    isSplit ? paper.cell(none, { sub: `1 : ${orUnknown(factor, units)}` }) : orUnknown(quantity, units),
    isSplit ? none : orUnknown(price, money),
    isSplit ? none : orUnknown(amount, money),
  );
}
