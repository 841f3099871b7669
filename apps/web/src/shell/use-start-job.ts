import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../ui/use-action.ts';
import { dialogLink } from './dialog-link.ts';

/**
 * What starts work on many as a job: what kept it from starting stays to be said, and its results show over the page it was started from.
 * @param results the dialog they show in
 * @param onStarted before that dialog opens
 */
export function useStartJob(results: string, onStarted?: () => void) {
  const navigate = useNavigate();
  const { isBusy, failure, act, forget } = useAction();
  const start = (call: () => Promise<{ readonly id: string }>) =>
    act(async () => {
      const { id } = await call();
      onStarted?.();
      await navigate({ to: '.', ...dialogLink(results, { jobId: id }) });
    });
  return { isBusy, failure, forget, start };
}
