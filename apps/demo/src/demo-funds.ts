/** The funds of the demo market: master data, share class, and daily returns and prices. */
import { type FundStatus, fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import { addDays } from './bank-days.ts';
import { completeIsin } from './check-digits.ts';
import { etfWords, fundCompanies, strategyWords } from './fund-names.ts';
import { type PeergroupParameters, peergroups } from './market-parameters.ts';
import { Random } from './random.ts';

/** Prices are whole ten-thousandths of a euro. */
export const priceScale = 10_000;

export interface DemoFund {
  readonly id: number;
  readonly isin: string;
  readonly wkn: string;
  readonly name: string;
  readonly company: string;
  /** 1 … 33, index in `peergroups` plus one. */
  readonly peergroupId: number;
  readonly isEtf: boolean;
  readonly ter: number;
  readonly entryFee: number;
  readonly trail: number;
  readonly domicile: string;
  readonly isDistributing: boolean;
  readonly status: FundStatus;
  readonly isSavingsPlanCapable: boolean;
  readonly isGuaranteeFund: boolean;
  readonly minimumOrder: number;
  readonly unitDecimals: 0 | 3 | 4;
  readonly sfdrArticle: 6 | 8 | 9;
  readonly esgScore: number | null;
  readonly launchDate: string;
  /** First and last day with a price, indexes into the bank days. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Daily total returns; 0 outside the fund's life. */
  readonly returns: Float64Array;
  /** Prices in ten-thousandths of a euro; 0 outside the fund's life. */
  readonly prices: Int32Array;
  readonly distributions: readonly { readonly date: string; readonly amount: number }[];
}

const wknLetters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A security number that cannot exist: real ones never contain I or O. */
function inventWkn(random: Random): string {
  let wkn = random.pick(['I', 'O']);
  for (let place = 1; place < 6; place += 1) wkn += random.pick([...wknLetters]);
  return wkn;
}

/** An ISIN body no real security has: impossible WKNs, SEDOLs with vowels, LU numbers starting with 9. */
function inventIsinBody(domicile: string, wkn: string, random: Random): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => String(random.int(0, 9))).join('');
  switch (domicile) {
    case 'DE':
      return `DE000${wkn}`;
    case 'IE':
      return `IE00B${random.pick(['A', 'E', 'I', 'O', 'U'])}${random.pick(['A', 'E', 'U'])}${digits(4)}`;
    case 'AT':
      return `AT0000${random.pick(['I', 'O'])}${digits(4)}`;
    case 'FR':
      return `FR99${digits(7)}`;
    default:
      return `LU9${digits(8)}`;
  }
}

const etfShares: Readonly<Record<string, number>> = {
  Aktien: 0.36,
  Renten: 0.38,
  Mischfonds: 0.06,
  Immobilien: 0.3,
  Geldmarkt: 0.28,
  Alternative: 0.36,
};
const trackingErrors: Readonly<Record<string, readonly [number, number]>> = {
  Aktien: [0.015, 0.055],
  Renten: [0.004, 0.012],
  Mischfonds: [0.01, 0.03],
  Immobilien: [0.003, 0.02],
  Geldmarkt: [0.0002, 0.0008],
  Alternative: [0.015, 0.05],
};

function fundName(
  group: PeergroupParameters,
  company: string,
  isEtf: boolean,
  isSustainable: boolean,
  random: Random,
): string {
  const subject = group.name.replace('Mischfonds ', '');
  if (isEtf)
    return `${company} ${group.name} ${random.pick(etfWords)}${isSustainable ? ' ESG' : ''} UCITS ETF`;
  const word = random.pick(strategyWords[group.category] ?? ['']);
  const strategy =
    group.category === 'Mischfonds' ? `${word || 'Mischfonds'} ${subject}` : `${subject} ${word}`.trim();
  return `${company} ${strategy}${isSustainable ? ' Nachhaltig' : ''}`;
}

function drawStatus(random: Random): FundStatus {
  return fundStatuses[random.weighted([0.94, 0.03, 0.014, 0.008, 0.008])] ?? 'open';
}

interface Path {
  readonly returns: Float64Array;
  readonly prices: Int32Array;
  readonly distributions: { date: string; amount: number }[];
}

function simulatePath(
  random: Random,
  days: readonly string[],
  groupReturns: Float64Array,
  life: {
    firstDay: number;
    lastDay: number;
    beta: number;
    drag: number;
    trackingError: number;
    payouts: number;
    yearlyPayout: number;
    decimals: 2 | 4;
  },
): Path {
  const returns = new Float64Array(days.length);
  const prices = new Int32Array(days.length);
  const distributions: { date: string; amount: number }[] = [];
  const tick = life.decimals === 2 ? 100 : 1;
  let level = random.between(18, 190);
  let payoutMonth = '';
  for (let day = life.firstDay; day <= life.lastDay; day += 1) {
    const date = days[day] ?? '';
    if (day > life.firstDay) {
      const value =
        life.beta * (groupReturns[day] ?? 0) +
        life.drag / 252 +
        (life.trackingError / Math.sqrt(252)) * random.normal();
      returns[day] = value;
      level *= 1 + value;
      const month = date.slice(0, 7);
      const isPayoutMonth =
        life.payouts === 4 ? ['03', '06', '09', '12'].includes(date.slice(5, 7)) : date.slice(5, 7) === '11';
      if (life.payouts > 0 && isPayoutMonth && month !== payoutMonth && date.slice(8) >= '15') {
        payoutMonth = month;
        const amount = Math.round(((level * life.yearlyPayout) / life.payouts) * 100) / 100;
        if (amount > 0) {
          distributions.push({ date, amount });
          level -= amount;
        }
      }
    }
    prices[day] = Math.max(tick, Math.round((level * priceScale) / tick) * tick);
  }
  return { returns, prices, distributions };
}

/**
 * The first funds of each group are fixed in kind, so that even a small world has an ETF, a sustainable
 * and a savings-plan capable fund in every group that knows them.
 */
function createFund(
  id: number,
  number: number,
  peergroupId: number,
  group: PeergroupParameters,
  days: readonly string[],
  groupReturns: Float64Array,
  seed: number,
  taken: Set<string>,
): DemoFund {
  const random = new Random(seed, 'fund', id);
  const etfShare =
    group.key === 'ABS_RET' || group.key === 'IMMO_OFFEN' ? 0 : (etfShares[group.category] ?? 0);
  const isEtf = random.chance(etfShare) || (number < 2 && etfShare > 0.2);
  const company = random.pick(fundCompanies.filter((candidate) => !isEtf || candidate.hasEtfs));
  const [terLow, terHigh] = group.ter;
  const span = terHigh - terLow;
  const terPercent = isEtf
    ? terLow + span * 0.22 * random.unit() ** 1.5
    : terLow + span * random.between(0.35, 1);
  const ter = Math.round(terPercent * 100) / 10_000;
  const isSustainable = random.chance(0.18) || group.key === 'AKT_NACHH' || number === 0 || number === 2;
  const sfdrArticle = isSustainable ? (random.chance(0.35) ? 9 : 8) : random.chance(0.4) ? 8 : 6;
  const esgBase = { 6: 4.2, 8: 6.3, 9: 7.8 }[sfdrArticle];
  const esgScore = random.chance(0.1)
    ? null
    : Math.round(Math.min(10, Math.max(0.5, esgBase + random.normal())) * 100) / 100;
  const domicile = isEtf
    ? random.pick(['IE', 'IE', 'IE', 'LU', 'DE'])
    : random.pick(['LU', 'LU', 'LU', 'LU', 'DE', 'DE', 'DE', 'IE', 'AT', 'FR']);
  const isDistributing = group.key === 'IMMO_OFFEN' || random.chance(isEtf ? 0.3 : 0.42);
  const drawnStatus = drawStatus(random);
  const status = number < 4 ? 'open' : drawnStatus;
  const isYoung = random.chance(0.11) && status === 'open' && number >= 4;
  const firstDay = isYoung ? random.int(Math.floor(days.length * 0.25), Math.floor(days.length * 0.85)) : 0;
  const lastDay =
    status === 'merged' || status === 'liquidated' ? days.length - random.int(25, 240) : days.length - 1;
  let wkn = inventWkn(random);
  let isin = completeIsin(inventIsinBody(domicile, wkn, random));
  while (taken.has(isin) || taken.has(wkn)) {
    wkn = inventWkn(random);
    isin = completeIsin(inventIsinBody(domicile, wkn, random));
  }
  taken.add(isin).add(wkn);
  const shareClass = isEtf ? '' : ` ${random.pick(['A', 'A', 'R', 'P', 'I'])}`;
  const plain = fundName(group, company.short, isEtf, isSustainable && group.key !== 'AKT_NACHH', random);
  let name = `${plain}${shareClass} ${isDistributing ? '(aussch.)' : '(thes.)'}`;
  for (let number = 2; taken.has(name); number += 1)
    name = `${plain} ${['II', 'III', 'IV', 'V', 'VI'][number - 2] ?? String(number)}${shareClass} ${isDistributing ? '(aussch.)' : '(thes.)'}`;
  taken.add(name);
  const [errorLow, errorHigh] = trackingErrors[group.category] ?? [0.01, 0.03];
  const path = simulatePath(random, days, groupReturns, {
    firstDay,
    lastDay,
    beta: isEtf ? 1 : 1 + 0.06 * random.normal(),
    drag: (isEtf ? 0 : 0.004 + 0.011 * random.normal() * Math.min(1, errorHigh / 0.03)) - ter,
    trackingError: isEtf
      ? random.between(0.001, 0.003) * Math.min(1, errorHigh / 0.01)
      : random.between(errorLow, errorHigh),
    payouts: isDistributing ? (isEtf ? 4 : 1) : 0,
    yearlyPayout: group.category === 'Aktien' ? 0.018 : 0.024,
    decimals: isEtf ? 4 : 2,
  });
  return {
    id,
    isin,
    wkn,
    name,
    company: company.name,
    peergroupId,
    isEtf,
    ter,
    entryFee: isEtf ? 0 : random.pick([0, 0.02, 0.03, 0.035, 0.05]),
    trail: isEtf ? 0 : Math.round(ter * random.between(0.2, 0.45) * 10_000) / 10_000,
    domicile,
    isDistributing,
    status,
    isSavingsPlanCapable: random.chance(0.85) || number < 3,
    isGuaranteeFund:
      group.key === 'MISCH_DEF' && !isEtf && status === 'open' && firstDay === 0 && random.chance(0.15),
    minimumOrder: random.pick([0, 0, 25, 50, 100, 500]),
    unitDecimals: isEtf ? random.pick([0, 3, 3, 4] as const) : random.pick([3, 4] as const),
    sfdrArticle,
    esgScore,
    launchDate: firstDay === 0 ? addDays(days[0] ?? '', -random.int(90, 9000)) : (days[firstDay] ?? ''),
    firstDay,
    lastDay,
    ...path,
  };
}

/**
 * About `count` funds, spread over the peer groups like the parameters (at least six a group, so that
 * ranks exist). `days` are the bank days of the sample, `groupReturns` the market of these days.
 */
export function createDemoFunds(
  seed: number,
  count: number,
  days: readonly string[],
  groupReturns: readonly Float64Array[],
): DemoFund[] {
  const full = peergroups.reduce((sum, group) => sum + group.fundCount, 0);
  const taken = new Set<string>();
  const funds: DemoFund[] = [];
  for (const [index, group] of peergroups.entries()) {
    const size = Math.max(6, Math.round((group.fundCount * count) / full));
    const returns = groupReturns[index];
    if (returns === undefined) throw new Error(`No returns of ${group.key}.`);
    for (let number = 0; number < size; number += 1)
      funds.push(createFund(funds.length + 1, number, index + 1, group, days, returns, seed, taken));
  }
  return funds;
}
