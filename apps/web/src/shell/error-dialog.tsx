import { useRef } from 'react';
import { dismissApiError } from '../platform/error-texts.ts';
import { useUiState } from '../platform/ui-state.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SafeHtml } from '../ui/safe-html.tsx';

/** The API error dialog: header, HTML body, OK with the focus; only OK closes it, and that clears the error state. */
export function ErrorDialog() {
  const okButton = useRef<HTMLButtonElement>(null);
  const title = useUiState((state) => state.errorModalTitle);
  const message = useUiState((state) => state.errorModalMessage);
  const exception = useUiState((state) => state.errorModalException);
  return (
    <Dialog
      title={title ?? t('errors.unexpected.title')}
      windowClass="api-error-modal"
      size="small"
      isStatic
      initialFocus={okButton}
      onClose={dismissApiError}
      footer={
        <Button kind="primary" ref={okButton} onClick={dismissApiError}>
          {t('common.ok')}
        </Button>
      }
    >
      <SafeHtml html={message ?? t('errors.unexpected.message')} />
      {exception ? (
        <div className="hint">
          <div>{exception.error}</div>
          <div>{exception.message}</div>
        </div>
      ) : null}
    </Dialog>
  );
}
