import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import { handingOverFormNames } from '@depotwerk/domain/contracts/key-information';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { IconDownload } from '@tabler/icons-react';
import { useMayChange } from '../../../platform/session.ts';
import { FundLink } from '../../../shell/fund-link.tsx';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBanner } from '../../../ui/feedback.tsx';
import { DocumentLink } from '../../funds/public/document-link.tsx';
import { safeDocumentAddress } from '../../funds/public/fund-texts.ts';
import { useFundReport } from '../../funds/public/use-fund-report.ts';
import './key-information.css';

type Fund = PlanKeyInformation['funds'][number];

/** The key information documents of what a plan buys: where each lies, and who has it. */
export function KeyInformationList({
  information,
  noteOf,
}: {
  information: PlanKeyInformation;
  /** What else is said of a fund. */
  noteOf?: (fundId: number) => string;
}) {
  const { busyWith, failure, save } = useFundReport();
  return (
    <>
      <ul className="key-information">
        {information.funds.map((fund) => (
          <li key={fund.fundId}>
            <div className="key-information__fund">
              <strong>{fund.fundName}</strong>
              <span className="hint">
                {[
                  fund.isin,
                  fund.document?.day
                    ? t('optimization.keyInformation.of', { date: formatDate(fund.document.day) })
                    : '',
                  noteOf?.(fund.fundId) ?? '',
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
              {stateOf(fund, information.holders).map((sentence) => (
                <span key={sentence} className="key-information__state">
                  {said(sentence)}
                </span>
              ))}
            </div>
            <DocumentAction
              fund={fund}
              isBusy={busyWith === `${fund.fundId} kiid`}
              onOpen={() => void save({ id: fund.fundId, isin: fund.isin }, 'kiid')}
            />
          </li>
        ))}
      </ul>
      <ErrorBanner error={failure} />
    </>
  );
}

/** Opens the document, or leads to where it can be filed. */
function DocumentAction({ fund, isBusy, onOpen }: { fund: Fund; isBusy: boolean; onOpen: () => void }) {
  const { document, fundId, fundName } = fund;
  const mayAct = useMayChange();
  const mayFile = useMayChange('funds.edit');
  if (document === null)
    return mayFile ? (
      <FundLink fundId={fundId} name={t('optimization.keyInformation.fileAtFund', { name: fundName })} />
    ) : (
      <span className="hint">{t('optimization.keyInformation.fileByOthers')}</span>
    );
  const href = safeDocumentAddress(document.address);
  if (document.documentId !== null)
    return mayAct ? (
      <Button
        size="small"
        icon={<IconDownload size={16} aria-hidden="true" />}
        isBusy={isBusy}
        onClick={onOpen}
      >
        {t('optimization.keyInformation.save')}
        <span className="visually-hidden">
          {' '}
          {t('optimization.keyInformation.forFund', { name: fundName })}
        </span>
      </Button>
    ) : null;
  if (href === undefined) return <span className="hint">{document.address}</span>;
  return (
    <DocumentLink
      href={href}
      label={t('optimization.keyInformation.open')}
      ofWhat={t('optimization.keyInformation.forFund', { name: fundName })}
    />
  );
}

/** Who has the document, and who does not. */
function stateOf({ document, handedOver }: Fund, holders: PlanKeyInformation['holders']): string[] {
  if (document === null) return [t('optimization.keyInformation.noDocument')];
  const isSeveral = holders.length > 1;
  return holders.map(({ customerId, name }) => {
    const one = handedOver.find((each) => each.customerId === customerId);
    const who = isSeveral ? `${name}: ` : '';
    return one
      ? `${who}${t('optimization.keyInformation.handedOver', {
          date: formatDateTime(one.handedOverAt),
          form: said(handingOverFormNames[one.form]),
          name: one.recordedBy,
        })}`
      : `${who}${t('optimization.keyInformation.notHandedOver')}`;
  });
}
