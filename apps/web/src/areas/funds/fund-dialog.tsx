import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function FundDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <Dialog title={params['fundId'] ?? ''} onClose={onClose}>
      {null}
    </Dialog>
  );
}
