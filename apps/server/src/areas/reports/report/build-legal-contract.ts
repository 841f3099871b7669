import {
  guaranteeKindText,
  guaranteeObstacleText,
  guaranteeStatusText,
  promisedRateText,
} from '@depotwerk/domain/contracts/guarantee';
import { shownPlan } from '@depotwerk/domain/contracts/shown-plan';
import { intervalText } from '@depotwerk/domain/interval';
import { lifeCycleText } from '@depotwerk/domain/tariff/life-cycle';
import {
  contractLine,
  facts,
  type SavingsPlan,
  salutationOf,
  savingsPlanTable,
  signingHolders,
} from './common-blocks.ts';
import { type Block, heading, paragraph, type ReportDocument, smallPrint } from './report-document.ts';
import { costShare, day, fullName, iban, level, money, none, termText } from './report-format.ts';
import type { BuildOptions, ContractSource, CostModel } from './report-source.ts';

/** What the parties and the papers that count are called: a policy has other ones than a depot at a bank. */
const ofPolicy = {
  holder: 'Versicherungsnehmer',
  furtherHolders: 'Weitere Versicherungsnehmer',
  binding: 'Rechtlich maßgeblich sind der Versicherungsschein und die vereinbarten Bedingungen.',
  noGuarantee: 'Der Vertrag enthält keine Garantie des Versicherers auf Beiträge oder Leistungen.',
};
const ofDepot = {
  holder: 'Depotinhaber',
  furtherHolders: 'Weitere Depotinhaber',
  binding: 'Rechtlich maßgeblich sind der Depotvertrag mit dem Institut und die vereinbarten Bedingungen.',
  noGuarantee: 'Der Vertrag enthält keine Garantie auf Beiträge oder Leistungen.',
};

/** Contract data sheet: parties, product, term, guarantee, savings plan, costs and the places to sign. */
export function buildLegalContract(source: ContractSource, options: BuildOptions): ReportDocument {
  const { detail, info, addressee, costModel } = source;
  const { contract } = detail;
  const plan = shownPlan(detail, source.today);
  const holder = fullName(info.holder);
  const words = info.insurer === null ? ofDepot : ofPolicy;
  const address = [addressee.street, `${addressee.postalCode} ${addressee.city}`.trim()]
    .filter((part) => part !== '')
    .join(', ');
  const blocks: Block[] = [
    paragraph(
      'nachfolgend finden Sie die Daten Ihres Vertrags. Bitte prüfen Sie alle Angaben und bestätigen Sie sie mit Ihrer Unterschrift.',
    ),
    heading(words.holder),
    facts([
      ['Name', holder],
      ...(info.furtherHolders.length === 0
        ? []
        : [[words.furtherHolders, info.furtherHolders.map(fullName).join(', ')] as const]),
      ['Geburtsdatum', day(info.holder.dateOfBirth)],
      ['Anschrift', address],
      ['Kundennummer', addressee.externalKey ?? none],
      ['IBAN', iban(info.iban)],
      ['Bezugsberechtigter', info.beneficiary ?? none],
    ]),
    heading('Vertrag'),
    facts([
      ['Vertragsnummer', contract.externalKey],
      ['Kundennummer beim Institut', contract.externalConsumerKey ?? none],
      ['Tarif', info.tariff.name],
      ['Tarifart', info.tariff.tariffTypeName],
      ['Versicherer', info.insurer?.insurerName ?? none],
      ['Emittent', info.issuer?.issuerName ?? none],
      ['Laufzeit', termText(info.startDate, info.endDate)],
      ['Beitrag', contributionOf(plan)],
      ['Risikoklasse', riskClassOf(source)],
    ]),
    heading('Garantie'),
    ...guaranteeBlocks(source),
    ...lifeCycleBlocks(source),
  ];
  if (plan !== null && plan.savingsPlanEntries.length > 0) {
    blocks.push(
      heading('Sparplan'),
      paragraph(
        `Sparrate ${money(plan.contribution)} ${intervalText(plan.contributionInterval)}, ${plan.isPlanned ? 'ab dem' : 'in Kraft seit'} ${day(plan.validFrom)}` +
          (plan.dynamicPercent === 0
            ? '.'
            : `, Beitragsdynamik ${level(plan.dynamicPercent / 100)} im Jahr.`),
      ),
      savingsPlanTable(plan),
    );
  }
  blocks.push(
    heading('Kosten'),
    ...costFacts(costModel),
    smallPrint(
      'Die Kosten der Fonds sind in deren Anteilspreisen enthalten; sie stehen in der Kosteninformation und in den Basisinformationsblättern. ' +
        words.binding,
    ),
    {
      kind: 'signatures',
      items: [
        ...signingHolders(source, words.holder),
        { role: 'Ort, Datum, Unterschrift Berater', name: source.adviserName },
      ],
    },
  );
  return {
    reportType: 'legalContract',
    title: 'Vertragsunterlagen',
    subtitle: contractLine(source),
    subject: `Vertragsdaten des Vertrags ${contract.externalKey}`,
    keywords: ['Vertragsunterlagen', contract.externalKey],
    salutation: salutationOf(addressee, options),
    blocks,
  };
}

/** The promise as the contract's page shows it. */
function guaranteeBlocks({ detail: { guarantee }, info }: ContractSource): Block[] {
  if (guarantee === null && info.guaranteedLevel === null)
    return [paragraph((info.insurer === null ? ofDepot : ofPolicy).noGuarantee)];
  const kind = guarantee?.kind ?? null;
  const blocks = [
    facts([
      ['Garantieniveau', info.guaranteedLevel === null ? none : promisedRateText(info.guaranteedLevel)],
      ['Garantieart', kind === null ? (info.guaranteeTypeName ?? none) : guaranteeKindText(kind)],
      ...(guarantee?.interest == null
        ? []
        : ([['Garantiezins im Jahr', promisedRateText(guarantee.interest)]] satisfies [string, string][])),
      ...(guarantee?.promised == null
        ? []
        : ([['Zum Ende zugesagt', money(guarantee.promised)]] satisfies [string, string][])),
      ...(guarantee?.cover == null
        ? []
        : ([
            [`Heute dafür nötig (${day(guarantee.today)})`, money(guarantee.cover.floor)],
            ['Vertragswert', money(guarantee.cover.value)],
            ['Puffer', money(guarantee.cover.cushion)],
            ['Stand der Garantie', guaranteeStatusText(guarantee.cover.status)],
          ] satisfies [string, string][])),
    ]),
  ];
  const { obstacle = null } = guarantee ?? {};
  return obstacle === null
    ? blocks
    : [
        ...blocks,
        paragraph(
          `Was heute für die Garantie nötig ist, ist nicht bekannt: ${guaranteeObstacleText(obstacle)}`,
        ),
      ];
}

/** How the risk goes down before the end, as the contract's page says it. */
function lifeCycleBlocks({ detail: { lifeCycle } }: ContractSource): Block[] {
  if (lifeCycle === null) return [];
  const { steps, current, next, endDate } = lifeCycle;
  const stepOf = (step: typeof next, without: string) =>
    step === null ? without : `höchstens Risikoklasse ${step.highestRiskClassId} (ab ${day(step.from)})`;
  return [
    facts([
      ['Ablaufmanagement', lifeCycleText(steps) ?? none],
      ['Zurzeit', stepOf(current, 'keine Stufe')],
      ['Nächste Stufe', stepOf(next, 'keine weitere')],
      // Without one no step ever begins, whatever the tariff says.
      ...(endDate === null
        ? ([['Vertragsende', 'nicht bekannt: Es beginnt keine Stufe.']] satisfies [string, string][])
        : []),
    ]),
  ];
}

function contributionOf(plan: ReturnType<typeof shownPlan<SavingsPlan>>): string {
  if (plan === null) return none;
  const paid = `${money(plan.contribution)} ${intervalText(plan.contributionInterval)}`;
  return plan.isPlanned ? `${paid}, ab dem ${day(plan.validFrom)}` : paid;
}

/** „4 von 7“; a dash while nobody assessed it. */
export function riskClassOf({ detail }: ContractSource): string {
  const { riskClassId, riskClassCount } = detail.contract.risk;
  if (riskClassId === null) return none;
  return riskClassCount === null ? String(riskClassId) : `${riskClassId} von ${riskClassCount}`;
}

/** What the tariff's cost model takes. */
export function costFacts(model: CostModel | null): Block[] {
  if (model === null) return [paragraph('Für diesen Vertrag ist kein Kostenmodell hinterlegt.')];
  return [
    facts([
      ['Kostenmodell', model.costModelName],
      ['Abschlusskosten auf Zuzahlungen und Beiträge', costShare(model.entryFee)],
      ['Vertragskosten je Monat', money(model.contractFeeMonthly)],
      ['Vertragskosten im Jahr', `${costShare(model.contractFeePercent)} des Vertragswerts`],
      [
        'Umschichtung',
        model.freeSwitchesPerYear === 0
          ? money(model.fundSwitchFee)
          : `${money(model.fundSwitchFee)}, ${model.freeSwitchesPerYear} je Jahr kostenfrei`,
      ],
      ['Rückvergütung an Sie im Jahr', costShare(model.rebate)],
    ]),
  ];
}
