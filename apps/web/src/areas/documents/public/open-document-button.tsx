import { useMayChange } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';

interface OpenDocumentButtonProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
}

/** Opens a document of a list; read out with its title. Whoever looks as somebody else is handed out no file. */
export function OpenDocumentButton({ title, isBusy, onOpen }: OpenDocumentButtonProps) {
  if (!useMayChange()) return null;
  return (
    <Button size="small" isBusy={isBusy} aria-label={t('documents.openOf', { title })} onClick={onOpen}>
      {t('documents.open')}
    </Button>
  );
}
