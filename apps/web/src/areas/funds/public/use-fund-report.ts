import type { FundReportType } from '@depotwerk/api/reports/reports';
import { useState } from 'react';

interface SavedFund {
  readonly id: number;
  readonly isin: string;
}

/** Saves documents of funds: which one is being fetched, as `{fund} {type}`, and what went wrong last. */
export function useFundReport() {
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async (fund: SavedFund, type: FundReportType) => {
    setBusyWith(`${fund.id} ${type}`);
    setFailure(null);
    try {
      const { saveFundReport } = await import('../../documents/public/report-actions.ts');
      await saveFundReport(fund, type);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusyWith(null);
    }
  };
  return { busyWith, failure, save };
}
