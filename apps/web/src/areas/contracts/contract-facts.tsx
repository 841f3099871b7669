import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { contractInfoQuery } from '../../queries/contract-queries.ts';
import { said, saidOrNull, t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { FactList } from '../../ui/layout.tsx';
import { holderName } from './holders.ts';
import { contributionText } from './public/contribution-text.ts';
import { termText } from './term-text.ts';

/** What stands around the contract: product, parties, term, guarantee. Loaded when the header is unfolded. */
export function ContractFacts({ contractId, isShown }: { contractId: string; isShown: boolean }) {
  const info = useQuery({ ...contractInfoQuery(contractId), enabled: isShown });
  if (info.isError) {
    return <QueryError query={info} />;
  }
  if (!info.data) return <Skeleton lines={3} />;
  const data = info.data;
  const none = t('common.none');
  const isPolicy = data.insurer !== null;
  const contribution = contributionText(data.contribution, data.contributionInterval);
  const rows: [string, string][] = [
    [t('contracts.facts.tariffType'), said(data.tariff.tariffTypeName)],
    [t('contracts.facts.insurer'), data.insurer?.insurerName ?? none],
    [t('contracts.facts.issuer'), data.issuer?.issuerName ?? none],
    [t('contracts.facts.costModel'), data.costModel?.costModelName ?? none],
    [t('contracts.facts.externalConsumerKey'), data.externalConsumerKey ?? none],
    [t(isPolicy ? 'contracts.facts.policyholder' : 'contracts.facts.holder'), personName(data.holder)],
    ...(data.furtherHolders.length === 0
      ? []
      : [
          [
            t(isPolicy ? 'contracts.facts.furtherPolicyholders' : 'contracts.facts.furtherHolders'),
            data.furtherHolders.map(holderName).join(', '),
          ] satisfies [string, string],
        ]),
    [
      t('contracts.facts.dateOfBirth'),
      data.holder.dateOfBirth === null ? none : formatDate(data.holder.dateOfBirth),
    ],
    [t('contracts.facts.beneficiary'), data.beneficiary ?? none],
    [t('contracts.facts.iban'), data.iban === null ? none : data.iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0')],
    [t('contracts.facts.contribution'), contribution ?? none],
    [t('contracts.facts.term'), termText(data.startDate, data.endDate)],
    [
      t('contracts.facts.guaranteedLevel'),
      data.guaranteedLevel === null ? none : promisedRateText(data.guaranteedLevel),
    ],
    [t('contracts.facts.guaranteeType'), saidOrNull(data.guaranteeTypeName) ?? none],
  ];
  return <FactList facts={rows.map(([label, value]) => ({ key: label, label, value }))} />;
}
