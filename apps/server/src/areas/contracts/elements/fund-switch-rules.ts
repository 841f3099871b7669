import {
  gapNames,
  holdersWithout,
  type KeyInformationGap,
} from '@depotwerk/domain/contracts/key-information';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { isWeekend } from '@depotwerk/domain/weekdays';
import { costCapFindings } from '@depotwerk/engine/advice/cost-cap-findings';
import { underageTexts } from '@depotwerk/engine/advice/suitability-findings';
import type { Finding } from './element-form.ts';
import type { ChosenFund, FundSwitchContext, HeldFund } from './fund-switch-context.view.ts';
import { boughtFundIdsOf, type FundSwitchRequest } from './fund-switch-request.ts';

type Rows = FundSwitchRequest['toFunds'];

/** Longest way ahead an insurer takes an application for, in days. */
const longestDelay = 365;

/** What speaks against sending the application, worst first; an empty list or notes only = it may go. */
export function findFaults(context: FundSwitchContext, request: FundSwitchRequest): Finding[] {
  const findings = [
    ...(context.profileGap === null ? [] : [blocking('', 'profileMissing', context.profileGap)]),
    // As plans say it: the application has no line for those who represent her.
    ...underageTexts(context).map(
      (text): Finding => ({ path: '', severity: 1, code: 'underageHolder', text }),
    ),
    ...sourceFaults(request),
    ...distributionFaults(context, request.toFunds, 'toFunds', 'der Zielfonds'),
    ...(request.savingsPlan.isChanged
      ? [
          ...distributionFaults(
            context,
            request.savingsPlan.funds,
            'savingsPlan.funds',
            'der künftigen Beiträge',
          ),
          ...savingsPlanFaults(context, request.savingsPlan.funds),
        ]
      : []),
    ...sameFundFaults(request),
    ...costCapFaults(context, request),
    ...keyInformationFaults(context, request),
    ...dateFaults(context, request),
    ...(request.isConfirmed
      ? []
      : [
          blocking(
            'isConfirmed',
            'confirmationMissing',
            context.underageHolders
              ? 'Bitte bestätigen Sie den Auftrag der Vertragsinhaber und der gesetzlichen Vertreter.'
              : 'Bitte bestätigen Sie den Auftrag des Kunden.',
          ),
        ]),
    feeNote(context),
  ];
  return findings.toSorted((a, b) => b.severity - a.severity);
}

const blocking = (path: string, code: string, text: string): Finding => ({ path, severity: 2, code, text });

function sourceFaults({ fromFunds }: FundSwitchRequest): Finding[] {
  if (fromFunds.length === 0) {
    return [
      blocking(
        'fromFunds',
        'noHoldings',
        'Im Vertrag sind keine Fonds, aus denen umgeschichtet werden kann.',
      ),
    ];
  }
  return fromFunds.some((entry) => (entry.percent ?? 0) > 0)
    ? []
    : [
        blocking(
          'fromFunds',
          'noSource',
          'Bitte geben Sie bei mindestens einem Fonds an, welcher Anteil verkauft wird.',
        ),
      ];
}

function distributionFaults(context: FundSwitchContext, rows: Rows, path: string, what: string): Finding[] {
  if (rows.length === 0)
    return [blocking(path, 'noTarget', `Bitte wählen Sie mindestens einen Fonds ${what}.`)];
  const faults: Finding[] = [];
  rows.forEach((entry, index) => {
    if ((entry.percent ?? 0) <= 0) {
      faults.push(
        blocking(
          `${path}.${index}.percent`,
          'percentMissing',
          `${entry.fundName}: Bitte einen Anteil über 0\u00a0% angeben.`,
        ),
      );
    }
    faults.push(...clientFaults(context.chosen.get(entry.fundId), `${path}.${index}`));
    const notOffered = context.chosen.get(entry.fundId)?.notOffered ?? null;
    if (notOffered !== null) {
      faults.push(
        blocking(`${path}.${index}`, 'fundNotAllowed', `${notOffered} Bitte wählen Sie einen anderen Fonds.`),
      );
    }
  });
  const sum = rows.reduce((total, entry) => total + (entry.percent ?? 0), 0);
  if (sum !== 100) {
    faults.push(
      blocking(
        path,
        'sumNotHundred',
        `Die Summe ${what} muss genau 100\u00a0% ergeben (aktuell ${sum}\u00a0%).`,
      ),
    );
  }
  return faults;
}

/** What the tariff's cap on ongoing costs says of the portfolio the switch leads to, as it says it of a plan. */
function costCapFaults(
  { chosen, costCap, holdings }: FundSwitchContext,
  request: FundSwitchRequest,
): Finding[] {
  const sold = new Map(request.fromFunds.map(({ fundId, percent }) => [fundId, (percent ?? 0) / 100]));
  const soldOf = ({ fundId, percent }: HeldFund) => percent * (sold.get(fundId) ?? 0);
  const proceeds = holdings.reduce((sum, held) => sum + soldOf(held), 0);
  if (costCap === null || proceeds <= 0) return [];
  // Shares of the portfolio stand for values.
  const position = (isin: string, quantity: number) => ({ isin, quantity, price: 1 });
  const before = holdings.map((held) => position(held.isin, held.percent));
  const kept = holdings.map((held) => position(held.isin, held.percent - soldOf(held)));
  const bought = request.toFunds.map(({ isin, percent }) =>
    position(isin, (proceeds * (percent ?? 0)) / 100),
  );
  const funds = new Map([...chosen.values(), ...holdings].map((fund) => [fund.isin, fund]));
  return costCapFindings({ funds }, { positions: before }, { positions: [...kept, ...bought] }, costCap).map(
    ([status, text]) => ({
      path: 'toFunds',
      severity: status === 'blocked' ? 2 : 1,
      code: status === 'blocked' ? 'costsAboveCap' : 'costsPerhapsAboveCap',
      text: status === 'blocked' ? `${text} Bitte wählen Sie günstigere Fonds.` : text,
    }),
  );
}

/** What the holders exclude or want otherwise, and whom the fund is not made for. */
const clientFaults = (fund: ChosenFund | undefined, path: string): Finding[] =>
  (fund?.findings ?? []).map(([status, text]) => ({
    path,
    severity: status === 'blocked' ? 2 : 1,
    code: status === 'blocked' ? 'fundNotForClient' : 'fundPerhapsNotForClient',
    text: status === 'blocked' ? `${text} Bitte wählen Sie einen anderen Fonds.` : text,
  }));

/** Key information the purchases of the application wait for. */
export function openGaps({ gaps }: FundSwitchContext, request: FundSwitchRequest): KeyInformationGap[] {
  const bought = new Set(boughtFundIdsOf(request));
  return gaps.filter(({ fundId }) => bought.has(fundId));
}

function keyInformationFaults(context: FundSwitchContext, request: FundSwitchRequest): Finding[] {
  const gaps = openGaps(context, request);
  const without = gaps.filter(({ kind }) => kind === 'noDocument');
  const open = gaps.filter(({ kind }) => kind === 'notHandedOver');
  return [
    ...(without.length === 0
      ? []
      : [
          blocking(
            'toFunds',
            'noKeyInformation',
            without.length === 1
              ? `Zu ${gapNames(without, 'zu')} ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie es beim Fonds ab oder wählen Sie einen anderen Fonds.`
              : `Zu ${gapNames(without, 'zu')} ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie die fehlenden Blätter bei den Fonds ab oder wählen Sie andere Fonds.`,
          ),
        ]),
    ...(open.length === 0 || request.handingOver !== null
      ? []
      : [
          blocking(
            'handingOver',
            'keyInformationMissing',
            open.length === 1
              ? `Vor dem Kauf ist das Basisinformationsblatt auszuhändigen: ${gapNames(open)} (an ${holdersWithout(open).join(', ')}). Bitte händigen Sie es aus und geben Sie an, wie.`
              : `Vor dem Kauf sind die Basisinformationsblätter auszuhändigen: ${gapNames(open)} (an ${holdersWithout(open).join(', ')}). Bitte händigen Sie sie aus und geben Sie an, wie.`,
          ),
        ]),
  ];
}

function savingsPlanFaults(context: FundSwitchContext, rows: Rows): Finding[] {
  return rows.flatMap((entry, index) =>
    context.chosen.get(entry.fundId)?.isSavingsPlanCapable === false
      ? [
          blocking(
            `savingsPlan.funds.${index}`,
            'notForSavingsPlan',
            `${entry.fundName} ist nicht sparplanfähig.`,
          ),
        ]
      : [],
  );
}

/** Selling and buying the same fund costs and changes nothing. */
function sameFundFaults(request: FundSwitchRequest): Finding[] {
  const sold = new Set(
    request.fromFunds.filter((entry) => (entry.percent ?? 0) > 0).map((entry) => entry.fundId),
  );
  return request.toFunds.flatMap((entry, index) =>
    sold.has(entry.fundId)
      ? [
          {
            path: `toFunds.${index}`,
            severity: 1 as const,
            code: 'soldAndBought',
            text: `${entry.fundName} wird verkauft und zugleich gekauft.`,
          },
        ]
      : [],
  );
}

function dateFaults(context: FundSwitchContext, { execution }: FundSwitchRequest): Finding[] {
  if (execution.kind !== 'date') return [];
  const path = 'execution.date';
  if (execution.date === null)
    return [blocking(path, 'dateMissing', 'Bitte geben Sie den Tag der Ausführung an.')];
  const days = (Date.parse(execution.date) - Date.parse(context.today)) / 86_400_000;
  if (days < 1) return [blocking(path, 'datePast', 'Der Tag der Ausführung muss in der Zukunft liegen.')];
  if (days > longestDelay) {
    const last = new Date(Date.parse(context.today) + longestDelay * 86_400_000).toISOString().slice(0, 10);
    return [
      blocking(path, 'dateTooLate', `Der Tag der Ausführung darf höchstens der ${formatDate(last)} sein.`),
    ];
  }
  return isWeekend(execution.date)
    ? [
        {
          path,
          severity: 1,
          code: 'dateOnWeekend',
          text: 'Der Tag liegt am Wochenende; ausgeführt wird am nächsten Bankarbeitstag.',
        },
      ]
    : [];
}

function feeNote(context: FundSwitchContext): Finding {
  return { path: '', severity: 0, code: 'fee', text: feeText(context) };
}

function feeText({ freeSwitchesLeft, switchFee }: FundSwitchContext): string {
  if (switchFee === null)
    return 'Ob dieser Fondswechsel etwas kostet, ist nicht bekannt: Der Vertrag hat kein Kostenmodell.';
  if (freeSwitchesLeft > 0)
    return `Dieser Fondswechsel ist kostenfrei; in diesem Jahr sind noch ${freeSwitchesLeft} frei.`;
  return switchFee > 0
    ? `Dieser Fondswechsel kostet ${formatMoney(switchFee)}.`
    : 'Dieser Fondswechsel ist kostenfrei.';
}
