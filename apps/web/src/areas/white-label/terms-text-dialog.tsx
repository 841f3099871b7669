import { termsBlocks } from '@depotwerk/domain/white-label/check-terms';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface TermsTextDialogProps {
  version: string;
  content: string;
  onClose: () => void;
}

/** A version that is still to come, as people will read it: it has no page before its day. */
export function TermsTextDialog({ version, content, onClose }: TermsTextDialogProps) {
  return (
    <Dialog
      size="large"
      title={t('appearance.terms.plannedText', { version })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <article>
        {termsBlocks(content).map(({ kind, lines }, index) => {
          const text = lines.join('\n');
          // oxlint-disable-next-line react/no-array-index-key -- a published text never changes, and its pieces have no other names
          return kind === 'heading' ? (
            <h3 key={index}>{text}</h3>
          ) : (
            <p key={index} className="appearance__terms-lines">
              {text}
            </p>
          );
        })}
      </article>
    </Dialog>
  );
}
