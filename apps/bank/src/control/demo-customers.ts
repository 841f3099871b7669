/** Customers of the demo banks, who let others read their depots: each shows something else (docs/practice-bank.md). */
import type { Bank } from '../bank.ts';
import { isoTime } from '../bank.ts';
import type { CustomerDepot } from '../customers/customer-depots.ts';
import type { MethodType, PasswordState } from '../sign-in/login.ts';
import { addFault } from './faults.ts';

/** What the product tells of a fund, so that the customers hold what it knows. */
export interface TradedFund {
  readonly isin: string;
  readonly name: string;
  readonly price: number;
}

export interface DemoCustomer {
  readonly bankId: string;
  readonly loginName: string;
  readonly displayName: string;
  readonly methods: readonly MethodType[];
  readonly passwordState: PasswordState;
  /** What this login shows, in German as the bank's page says it. */
  readonly shows: string;
  readonly depots: (funds: readonly TradedFund[], day: string) => readonly CustomerDepot[];
}

/** Password of every demo customer. */
export const demoCustomerPassword = 'Kunde-2026';
/** Longer than a page waits without a word, shorter than the product gives a bank. */
const slowMs = 4000;

type Position = CustomerDepot['positions'][number];

const inEuro = (fund: TradedFund | undefined, quantity: number): readonly Position[] =>
  fund === undefined
    ? []
    : [{ ...fund, quantity, currency: 'EUR', value: Math.round(fund.price * quantity * 100) / 100 }];

const depot = (
  externalKey: string,
  label: string,
  valuationDate: string,
  positions: readonly Position[],
): CustomerDepot => ({ externalKey, label, valuationDate, positions: [...positions] });

const plain =
  (externalKey: string, first: number): DemoCustomer['depots'] =>
  (funds, day) => [
    depot(
      externalKey,
      'Depot',
      day,
      [0, 1, 2].flatMap((index) => inEuro(funds[first + index], 20 + 15 * index)),
    ),
  ];

/** What a bank does not know of a position: its price, its ISIN, its value in euros. */
const incomplete: DemoCustomer['depots'] = (funds, day) => [
  depot(
    'QB-K-100',
    'Wertpapierdepot',
    day,
    [0, 1, 2].flatMap((index) => inEuro(funds[index], 40 - 10 * index)),
  ),
  depot('QB-K-101', 'Zweitdepot', day, [
    ...inEuro(funds[0], 5),
    ...funds
      .slice(3, 4)
      .map((fund): Position => ({ ...fund, quantity: 12.5, price: null, currency: 'EUR', value: null })),
    ...funds
      .slice(4, 5)
      .map((fund): Position => ({ ...fund, quantity: 8, price: 101.5, currency: 'USD', value: 812 })),
    {
      isin: null,
      name: 'Genossenschaftsanteile Talgrund',
      quantity: 10,
      price: 50,
      currency: 'EUR',
      value: 500,
    },
  ]),
];

const none: DemoCustomer['depots'] = () => [];

export const demoCustomers: readonly DemoCustomer[] = [
  {
    bankId: '90010001',
    loginName: 'jana.quader',
    displayName: 'Jana Quader',
    methods: ['sms', 'totp'],
    passwordState: 'valid',
    shows: 'Zwei Depots: ein Bestand ohne Kurs, einer ohne ISIN, einer in US-Dollar',
    depots: incomplete,
  },
  {
    bankId: '90010001',
    loginName: 'otto.leer',
    displayName: 'Otto Leer',
    methods: ['sms'],
    passwordState: 'valid',
    shows: 'Kein Depot',
    depots: none,
  },
  {
    bankId: '90010001',
    loginName: 'gesa.gesperrt',
    displayName: 'Gesa Gesperrt',
    methods: ['sms'],
    passwordState: 'locked',
    shows: 'Gesperrter Zugang',
    depots: none,
  },
  {
    bankId: '90020002',
    loginName: 'tim.talgrund',
    displayName: 'Tim Talgrund',
    methods: ['decoupled'],
    passwordState: 'valid',
    shows: 'Freigabe in der Banking-App',
    depots: plain('TG-K-200', 2),
  },
  {
    bankId: '90030003',
    loginName: 'mira.marsch',
    displayName: 'Mira Marsch',
    methods: ['totp'],
    passwordState: 'valid',
    shows: 'Ein Depot, Code aus der App',
    depots: plain('MD-K-300', 4),
  },
  {
    bankId: '90030003',
    loginName: 'lars.langsam',
    displayName: 'Lars Langsam',
    methods: ['totp'],
    passwordState: 'valid',
    shows: 'Die Bank antwortet erst nach vier Sekunden',
    depots: plain('MD-K-301', 5),
  },
  {
    bankId: '90030003',
    loginName: 'nora.niemand',
    displayName: 'Nora Niemand',
    methods: ['totp'],
    passwordState: 'valid',
    shows: 'Die Bank antwortet nie',
    depots: none,
  },
  {
    bankId: '90040004',
    loginName: 'hanna.heide',
    displayName: 'Hanna Heide',
    methods: ['sms'],
    passwordState: 'expired',
    shows: 'Abgelaufenes Passwort',
    depots: none,
  },
];

/** Lets the bank be slow or silent to the demo customers who show that; a test may take the faults away. */
export function addCustomerFaults(bank: Bank): void {
  const base = { endpoint: 'customerSessions.create', externalKey: null, remaining: null } as const;
  addFault(bank, { ...base, bankId: '90030003', loginName: 'lars.langsam', kind: 'latency', ms: slowMs });
  addFault(bank, { ...base, bankId: '90030003', loginName: 'nora.niemand', kind: 'hang' });
}

/** The day the demo's holdings are of. */
export const demoDay = (bank: Bank): string => isoTime(bank.now()).slice(0, 10);
