import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, QueryError } from '../../ui/feedback.tsx';
import { auditProofQuery } from './audit-queries.ts';

/** Button that has the whole chain recomputed, and below it what came out. */
export function useAuditProof() {
  const proof = useQuery(auditProofQuery());
  const button = (
    <Button
      icon={<IconShieldCheck size={18} aria-hidden="true" />}
      isBusy={proof.isFetching}
      onClick={() => void proof.refetch()}
    >
      {t('audit.verify')}
    </Button>
  );
  return { button, result: <ProofResult proof={proof} /> };
}

function ProofResult({ proof }: { proof: ReturnType<typeof useQuery<ProofData>> }) {
  if (proof.isError) {
    return <QueryError title={t('audit.verifyFailed')} query={proof} />;
  }
  if (!proof.data) return null;
  const { isIntact, entryCount, firstEntryAt, lastEntryHash, checkedAt, breaks } = proof.data;
  const figures = t('audit.proofFigures', {
    number: formatNumber(entryCount),
    since: firstEntryAt === null ? '–' : formatDateTime(firstEntryAt),
    checkedAt: checkedAt === null ? '–' : formatDateTime(checkedAt),
  });
  return (
    <Banner
      tone={isIntact === false ? 'bad' : 'ok'}
      role={isIntact === false ? 'alert' : 'status'}
      title={t(isIntact === false ? 'audit.broken' : 'audit.intact')}
    >
      <p>{figures}</p>
      {lastEntryHash === null ? null : (
        <p className="audit__hash">{t('audit.lastHash', { hash: lastEntryHash })}</p>
      )}
      {breaks.length === 0 ? null : (
        <ul>
          {breaks.map((found) => (
            <li key={`${found.chainDay} ${found.entryId} ${found.breakKind}`}>
              {t(`audit.breaks.${found.breakKind}`, {
                day: formatDate(found.chainDay),
                entry: found.entryId ?? '–',
              })}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

type ProofData = Awaited<ReturnType<NonNullable<ReturnType<typeof auditProofQuery>['queryFn']>>>;
