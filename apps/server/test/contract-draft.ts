/** A contract as its form sends it, with nothing in it but when it began; what a test is about is put over it. */
export const bareContract = (tariffId: string, externalKey: string) => ({
  tariffId,
  externalKey,
  externalConsumerKey: null,
  startDate: '2020-01-01',
  endDate: null,
  useETF: false,
  beneficiary: null,
  riskClassId: null,
  valuationDate: null,
  nonFundsValue: null,
  holdings: [],
  planValidFrom: null,
  contribution: null,
  contributionInterval: 12,
  dynamicPercent: null,
  planEntries: [],
});
