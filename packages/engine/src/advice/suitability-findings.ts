import { noticeableShare } from '../check/measure-contract.ts';
import { dayNumber } from '../figures/cash-flow-returns.ts';
import { shareText } from '../planning/limit-text.ts';
import type { AdviceCheck } from './advice-check.ts';
import type { AdviceInput } from './advice-input.ts';

type Finding = readonly ['warning' | 'blocked', string];

interface JudgedPlan {
  readonly input: AdviceInput;
  readonly riskClassId: number;
  readonly before: AdviceCheck;
  readonly after: AdviceCheck;
  readonly orders: readonly unknown[];
}

const germanDay = (day: string) => day.split('-').toReversed().join('.');
/** A distance from the band, in the measure's own unit. */
const points = (value: number) => `${value.toFixed(1).replace('.', ',')} Prozentpunkte`;

/** That there is no valid risk profile, and what is to be done first; null while there is one. */
export function missingProfile({
  riskAssessment,
  holdersWithoutProfile = 0,
  contract,
}: AdviceInput): string | null {
  if (!riskAssessment)
    return 'Es liegt kein gültiges Risikoprofil vor; vor einer Empfehlung ist es zu erheben.';
  const { validUntil } = riskAssessment;
  if ((dayNumber(validUntil) ?? 0) < contract.day)
    return `Das Risikoprofil ist seit dem ${germanDay(validUntil)} abgelaufen; vor einer Empfehlung ist es zu erneuern.`;
  if (holdersWithoutProfile === 0) return null;
  const who =
    holdersWithoutProfile === 1
      ? 'einem weiteren Vertragsinhaber'
      : `${holdersWithoutProfile} weiteren Vertragsinhabern`;
  return `Von ${who} liegt kein gültiges Risikoprofil vor; vor einer Empfehlung sind die Profile aller Vertragsinhaber zu erheben.`;
}

/** What is said where the risk suits: the profile, and the life cycle where it asks for less. */
export const suitableText = ({ lifeCycle, riskAssessment }: AdviceInput): string =>
  lifeCycle && riskAssessment && lifeCycle.highestRiskClassId < riskAssessment.riskClassId
    ? `Das Risiko passt zum Risikoprofil und zum Ablaufmanagement des Tarifs, das seit dem ${germanDay(lifeCycle.from)} höchstens Klasse ${lifeCycle.highestRiskClassId} vorsieht.`
    : 'Das Risiko passt zum Risikoprofil.';

/** Who may decide for holders that are underage; nothing where nobody is known to be. Nobody here knows their representatives. */
export function underageTexts({ underageHolders }: Pick<AdviceInput, 'underageHolders'>): string[] {
  if (!underageHolders) return [];
  const { count, until } = underageHolders;
  const text =
    count === 1
      ? `Ein Vertragsinhaber wird erst am ${germanDay(until)} volljährig; bis dahin entscheiden und unterschreiben seine gesetzlichen Vertreter, deren Befugnis hier nicht geprüft wird.`
      : `${count} Vertragsinhaber sind minderjährig, der letzte wird am ${germanDay(until)} volljährig; bis dahin entscheiden und unterschreiben ihre gesetzlichen Vertreter, deren Befugnis hier nicht geprüft wird.`;
  return [text];
}

/**
 * What no order mends and the adviser talks about with the client: who decides for holders that are
 * underage, a class below his profile, shares where he can bear no losses.
 * It stands with the recommendation too, which is read where the checks of a plan are not shown.
 */
export function discussedWithClient({
  input,
  riskClassId,
  after: { equityQuota: quota },
  orders,
}: Pick<JudgedPlan, 'input' | 'riskClassId' | 'after' | 'orders'>): string[] {
  const { riskAssessment, lifeCycle, client } = input;
  const texts = underageTexts(input);
  // Lower than the profile because the tariff wants it so near the end is no finding.
  if (
    riskAssessment &&
    riskClassId <
      Math.min(riskAssessment.riskClassId, lifeCycle?.highestRiskClassId ?? Number.POSITIVE_INFINITY)
  )
    texts.push(
      `Die gewählte Risikoklasse ${riskClassId} liegt unter der Klasse ${riskAssessment.riskClassId} des Risikoprofils.`,
    );
  // Nothing comes "after" orders that are none.
  const isMoved = orders.length > 0;
  if (client?.lossCapacity !== 'none') return texts;
  if (quota === null)
    texts.push(
      isMoved
        ? 'Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote danach ist nicht bekannt.'
        : 'Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote ist nicht bekannt.',
    );
  else if (quota >= noticeableShare)
    texts.push(
      isMoved
        ? `Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote beträgt danach ${shareText(quota)}.`
        : `Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote beträgt ${shareText(quota)}.`,
    );
  return texts;
}

/**
 * Whether the risk after a plan suits profile, band and the losses the client can bear. What can be promised for the end is no
 * answer to losses on the way, so that a guarantee changes nothing here.
 */
export function suitabilityFindings(plan: JudgedPlan): Finding[] {
  const { input, before, after, riskClassId } = plan;
  const findings: Finding[] = [];
  const profile = input.riskAssessment;
  const { lifeCycle } = input;
  const missing = missingProfile(input);
  if (missing !== null) findings.push(['blocked', missing]);
  if (profile && riskClassId > profile.riskClassId)
    findings.push([
      'blocked',
      `Die gewählte Risikoklasse ${riskClassId} liegt über der Klasse ${profile.riskClassId} des Risikoprofils.`,
    ]);
  if (lifeCycle && riskClassId > lifeCycle.highestRiskClassId)
    findings.push([
      'blocked',
      `Die gewählte Risikoklasse ${riskClassId} liegt über der Klasse ${lifeCycle.highestRiskClassId}, die das Ablaufmanagement des Tarifs seit dem ${germanDay(lifeCycle.from)} höchstens vorsieht.`,
    ]);
  const moved = plan.orders.length > 0;
  if (after.status === 'unknown')
    findings.push(
      moved
        ? ['blocked', 'Das Risiko nach der Umschichtung ist nicht bekannt.']
        : ['warning', 'Das Risiko ist nicht bekannt.'],
    );
  if (after.status === 'above') {
    const isWorse = moved && (before.measure === null || (after.measure ?? 0) > before.measure);
    findings.push([
      isWorse ? 'blocked' : 'warning',
      moved
        ? `Das Risiko liegt danach ${points(after.distance)} über dem Band der Risikoklasse.`
        : `Das Risiko liegt ${points(after.distance)} über dem Band der Risikoklasse.`,
    ]);
  }
  if (after.status === 'below')
    findings.push([
      'warning',
      moved
        ? `Das Risiko liegt danach ${points(after.distance)} unter dem Band der Risikoklasse.`
        : `Das Risiko liegt ${points(after.distance)} unter dem Band der Risikoklasse.`,
    ]);
  return [...findings, ...discussedWithClient(plan).map((text): Finding => ['warning', text])];
}
