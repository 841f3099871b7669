/** What a demo contract is: tariff, dates, payments, risk class, depot and care. */
import { addMonths } from '@depotwerk/domain/add-months';
import { monthsOfInterval } from '@depotwerk/domain/interval';
import { addDays } from './bank-days.ts';
import { besideFunds } from './beside-funds.ts';
import type { CustomerCopies } from './customer-copies.ts';
import { type DrawnDepot, drawDepot } from './demo-depots.ts';
import { Random } from './random.ts';
import type { TenantWorld, WorldTariff } from './tenant-world.ts';

/** What is settled about a contract before its depot is simulated. */
export interface Frame {
  readonly contractId: string;
  readonly worldTariff: WorldTariff;
  readonly startDate: string;
  readonly startDay: number;
  readonly monthly: number;
  readonly interval: 1 | 4 | 6 | 12;
  readonly riskClassId: number;
  readonly depot: DrawnDepot;
  /** Money on the depot's account as a share of the fund value; above 5 % it is worth a hint (H20). */
  readonly cashShare: number;
}

const intervals = [1, 1, 1, 1, 1, 4, 6, 12] as const;

/** Full months of the calendar from the month of one day to that of another. */
function monthsBetween(from: string, to: string): number {
  const count = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(to) - count(from);
}

/** Draws tariff, dates, payments, risk class and depot of contract number `index`. */
export function drawFrame(world: TenantWorld, index: number, random: Random): Frame {
  const worldTariff =
    world.tariffs[random.weighted(world.tariffs.map(({ tariff }) => tariff.parameters.popularity))];
  if (worldTariff === undefined) throw new RangeError('A tenant needs tariffs.');
  const { tariff } = worldTariff;
  const isDepot = tariff.parameters.typeId === 1;
  const months = random.int(3, isDepot ? 150 : 230);
  const startDate = addMonths(world.anchor, -months);
  const firstMonthEnd =
    world.monthEnds.find((day) => (world.days[day] ?? '') >= startDate) ?? world.monthEnds.at(-2) ?? 0;
  const startDay = startDate < (world.days[0] ?? '') ? 0 : firstMonthEnd;
  const monthly =
    isDepot && random.chance(0.3)
      ? 0
      : random.pick([50, 75, 100, 100, 125, 150, 200, 200, 250, 300, 400, 500]);
  const monthsBefore = Math.max(0, months - 60);
  const lump = isDepot
    ? Math.round(Math.exp(random.between(7.8, 11.2)) / 100) * 100
    : random.chance(0.2)
      ? random.int(5, 60) * 500
      : 0;
  const growth = 1 + monthsBefore * random.between(0.0006, 0.0032);
  const count = tariff.classes.length;
  // most people choose the middle classes
  const weights = tariff.classes.map(
    (_, place) => 1 + 2.2 * (1 - Math.abs(place - (count - 1) / 2) / (count / 2)),
  );
  const riskClassId = random.weighted(weights) + 1;
  const interval = random.pick(intervals);
  const step = monthsOfInterval[interval];
  const payment = monthly * step;
  // The first payment comes with the start, every further one as many months later as the interval has.
  const paymentDays = new Set(
    world.monthEnds.filter((day) => monthsBetween(startDate, world.days[day] ?? '') % step === 0),
  );
  const paidBefore = lump + payment * Math.ceil(monthsBefore / step);
  const initialContributions = Math.max(paidBefore, payment, 500);
  return {
    contractId: new Random(world.seed, 'contractId', world.tenant.key, index).uuid(),
    worldTariff,
    startDate,
    startDay,
    monthly,
    interval,
    riskClassId,
    cashShare: isDepot ? drawCashShare(new Random(world.seed, 'cash', world.tenant.key, index)) : 0,
    depot: drawDepot(
      {
        tariff,
        riskClassId,
        startDay,
        endDay: world.days.length - 1,
        initialValue: initialContributions * growth,
        initialContributions,
        monthlyContribution: monthly,
        payment,
        paymentDays,
        fundShare: 1 - besideFunds(tariff),
      },
      world.monthEnds,
      world.market,
      random,
    ),
  };
}

/** Most depots have little or nothing on their account, one in twelve has forgotten money there. */
function drawCashShare(random: Random): number {
  const place = random.weighted([55, 37, 8]);
  return place === 0 ? 0 : place === 1 ? random.between(0.001, 0.012) : random.between(0.07, 0.18);
}

/** When the contract was last looked at; null = never. */
export interface Care {
  readonly lastCheck: string | null;
  readonly lastConsultation: string | null;
}

/** Draws when it was last checked and talked about; customers without an adviser never are. */
export function drawCare(world: TenantWorld, frame: Frame, customer: CustomerCopies, random: Random): Care {
  const recent = (longest: number): string => {
    const date = addDays(world.anchor, -random.int(1, longest));
    return date < frame.startDate ? frame.startDate : date;
  };
  const isChecked = customer.adviser !== null && random.chance(frame.depot.habit === 'kept' ? 0.85 : 0.55);
  return {
    lastCheck: isChecked
      ? `${recent(frame.depot.habit === 'kept' ? 200 : 620)}T${String(random.int(7, 15)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00Z`
      : null,
    lastConsultation: customer.adviser !== null && random.chance(0.6) ? recent(700) : null,
  };
}
