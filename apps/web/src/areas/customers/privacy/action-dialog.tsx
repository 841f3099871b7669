import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { catchFocus } from '../../../ui/catch-focus.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';

interface ActionDialogProps {
  title: string;
  submit: string;
  size?: 'small';
  kind?: 'primary' | 'danger';
  isDisabled?: boolean;
  /** Toast after it went well. */
  done: string;
  /** Makes the call. */
  run: () => Promise<unknown>;
  onClose: () => void;
  /** After it went well, instead of loading the customer anew. */
  onDone?: () => void;
  children: ReactNode;
}

/** Asks before something is done with a customer, does it, and shows what went wrong without losing what was typed. */
export function ActionDialog({
  size,
  title,
  submit,
  kind = 'primary',
  isDisabled = false,
  done,
  run,
  onClose,
  onDone,
  children,
}: ActionDialogProps) {
  const client = useQueryClient();
  const { isBusy, failure: error, act } = useAction();
  const start = async () => {
    await act(async () => {
      await run();
      showToast(done);
      onClose();
      if (onDone) onDone();
      else await client.invalidateQueries({ queryKey: ['customer'] });
      await client.invalidateQueries({ queryKey: ['customers'] });
      catchFocus();
    });
  };
  return (
    <AskDialog
      {...(size ? { size } : {})}
      title={title}
      onClose={onClose}
      submit={submit}
      kind={kind}
      isDisabled={isDisabled}
      failure={error}
      isBusy={isBusy}
      onSubmit={() => void start()}
    >
      {children}
    </AskDialog>
  );
}
