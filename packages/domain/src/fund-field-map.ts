import { type FundField, fundFields } from './fund-fields.ts';

/** Standards whose column names we know; `plain` are our own and common German and English headings. */
export type FundTemplate = 'EMT' | 'EPT' | 'EET' | 'openfunds' | 'plain';

export interface FundColumnMeaning {
  readonly template: FundTemplate;
  readonly field: FundField | `targetMarket.${string}`;
  /** Where several columns of a file mean the same, the lowest that has a value counts. */
  readonly priority: number;
  /** The heading itself says that the figures below are percent ("Laufende Kosten in %"); only of our own headings. */
  readonly isPercent?: true;
}

type Names = Readonly<
  Record<string, FundColumnMeaning['field'] | readonly [FundColumnMeaning['field'], number]>
>;

/** FinDatEx European MiFID Template V4.3; costs are decimals (1.15 % = 0.0115). */
const emt: Names = {
  '00010_Financial_Instrument_Identifying_Data': 'isin',
  '00020_Type_Of_Identification_Code_For_The_Financial_Instrument': 'codeType',
  '00030_Financial_Instrument_Name': 'name',
  '00040_Financial_Instrument_Currency': 'currency',
  '00045_Financial_Instrument_Performance_Fee': 'hasPerformanceFee',
  '00047_Financial_Instrument_Distribution_Of_Cash': 'distributionPolicy',
  '00050_General_Reference_Date': 'dataDate',
  '00070_Financial_Instrument_Manufacturer_Name': 'companyName',
  '01010_Investor_Type_Retail': 'mifidR',
  '01020_Investor_Type_Professional': 'mifidP',
  '01030_Investor_Type_Eligible_Counterparty': 'targetMarket.eligibleCounterparty',
  '02010_Basic_Investor': 'targetMarket.basicInvestor',
  '02020_Informed_Investor': 'targetMarket.informedInvestor',
  '02030_Advanced_Investor': 'targetMarket.advancedInvestor',
  '03010_Compatible_With_Clients_Who_Can_Not_Bear_Capital_Loss': 'targetMarket.noCapitalLoss',
  '03020_Compatible_With_Clients_Who_Can_Bear_Limited_Capital_Loss': 'targetMarket.limitedCapitalLoss',
  '03040_Compatible_With_Clients_Who_Do_Not_Need_Capital_Guarantee': 'targetMarket.noCapitalGuarantee',
  '03050_Compatible_With_Clients_Who_Can_Bear_Loss_Beyond_Capital': 'targetMarket.lossBeyondCapital',
  '04010_Risk_Tolerance_PRIIPS_Methodology': 'sri',
  '04020_Risk_Tolerance_UCITS_Methodology': 'srri',
  '04050_Not_For_Investors_With_The_Lowest_Risk_Tolerance_Germany': 'targetMarket.notForLowestRiskTolerance',
  '05010_Return_Profile_Client_Looking_For_Preservation': 'targetMarket.preservation',
  '05020_Return_Profile_Client_Looking_For_Capital_Growth': 'targetMarket.capitalGrowth',
  '05030_Return_Profile_Client_Looking_For_Income': 'targetMarket.income',
  '05080_Minimum_Recommended_Holding_Period': 'recommendedHoldingYears',
  '05105_Does_This_Financial_Instrument_Consider_End_Client_Sustainability_Preferences':
    'targetMarket.sustainabilityPreferences',
  '06030_Investment_Advice': 'targetMarket.investmentAdvice',
  '07020_Gross_One-off_Cost_Financial_Instrument_Maximum_Entry_Cost_Non_Acquired': 'entryFee',
  '07050_One-off_Costs_Financial_Instrument_Maximum_Exit_Cost_Non_Acquired': 'exitFee',
  '07100_Financial_Instrument_Gross_Ongoing_Costs': 'ongoingFee',
  '07110_Financial_Instrument_Management_Fee': 'managementFee',
  '07120_Financial_Instrument_Distribution_Fee': 'distributionFee',
  '07130_Financial_Instrument_Transaction_Costs_Ex_Ante': 'transactionCosts',
  '07140_Financial_Instrument_Incidental_Costs_Ex_Ante': 'performanceFee',
  '07160_Ex_Ante_Costs_Reference_Date': 'ongoingFeeDate',
};

/** European PRIIPs Template V2.0 and V2.1. */
const ept: Names = {
  '00010_Portfolio_Manufacturer_Name': 'companyName',
  '00030_Portfolio_Identifying_Data': 'isin',
  '00040_Type_Of_Identification_Code_For_The_Fund_Share_Or_Portfolio': 'codeType',
  '00050_Portfolio_Name': 'name',
  '00060_Portfolio_Or_Share_Class_Currency': 'currency',
  '00070_PRIIPs_KID_Publication_Date': 'kiidDate',
  '00075_PRIIPs_KID_Web_Address': 'kiid',
  '01090_SRI': 'sri',
  '01120_Recommended_Holding_Period': 'recommendedHoldingYears',
  '02030_Portfolio_Return_Unfavourable_Scenario_RHP_Or_First_Call_Date': 'returnUnfavourable',
  '02060_Portfolio_Return_Moderate_Scenario_RHP_Or_First_Call_Date': 'returnModerate',
  '02090_Portfolio_Return_Favourable_Scenario_RHP_Or_First_Call_Date': 'returnFavourable',
  '02120_Portfolio_Return_Stress_Scenario_RHP_Or_First_Call_Date': 'returnStress',
  '03010_One_Off_Cost_Portfolio_Entry_Cost': 'entryFee',
  '03020_One_Off_Costs_Portfolio_Exit_Cost_At_RHP': 'exitFee',
  '03060_Ongoing_Costs_Management_Fees_And_Other_Administrative_Or_Operating_Costs': 'ongoingFee',
  '03080_Ongoing_Costs_Portfolio_Transaction_Costs': 'transactionCosts',
  '03095_Incidental_Costs': 'performanceFee',
};

/** European ESG Template V1.1.3; minimum shares are decimals. */
const eet: Names = {
  '10000_Manufacturer_Name': 'companyName',
  '10040_General_Reference_Date': 'dataDate',
  '20000_Financial_Instrument_Identifying_Data': 'isin',
  '20010_Financial_Instrument_Type_Of_Identification_Code': 'codeType',
  '20020_Financial_Instrument_Name': 'name',
  '20030_Financial_Instrument_Currency': 'currency',
  '20040_Financial_Instrument_SFDR_Product_Type': 'sfdrArticle',
  '20100_Financial_Instrument_Does_This_Product_Consider_Principle_Adverse_Impact_In_Their_Investment':
    'considersPai',
  '20180_Financial_Instrument_Products_Minimal_Proportion_Of_Sustainable_Investments_Art_8': [
    'minimumShareSustainable',
    2,
  ],
  '20420_Financial_Instrument_EU_SFDR_Minimum_Or_Planned_Investments_Sustainable_Investments':
    'minimumShareSustainable',
  '20450_Financial_Instrument_EU_SFDR_Minimum_Or_Planned_Investments_Sustainable_Investments_Taxonomy_Aligned':
    'minimumShareTaxonomy',
  '20600_Financial_Instrument_Minimum_Percentage_Investments_Aligned_EU_Taxonomy_Incl_Sovereign_Bonds': [
    'minimumShareTaxonomy',
    2,
  ],
  '30220_Carbon_Footprint_Scope12_Value': 'esgClimateFootprint',
};

/** openfunds 2.x by number; percentages are decimals there as well ("0.00808 instead of 0.808%"). */
const openfunds: Names = {
  OFST001000: ['companyName', 2],
  OFST001020: 'companyName',
  OFST010010: 'domicile',
  OFST010580: 'isEtf',
  OFST020000: 'isin',
  OFST020015: 'wkn',
  OFST020060: 'name',
  OFST020400: 'distributionPolicy',
  OFST020540: 'currency',
  OFST020560: 'launchDate',
  OFST024000: 'srri',
  OFST451420: 'exitFee',
  OFST452000: 'managementFee',
  OFST452200: 'ongoingFee',
  OFST452220: 'ongoingFeeDate',
  OFEP010900: 'sri',
  OFEP011200: 'recommendedHoldingYears',
  OFEE200400: 'sfdrArticle',
};

/** The same fields by their openfunds names. */
const openfundsNames: Names = {
  'Fund Group Name': ['companyName', 2],
  ManCo: 'companyName',
  'Fund Domicile Alpha-2': 'domicile',
  'Is ETF': 'isEtf',
  'Full Share Class Name': 'name',
  'Share Class Distribution Policy': 'distributionPolicy',
  'Share Class Currency': 'currency',
  'Share Class Launch Date': 'launchDate',
  SRRI: 'srri',
  'Maximum Redemption Fee In Favour Of Distributor': 'exitFee',
  'Management Fee Applied': 'managementFee',
  'Ongoing Charges': 'ongoingFee',
  'Ongoing Charges Date': 'ongoingFeeDate',
};

/** Our own headings, those of FinanceDatabase (`name`, `currency`, `family`, `isin`) and the file of ISINs. */
const plain: Names = {
  isin: 'isin',
  wkn: 'wkn',
  name: 'name',
  fondsname: 'name',
  bezeichnung: 'name',
  currency: 'currency',
  währung: 'currency',
  fondswährung: 'currency',
  family: 'companyName',
  companyname: 'companyName',
  gesellschaft: 'companyName',
  kvg: 'companyName',
  domicile: 'domicile',
  domizil: 'domicile',
  distributionpolicy: 'distributionPolicy',
  ertragsverwendung: 'distributionPolicy',
  launchdate: 'launchDate',
  auflagedatum: 'launchDate',
  isetf: 'isEtf',
  etf: 'isEtf',
  issavingsplancapable: 'isSavingsPlanCapable',
  sparplanfähig: 'isSavingsPlanCapable',
  minimuminvestment: 'minimumInvestment',
  mindestanlage: 'minimumInvestment',
  ongoingfee: 'ongoingFee',
  ter: 'ongoingFee',
  gesamtkostenquote: 'ongoingFee',
  'laufende kosten': 'ongoingFee',
  ongoingfeedate: 'ongoingFeeDate',
  'stand der kosten': 'ongoingFeeDate',
  'stand der laufenden kosten': 'ongoingFeeDate',
  managementfee: 'managementFee',
  verwaltungsvergütung: 'managementFee',
  transactioncosts: 'transactionCosts',
  transaktionskosten: 'transactionCosts',
  entryfee: 'entryFee',
  ausgabeaufschlag: 'entryFee',
  exitfee: 'exitFee',
  rücknahmeabschlag: 'exitFee',
  sri: 'sri',
  srri: 'srri',
  sfdrarticle: 'sfdrArticle',
  'sfdr artikel': 'sfdrArticle',
  'artikel sfdr': 'sfdrArticle',
  peergroup: 'peergroup',
  'peer group': 'peergroup',
  peergruppe: 'peergroup',
  'peer gruppe': 'peergroup',
  vergleichsgruppe: 'peergroup',
  peergroupkey: 'peergroup',
  peergroupname: ['peergroup', 2],
  kiid: 'kiid',
  basisinformationsblatt: 'kiid',
  factsheet: 'factsheet',
  datenblatt: 'factsheet',
};

/** Column headings are compared without case, and any run of blanks, hyphens and underscores alike. */
function normalizeHeading(heading: string): string {
  return heading
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

/** `in` does not narrow the name itself; what is in the table is a field. */
const isRate = (field: FundColumnMeaning['field']): boolean =>
  field in fundFields && fundFields[field as FundField].kind === 'rate';

/** The heading without its unit, where that is percent: "in %", "(%)", "% p. a.", "in Prozent"; null where it is not. */
function withoutPercent(heading: string): string | null {
  const yearly = String.raw`(?:p\. ?a\.?|pro jahr|im jahr|jährlich)`;
  const unit = new RegExp(
    String.raw`^(.+?)[ ,]*(?:${yearly} )?[(\[]?(?:in )?(?:%|prozent)(?: ${yearly})?[)\]]?$`,
  );
  return unit.exec(normalizeHeading(heading))?.[1]?.trimEnd() ?? null;
}

function meanings(template: FundTemplate, names: Names): [string, FundColumnMeaning][] {
  return Object.entries(names).map(([name, target]) => {
    const [field, priority] = typeof target === 'string' ? [target, 1] : [target[0], target[1]];
    return [normalizeHeading(name), { template, field, priority }];
  });
}

const byHeading = new Map<string, FundColumnMeaning>([
  ...meanings('plain', plain),
  ...meanings('openfunds', openfundsNames),
  ...meanings('openfunds', openfunds),
  ...meanings('EET', eet),
  ...meanings('EPT', ept),
  ...meanings('EMT', emt),
]);

/**
 * What a column heading means to us, null for columns we do not take. openfunds numbers may carry a
 * language tag, `OFST020060(de)`, or the name behind the number, `OFST020000 ISIN`.
 */
export function meaningOfHeading(heading: string): FundColumnMeaning | null {
  const percent = withoutPercent(heading);
  if (percent !== null) {
    const meaning = byHeading.get(percent);
    return meaning?.template === 'plain' && isRate(meaning.field) ? { ...meaning, isPercent: true } : null;
  }
  const normalized = normalizeHeading(heading);
  const openfundsNumber = /^(of[a-z]{2}\d{4}[0-9a-z]{2})(?:\([a-z-]+\)| .*)?$/.exec(normalized);
  return byHeading.get(openfundsNumber?.[1] ?? normalized) ?? null;
}

/** All headings we know, for documentation and tests: heading as written, its meaning. */
export const knownHeadings: readonly (readonly [string, FundColumnMeaning])[] = [
  ...Object.keys(emt),
  ...Object.keys(ept),
  ...Object.keys(eet),
  ...Object.keys(openfunds),
].flatMap((heading) => {
  const meaning = meaningOfHeading(heading);
  return meaning ? [[heading, meaning] as const] : [];
});
