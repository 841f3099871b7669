import type { ArchivedReportType } from '@depotwerk/api/reports/reports';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { contractQuery } from '../../../queries/contract-queries.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { createReport } from './report-actions.ts';

/** Reports that speak of a plan, in the order they are handed over. */
const types = ['comparison', 'optimization', 'costInformationExAnte', 'suitabilityStatement'] as const;

/** The reports of one stored plan, beside the plan. */
export function PlanReports({ plan }: { plan: { id: string; contractId: string } }) {
  const user = useSession((state) => state.user);
  const contract = useQuery(contractQuery(plan.contractId)).data?.contract;
  const [busy, setBusy] = useState<ArchivedReportType | null>(null);
  const shown = types.filter(
    (type) => type !== 'suitabilityStatement' || mayChange(user, 'reports.createLegal'),
  );
  if (!contract || !mayChange(user, 'reports.create')) return null;
  const make = async (type: ArchivedReportType) => {
    setBusy(type);
    try {
      await createReport(contract, type, { plannedOptimizationId: plan.id });
      showToast(t('reports.created', { title: t(`reports.type.${type}`) }));
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Card title={t('reports.planReports')}>
      <div className="row" data-no-print>
        {shown.map((type) => (
          <Button
            key={type}
            size="small"
            icon={<IconFileTypePdf size={16} aria-hidden="true" />}
            isBusy={busy === type}
            onClick={() => void make(type)}
          >
            {t(`reports.type.${type}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
