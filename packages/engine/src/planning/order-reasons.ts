import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { costSaving, type TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { closedFundText } from '../texts/told-alike.ts';
import { securities } from './count-text.ts';
import { euros } from './euro-text.ts';
import type { HintsBySubject } from './hints-by-subject.ts';
import { type Holding, leastSwitchGain } from './holdings.ts';
import { shareText } from './limit-text.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest } from './plan-input.ts';

/** Why an order is proposed: a German sentence an adviser can read out, and the hints it serves. */
export interface OrderReason {
  readonly text: string;
  readonly hints: readonly HintCode[];
}

/** Sentences for selling because of a hint about the fund itself, after that it takes no money any more (H07); the first that applies is said. */
const saleSentences: readonly (readonly [HintCode, string])[] = [
  ['H23', 'Der Fonds fällt unter die festgehaltenen Ausschlüsse.'],
  ['H24', 'Für den Fonds gilt der negative Zielmarkt.'],
  ['H18', 'Der Fonds passt nicht zur festgehaltenen Nachhaltigkeitspräferenz.'],
  ['H06', 'Der Fonds gehört nicht zur Auswahl des Tarifs.'],
  ['H04', 'Der Rang des Fonds liegt unter dem Mindestrang des Tarifs.'],
  ['H05', 'Der Fonds hat keinen Rang; der Tarif verlangt einen.'],
  ['H19', 'Der Risikoindikator des Fonds liegt über der Grenze von Risikoklasse und Tarif.'],
];

/** What is said of a fund and mended by buying more of it: it is too small. */
const servedByBuying: readonly HintCode[] = ['H17'];
/** What only another fund of the group in its place mends. */
const servedBySwitch: readonly HintCode[] = ['H11', 'H12'];
/** What no order mends: a price that is old or missing, and a gain, of which the hint warns before it is realised. */
const servedByNone: readonly HintCode[] = ['H14', 'H21'];

/** Which of the hints on an order's fund the order serves. */
function servedOf(own: readonly HintCode[], isSale: boolean, isSwitch: boolean): readonly HintCode[] {
  if (!isSale) return own.filter((code) => servedByBuying.includes(code));
  return own.filter((code) => !servedByNone.includes(code) && (isSwitch || !servedBySwitch.includes(code)));
}

const groupHints: readonly HintCode[] = ['H08', 'H09', 'H10'];

/** What an order moves between. */
export interface OrderSides {
  /** Share of the order's peer group in the value before; a fraction. */
  readonly groupShare: number;
  /** The same after all orders, of the same value; default as before. */
  readonly groupShareAfter?: number;
  /** The other fund of a switch inside the group; null without one. */
  readonly partner: string | null;
  /** What the switch moves, in cents: the smaller of both orders; default the order's amount. */
  readonly moved?: number;
  /** Held and newly bought securities together are more than the tariff allows: some have to go. */
  readonly isCrowded: boolean;
  /** The fund of the order or of its switch that is sold because it is below the tariff's least share or value. */
  readonly tooSmall?: Holding | undefined;
  /** A sale without which the other orders would make a cluster of the company of the fund that is sold, as funds of its group are bought. */
  readonly avoidsCluster?: boolean;
  /** A sale of whole units, of which one less would free too little: what it brings too much goes back into the group. */
  readonly isWholeUnit?: boolean;
  /** The risk is outside its band, whether or not the tariff wants to hear of it. */
  readonly isRiskOff: boolean;
  /** A sale for an account that is overdrawn: for nothing else, or of a plan that buys nothing for what it brings; alone or with others. */
  readonly fillsCash?: { readonly isOnly: boolean; readonly isShared: boolean } | undefined;
  /** What a plan that buys nothing sells is left on the account: as no fund of the group may be bought, or for nothing is asked. */
  readonly proceeds?: 'groupWithoutFund' | 'kept' | undefined;
  /** The only order of its plan: there is nothing it works together with. */
  readonly isAlone?: boolean;
}

/** Explains an order from the hints of the check before it and the weights it moves between. */
export function explainOrder(
  context: TariffContext,
  request: PlanRequest,
  order: Order,
  holding: Holding,
  before: HintsBySubject,
  sides: OrderSides,
): OrderReason {
  const { groupIndex } = holding;
  const group = context.input.peerGroups[groupIndex] ?? null;
  const of = (subject: string | null) => (subject === null ? [] : (before.of.get(subject) ?? []));
  const own = of(order.isin);
  const ofGroup = of(group).filter((code) => groupHints.includes(code));
  const isSale = order.action === 'sell';
  const company = isSale ? (context.funds.get(order.isin)?.company ?? null) : null;
  const ofCompany = of(company).filter((code) => code === 'H13');
  const { ofRisk } = before;
  const { partner } = sides;
  const served = [
    ...servedOf(own, isSale, partner !== null),
    ...ofGroup,
    ...ofRisk,
    ...(isSale ? ofCompany : before.ofIdleMoney),
    ...(isSale && sides.fillsCash ? before.ofOverdraft : []),
  ];
  if (isSale && sides.fillsCash?.isOnly === true)
    return { text: freedText(sides.fillsCash), hints: before.ofOverdraft };
  const target = context.target[groupIndex] ?? 0;
  const why: Why = {
    group,
    target,
    share: sides.groupShare,
    shareAfter: sides.groupShareAfter ?? sides.groupShare,
    isCluster: isSale && own.includes('H13'),
    isCompany: ofCompany.length > 0,
    risk: sides.isRiskOff ? (sides.isAlone === true ? riskAlone : riskText) : null,
    isOff: ofGroup.length > 0,
    fillsCash: sides.fillsCash,
  };
  const leaving = isSale ? order.isin : partner;
  const lacksRisk = ofRisk.includes('H03') && context.funds.get(leaving ?? '')?.hasRiskData === false;
  const departure =
    departureOf(context, request, leaving, isSale ? own : of(partner)) ?? (lacksRisk ? noRiskData : null);
  const hints = served.length < 2 ? served : [...new Set(served)].toSorted();
  if (isSale && departure) {
    const then = partner ? `Ersetzt wird er durch ${partner}.` : proceedsText(group, sides.proceeds);
    return { text: then ? `${departure} ${then}` : departure, hints };
  }
  const weights = isSale ? saleText(why) : buyText(why);
  const freed = freedText(why.fillsCash);
  // What is too small for the tariff frees next to nothing: that is not why it goes.
  const frees = weights === why.risk || weights === freed || (!why.isOff && beyondTarget.test(weights));
  const small = isSale && frees ? sides.tooSmall : undefined;
  if (partner === null) {
    if (small) return { text: smallText(request, small, 'der Fonds'), hints };
    // Of a group that then lacks what it sells, the number of securities asks for the sale.
    const { max } = request.portfolioLimits.count;
    if (isSale && weights === freed && sides.isCrowded && max !== null && order.isFullSale)
      return { text: crowdedText(max), hints };
    const isAvoiding = isSale && sides.avoidsCluster === true && !why.isCluster && !why.isCompany;
    return { text: isAvoiding ? `${weights} ${avoidedBySale}` : weights, hints };
  }
  const moved = sides.moved ?? order.amount;
  const switched = switchText(context, request, order, partner, moved);
  const inGroup = `der Peergroup ${group ?? 'ohne Zuordnung'}`;
  if (departure) return { text: `Ersetzt ${partner} in ${inGroup}.${switched}`, hints };
  const isPart = moved < order.amount * mostlySwitched;
  const name = isPart
    ? partOfSwitch(isSale, euros(moved), partner)
    : isSale
      ? `Wechsel zu ${partner}`
      : `Wechsel von ${partner}`;
  const most = request.portfolioLimits.count.max;
  const saves = switched.startsWith(savesStart);
  if (!saves && sides.isCrowded && most !== null && ofGroup.length === 0)
    return {
      text: `${name} innerhalb ${inGroup}. ${crowdedText(most)}${switched}`,
      hints,
    };
  if (!saves && sides.tooSmall)
    return { text: `${name} innerhalb ${inGroup}. ${smallText(request, sides.tooSmall)}${switched}`, hints };
  if (isSale && sides.avoidsCluster === true)
    return { text: `${name} innerhalb ${inGroup}. ${avoidedCluster}${switched}`, hints };
  if (isSale && (why.isCluster || why.isCompany))
    return { text: `${name} innerhalb ${inGroup}. ${clusterText(why)}${switched}`, hints };
  // Why money leaves the other fund stands at its sale.
  const rest = !isPart && (weights === invested || weights === freed) ? '' : ` ${weights}`;
  const units = isSale && !saves && sides.isWholeUnit === true ? ` ${wholeUnits}` : '';
  return {
    text: `${name} innerhalb ${inGroup}.${units}${isPart ? switched + rest : switched || rest}`,
    hints,
  };
}

/** An order of which at least this part is moved inside the group is called a switch; of others it is said how much is. */
const mostlySwitched = 0.9;

const partOfSwitch = (isSale: boolean, amount: string, partner: string): string =>
  isSale ? `Davon wechseln ${amount} zu ${partner}` : `Davon kommen ${amount} aus ${partner}`;

/** Why a good fund that is too small for the tariff is not brought up to its limit. */
function smallText(
  { portfolioLimits: { share, value } }: PlanRequest,
  { value: held, minimumOrder }: Holding,
  name = 'der bisherige Fonds',
) {
  const limits = [
    ...(share.min === null ? [] : [shareText(share.min)]),
    ...(value.min === null ? [] : [euros(toCents(value.min))]),
  ];
  const more = minimumOrder > 0 ? `; zugekauft werden kann er erst ab ${euros(minimumOrder)}` : '';
  return `Mit ${euros(held)} liegt ${name} unter der Untergrenze des Tarifs (${limits.join(', mindestens ')})${more}.`;
}

const noRiskData = 'Für den Fonds fehlen Risikodaten; das Risiko des Vertrags lässt sich nicht bestimmen.';

/** Why a fund has to leave, whatever the weights; null if it does not have to. */
function departureOf(
  { funds }: TariffContext,
  request: PlanRequest,
  isin: string | null,
  codes: readonly HintCode[],
): string | null {
  if (isin !== null && request.excluded.has(isin)) return 'Der Fonds ist auf Wunsch ausgeschlossen.';
  const fund = codes.includes('H07') ? funds.get(isin ?? '') : undefined;
  if (fund) return closedFundText('Der Fonds', fund.status, fund.successor);
  return codes.length === 0 ? null : (saleSentences.find(([code]) => codes.includes(code))?.[1] ?? null);
}

/** Where the money of a fund stays that has to leave and has no successor; null where it is bought for. */
function proceedsText(group: string | null, proceeds: OrderSides['proceeds']): string | null {
  if (proceeds === undefined) return null;
  return proceeds === 'groupWithoutFund' && group !== null
    ? `Der Erlös bleibt im sonstigen Guthaben: In der Peergroup ${group} darf kein Fonds gekauft werden.`
    : 'Der Erlös bleibt im sonstigen Guthaben.';
}

/** What speaks for an order beside the fund itself. */
interface Why {
  readonly group: string | null;
  readonly target: number;
  readonly share: number;
  readonly shareAfter: number;
  readonly isCluster: boolean;
  readonly isCompany: boolean;
  /** What an order does for a risk that is outside its band; null where it is inside. */
  readonly risk: string | null;
  /** The check found the group off its target. */
  readonly isOff: boolean;
  readonly fillsCash: OrderSides['fillsCash'];
}

const riskAlone = 'So kommt das Risiko näher an das Band der Risikoklasse.';
const riskText = 'Zusammen mit den anderen Aufträgen kommt das Risiko so näher an das Band der Risikoklasse.';

const invested = 'Hier wird angelegt, was durch Verkäufe oder Einzahlungen frei ist.';

const clusterText = ({ isCluster }: Why): string =>
  isCluster
    ? 'In diesem einen Fonds steckt zu viel des Vermögens.'
    : 'In Fonds dieser einen Gesellschaft steckt zu viel des Vermögens.';

/** What ends the sentence of a sale that goes beyond the target of its group. */
const beyondTarget = /; was darüber hinaus [^;]+\.$/u;

/** What a sale brings money for where nothing about its group asks for it. */
export function freedText(
  fillsCash: Pick<NonNullable<OrderSides['fillsCash']>, 'isShared'> | undefined,
): string {
  if (!fillsCash) return 'Der Verkauf macht Geld für Peergroups frei, denen etwas fehlt.';
  return fillsCash.isShared
    ? 'Der Verkauf hilft, das sonstige Guthaben auszugleichen.'
    : 'Der Verkauf gleicht das sonstige Guthaben aus.';
}

const crowdedText = (most: number): string => `Der Tarif erlaubt höchstens ${securities(most)}.`;

const avoidedCluster =
  'Ohne den Wechsel steckte nach den anderen Aufträgen in Fonds dieser einen Gesellschaft zu viel des Vermögens.';

const wholeUnits = 'Verkaufen lassen sich nur ganze Anteile; was davon zu viel ist, bleibt in der Peergroup.';

const avoidedBySale =
  'Ohne den Verkauf steckte nach den anderen Aufträgen in Fonds dieser einen Gesellschaft zu viel des Vermögens.';

function saleText(why: Why): string {
  const { group, target, share, shareAfter } = why;
  if (group === null) return 'Der Fonds gehört zu keiner Peergroup des Zielportfolios.';
  if (target === 0) return `Die Peergroup ${group} ist im Zielportfolio nicht vorgesehen.`;
  // An account so far below zero that a group is worth more than all there is: the sale is for the account, whatever its share.
  if (share > 1 && why.fillsCash) return freedText(why.fillsCash);
  const [now, wanted] = [shareText(share), shareText(target)];
  const isAbove = now !== wanted && share > target;
  // What is sold beyond the target needs a reason as well.
  const isBeyond = shareAfter < target && shareText(shareAfter) !== wanted;
  const weights = () => {
    if (!isBeyond) return `Die Peergroup ${group} liegt mit ${now} über ihrem Ziel von ${wanted}.`;
    if (!why.fillsCash)
      return `Die Peergroup ${group} liegt mit ${now} über ihrem Ziel von ${wanted}; was darüber hinaus verkauft wird, macht Geld für Peergroups frei, denen etwas fehlt.`;
    return why.fillsCash.isShared
      ? `Die Peergroup ${group} liegt mit ${now} über ihrem Ziel von ${wanted}; was darüber hinaus verkauft wird, hilft, das sonstige Guthaben auszugleichen.`
      : `Die Peergroup ${group} liegt mit ${now} über ihrem Ziel von ${wanted}; was darüber hinaus verkauft wird, gleicht das sonstige Guthaben aus.`;
  };
  if (isAbove && why.isOff) return weights();
  if (why.isCluster || why.isCompany) return clusterText(why);
  if (why.risk !== null) return why.risk;
  return isAbove ? weights() : freedText(why.fillsCash);
}

function buyText({ group, target, share, risk, isOff }: Why): string {
  const [now, wanted] = [shareText(share), shareText(target)];
  const isBelow = group !== null && now !== wanted && share < target;
  const weights =
    share === 0
      ? `Das Zielportfolio sieht für die Peergroup ${group} einen Anteil von ${wanted} vor.`
      : `Die Peergroup ${group} liegt mit ${now} unter ihrem Ziel von ${wanted}.`;
  if (isBelow && isOff) return weights;
  if (risk !== null) return risk;
  return isBelow ? weights : invested;
}

/** What a switch inside the group brings: costs saved, else a better rank; nothing where neither. */
function switchText(
  context: TariffContext,
  request: PlanRequest,
  order: Order,
  partner: string,
  moved: number,
): string {
  const own = context.funds.get(order.isin);
  const other = context.funds.get(partner);
  const [from, to] = order.action === 'sell' ? [own, other] : [other, own];
  const saving = savingText(
    request,
    costSaving(from, to) ?? 0,
    moved,
    context.input.rules.switchPaybackMonths,
  );
  if (saving !== '') return saving;
  const [old, next] = [from?.rank ?? null, to?.rank ?? null];
  return old !== null && next !== null && next > old ? ` Der neue Fonds hat Rang ${next} statt ${old}.` : '';
}

const savesStart = ' Das spart';

/**
 * What a switch saves a year, and from which day its fees are earned back; nothing where it saves less than a euro, or earns
 * them back later than the tariff wants: then it is made for another reason.
 */
function savingText(
  { rules, contract }: PlanRequest,
  saving: number,
  amount: number,
  months: number,
): string {
  const perYear = saving * amount;
  if (perYear < leastSwitchGain || shareText(saving) === shareText(0)) return '';
  const fees = 2 * feeOf(rules.fee, amount) + toCents(rules.planFee ?? 0);
  const text = `${savesStart} ${euros(perYear)} im Jahr (${shareText(saving)})`;
  if (fees === 0) return `${text}.`;
  if (fees > (perYear * months) / 12) return '';
  return `${text}; die Gebühren von ${euros(fees)} sind am ${germanDay(contract.day + Math.ceil((365 * fees) / perYear))} verdient.`;
}

/** A day number as DD.MM.YYYY. */
function germanDay(day: number): string {
  const date = new Date(day * 86_400_000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(date.getUTCDate())}.${twoDigits(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
}
