import {
  changeContracts,
  previewContractChange,
  startContractChange,
} from '@depotwerk/api/contracts/contract-bulk';
import { formatNumber } from '@depotwerk/domain/number-text';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { type BulkOutcome, ChangePreview } from '../bulk/change-preview.tsx';
import type { BulkChangeKind, BulkRequest } from './bulk-changes.ts';
import { ChangeDialog, type ChangeWork } from './change-dialog.tsx';

interface BulkChangeDialogProps {
  kind: BulkChangeKind;
  selection: BulkRequest['selection'];
  onClose: () => void;
  /** After the change was made. */
  onDone: () => void;
}

/** Changes many contracts, or what the customers of a selection have. */
export function BulkChangeDialog({ kind, selection, onClose, onDone }: BulkChangeDialogProps) {
  const work: ChangeWork<BulkOutcome> = {
    key: ['contract-change', selection],
    keptAs: 'contractTags',
    hint: t(`contracts.bulk.hints.${kind}`),
    outdated: t('contracts.bulk.outdated'),
    preview: (change, signal) => callApi(previewContractChange, { body: { selection, change } }, { signal }),
    confirm: (change, fingerprint, idempotencyKey) =>
      callApi(changeContracts, { body: { selection, change, fingerprint } }, { idempotencyKey }),
    start: (change, idempotencyKey) =>
      callApi(startContractChange, { body: { selection, change } }, { idempotencyKey }),
    manyText: t('contracts.bulk.many'),
    results: 'bulkChange',
    isNothing: ({ contractCount }) => contractCount === 0,
    doneText: ({ contractCount }) =>
      t('contracts.bulk.done', { count: contractCount, number: formatNumber(contractCount) }),
    Preview: ChangePreview,
  };
  return <ChangeDialog kind={kind} work={work} onClose={onClose} onDone={onDone} />;
}
