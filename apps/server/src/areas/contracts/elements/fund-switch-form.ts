import type { FormElement } from '@depotwerk/api/contracts/elements';
import { gapNames, holdersWithout } from '@depotwerk/domain/contracts/key-information';
import type { ElementForm } from './element-form.ts';
import { field, form, row, section } from './element-form.ts';
import type { FundSwitchContext } from './fund-switch-context.view.ts';
import { boughtFundIdsOf, type FundSwitchRequest, fundSwitchRequest } from './fund-switch-request.ts';
import { findFaults, openGaps } from './fund-switch-rules.ts';

type Rows = FundSwitchRequest['toFunds'];

const sumOf = (rows: Rows) => rows.reduce((sum, entry) => sum + (entry.percent ?? 0), 0);

function initial(context: FundSwitchContext): FundSwitchRequest {
  return {
    fromFunds: context.holdings.map(({ fundId, fundName, isin }) => ({ fundId, fundName, isin, percent: 0 })),
    targetFundId: null,
    toFunds: [],
    execution: { kind: 'next', date: null },
    savingsPlan: { isChanged: false, targetFundId: null, funds: [] },
    remark: '',
    handingOver: null,
    isConfirmed: false,
  };
}

/** Names from our own records; holdings that are gone leave the form, new ones come in with 0 %. */
function read(context: FundSwitchContext, data: unknown): FundSwitchRequest | null {
  const parsed = fundSwitchRequest.safeParse(data);
  if (!parsed.success) return null;
  const request = parsed.data;
  const asked = new Map(request.fromFunds.map((entry) => [entry.fundId, entry.percent]));
  const named = (rows: Rows): Rows =>
    [...new Map(rows.map((entry) => [entry.fundId, entry])).values()].flatMap((entry) => {
      const fund = context.chosen.get(entry.fundId);
      return fund ? [{ ...entry, fundName: fund.fundName, isin: fund.isin }] : [];
    });
  const known = (id: number | null) => (id !== null && context.chosen.has(id) ? id : null);
  return {
    ...request,
    fromFunds: initial(context).fromFunds.map((entry) => ({
      ...entry,
      percent: asked.get(entry.fundId) ?? 0,
    })),
    targetFundId: known(request.targetFundId),
    toFunds: named(request.toFunds),
    execution: request.execution.kind === 'next' ? { kind: 'next', date: null } : request.execution,
    savingsPlan: {
      ...request.savingsPlan,
      targetFundId: known(request.savingsPlan.targetFundId),
      funds: named(request.savingsPlan.funds),
    },
  };
}

/** Adds a fund once, with what is still missing to 100 %. */
function added(context: FundSwitchContext, rows: Rows, fundId: number | null): Rows {
  const fund = fundId === null ? undefined : context.chosen.get(fundId);
  if (!fund || rows.some((entry) => entry.fundId === fund.fundId)) return rows;
  const { fundName, isin } = fund;
  return [...rows, { fundId: fund.fundId, fundName, isin, percent: Math.max(0, 100 - sumOf(rows)) }];
}

/** Equal whole percents that sum to 100; the first funds get what does not divide. */
function spread(rows: Rows): Rows {
  const share = Math.floor(100 / Math.max(1, rows.length));
  const rest = 100 - share * rows.length;
  return rows.map((entry, index) => ({ ...entry, percent: share + (index < rest ? 1 : 0) }));
}

const percentColumn = (label: string) =>
  ({ key: 'percent', label, kind: 'percent', isReadOnly: false }) as const;
const fundColumns = [
  { key: 'fundName', label: 'Fonds', kind: 'text', isReadOnly: true },
  { key: 'isin', label: 'ISIN', kind: 'text', isReadOnly: true },
] as const;

/** Whole percents, as the insurers take them. */
const whole = { precision: 0, min: 0, max: 100, unit: '%' };
const searchHint =
  'Name, ISIN oder WKN, mindestens zwei Zeichen. Angeboten werden Fonds, die der Tarif zulässt.';

/** Looking for a fund, and taking it into the table below. */
const fundPicker = (
  search: { key: string; label: string; path: string; lookupKey: string },
  commandKey: string,
) => [
  field('fundSearch', search.key, search.label, {
    path: search.path,
    lookupKey: search.lookupKey,
    hint: searchHint,
  }),
  field('button', commandKey, 'Fonds hinzufügen', { commandKey, dependsOn: [search.path] }),
];

/** Chosen funds with their shares, which are 100 % together. */
const sharesTable = (key: string, label: string, path: string, hint: string) =>
  field('fundTable', key, label, {
    ...whole,
    path,
    isRequired: true,
    styleHint: 'REMOVABLE',
    hint,
    columns: [...fundColumns, percentColumn('Anteil')],
  });

function describe(context: FundSwitchContext, request: FundSwitchRequest): FormElement {
  return form('fundSwitch', version, `Fondswechsel bei ${context.insurerName ?? ''}`, [
    sourceSection(),
    targetSection(request),
    planSection(request),
    executionSection(context, request),
  ]);
}

const sourceSection = () =>
  section('source', 'Aus welchen Fonds wird umgeschichtet?', [
    row('sourceFunds', [
      field('fundTable', 'fromFunds', 'Fonds im Depot', {
        ...whole,
        path: 'fromFunds',
        isRequired: true,
        hint: 'Anteil des jeweiligen Bestands, der verkauft wird.',
        columns: [...fundColumns, percentColumn('Verkaufen')],
      }),
    ]),
    row('sourceActions', [field('button', 'sellAll', 'Alles umschichten', { commandKey: 'sellAll' })]),
  ]);

const targetSection = (request: FundSwitchRequest) =>
  section('target', 'In welche Fonds wird angelegt?', [
    row(
      'targetSearch',
      fundPicker(
        { key: 'targetFundId', label: 'Fonds suchen', path: 'targetFundId', lookupKey: 'funds' },
        'addTarget',
      ),
    ),
    row('targetFunds', [
      sharesTable(
        'toFunds',
        'Zielfonds',
        'toFunds',
        `Verteilung des Erlöses, zusammen 100\u00a0%. Aktuell ${sumOf(request.toFunds)}\u00a0%.`,
      ),
    ]),
    row(
      'targetActions',
      [field('button', 'spreadTargets', 'Gleich verteilen', { commandKey: 'spreadTargets' })],
      {
        isVisible: request.toFunds.length > 1,
      },
    ),
  ]);

function planSection(request: FundSwitchRequest) {
  const planIsChanged = { operator: 'eq', path: 'savingsPlan.isChanged', value: true } as const;
  const plan = { isVisible: request.savingsPlan.isChanged, visibleIf: planIsChanged };
  return section('plan', 'Künftige Beiträge', [
    row('planSwitch', [
      field('checkbox', 'planIsChanged', 'Auch die künftigen Beiträge anders aufteilen', {
        path: 'savingsPlan.isChanged',
      }),
    ]),
    row(
      'planSearch',
      [
        ...fundPicker(
          {
            key: 'planFundId',
            label: 'Fonds für den Sparplan suchen',
            path: 'savingsPlan.targetFundId',
            lookupKey: 'savingsPlanFunds',
          },
          'addPlanFund',
        ),
        field('button', 'takeTargets', 'Zielfonds übernehmen', { commandKey: 'takeTargets' }),
      ],
      plan,
    ),
    row(
      'planFunds',
      [
        sharesTable(
          'planTable',
          'Aufteilung der Beiträge',
          'savingsPlan.funds',
          `Zusammen 100\u00a0%. Aktuell ${sumOf(request.savingsPlan.funds)}\u00a0%.`,
        ),
      ],
      plan,
    ),
  ]);
}

function executionSection(context: FundSwitchContext, request: FundSwitchRequest) {
  const isDated = { operator: 'eq', path: 'execution.kind', value: 'date' } as const;
  const open = openGaps(context, request).filter(({ kind }) => kind === 'notHandedOver');
  return section('execution', 'Ausführung und Bestätigung', [
    row('executionKind', [
      field('radio', 'executionKind', 'Zeitpunkt', {
        path: 'execution.kind',
        lookupKey: 'executionKinds',
        isRequired: true,
      }),
      field('date', 'executionDate', 'Ausführen am', {
        path: 'execution.date',
        isRequired: request.execution.kind === 'date',
        isVisible: request.execution.kind === 'date',
        visibleIf: isDated,
      }),
    ]),
    row('remark', [
      field('text', 'remark', 'Bemerkung an den Versicherer', {
        path: 'remark',
        maxLength: 2000,
        styleHint: 'MULTI_LINE',
      }),
    ]),
    row(
      'handingOver',
      [
        field('radio', 'handingOverForm', 'Basisinformationsblatt ausgehändigt', {
          path: 'handingOver',
          lookupKey: 'handingOverForms',
          isRequired: true,
          hint: `Vor dem Kauf auszuhändigen: ${gapNames(open)} (an ${holdersWithout(open).join(', ')}). Es wird mit dem Absenden festgehalten.`,
        }),
      ],
      { isVisible: open.length > 0 },
    ),
    row('confirm', [
      field(
        'checkbox',
        'isConfirmed',
        context.underageHolders
          ? 'Die Vertragsinhaber, für minderjährige ihre gesetzlichen Vertreter, haben den Fondswechsel in dieser Form beauftragt.'
          : 'Der Kunde hat den Fondswechsel in dieser Form beauftragt.',
        {
          path: 'isConfirmed',
          isRequired: true,
        },
      ),
    ]),
  ]);
}

const version = 2;

/** The insurer's application for a fund switch: which holdings are sold, where the proceeds and future premiums go. */
export const fundSwitchForm: ElementForm<FundSwitchContext, FundSwitchRequest> = {
  elementKey: 'fundSwitch',
  version,
  initial,
  read,
  describe,
  validate: findFaults,
  handsOver: ({ contractId, holders, keyInformation }, request) => {
    const bought = new Set(boughtFundIdsOf(request));
    return request.handingOver === null
      ? null
      : {
          contractId,
          customerIds: holders.map(({ customerId }) => customerId),
          funds: keyInformation.filter(({ fundId }) => bought.has(fundId)),
          form: request.handingOver,
        };
  },
  commands: {
    sellAll: (_context, request) => ({
      ...request,
      fromFunds: request.fromFunds.map((entry) => ({ ...entry, percent: 100 })),
    }),
    addTarget: (context, request) => ({
      ...request,
      targetFundId: null,
      toFunds: added(context, request.toFunds, request.targetFundId),
    }),
    spreadTargets: (_context, request) => ({ ...request, toFunds: spread(request.toFunds) }),
    addPlanFund: (context, request) => ({
      ...request,
      savingsPlan: {
        ...request.savingsPlan,
        targetFundId: null,
        funds: added(context, request.savingsPlan.funds, request.savingsPlan.targetFundId),
      },
    }),
    takeTargets: (_context, request) => ({
      ...request,
      savingsPlan: { ...request.savingsPlan, funds: request.toFunds },
    }),
  },
};
