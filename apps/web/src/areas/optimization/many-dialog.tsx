import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';

interface ManyDialogProps<Ahead> {
  title: string;
  submit: string;
  /** What would happen, asked beforehand. */
  ahead: UseQueryResult<Ahead>;
  /** Said where nothing would. */
  nothing: string;
  isNothing: (ahead: Ahead) => boolean;
  /** Nothing of it can be started as it stands. */
  isDisabled: boolean;
  isBusy: boolean;
  failure: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: (ahead: Ahead) => ReactNode;
}

/** Shows what would happen to the plans of many contracts, and starts it when it is confirmed. */
export function ManyDialog<Ahead>({
  ahead,
  nothing,
  isNothing,
  children,
  ...question
}: ManyDialogProps<Ahead>) {
  return (
    <AskDialog {...question}>
      {ahead.isError ? (
        <QueryError query={ahead} />
      ) : ahead.data === undefined ? (
        <Skeleton lines={5} />
      ) : isNothing(ahead.data) ? (
        <p>{nothing}</p>
      ) : (
        children(ahead.data)
      )}
    </AskDialog>
  );
}
