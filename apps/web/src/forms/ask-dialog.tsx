import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/feedback.tsx';
import { PlainForm } from '../ui/field.tsx';

/** Static once somebody has typed what a click beside it would lose. */
interface AskDialogProps extends Pick<DialogProps, 'title' | 'size' | 'onClose' | 'isStatic'> {
  /** What its button does, an infinitive. */
  submit: string;
  /** A `danger` begins on "Abbrechen" and is never done by Enter in a field; what begins with a text to write begins there. */
  kind?: 'primary' | 'danger';
  isBusy: boolean;
  isDisabled?: boolean;
  onSubmit: () => void;
  /** What went wrong; where more has to be said of it, the content says it. */
  failure?: unknown;
  children: ReactNode;
}

/** The text a form begins with, where it begins with one: whoever opened it came to write. */
function beginningText(form: HTMLElement | null): HTMLElement | null {
  const first = form?.querySelector<HTMLElement>(
    ':is(input, select, textarea, button, a[href]):not([disabled])',
  );
  return first?.matches('textarea, input[type="text"]:not([role])') === true ? first : null;
}

/** The one shell of small dialogs: a question or a few fields, "Abbrechen", and one action. */
export function AskDialog({
  title,
  size,
  submit,
  kind = 'primary',
  isBusy,
  isDisabled = false,
  onSubmit,
  onClose,
  isStatic,
  failure = null,
  children,
}: AskDialogProps) {
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const isDanger = kind === 'danger';
  const failed = useRef<HTMLDivElement>(null);
  // Below the last field of a long form it would be out of sight on a phone.
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for what ends the effect.
    if (failure !== null) failed.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      isStatic={isStatic}
      initialFocus={isDanger ? cancel : () => beginningText(document.getElementById(formId))}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind={kind}
            isBusy={isBusy}
            disabled={isDisabled}
            {...(isDanger ? { onClick: onSubmit } : { type: 'submit', form: formId })}
          >
            {submit}
          </Button>
        </>
      }
    >
      <PlainForm
        id={formId}
        className="stack"
        onSubmit={() => {
          if (!isDanger && !isDisabled) onSubmit();
        }}
      >
        {children}
        {failure === null ? null : (
          <div ref={failed}>
            <ErrorBanner error={failure} />
          </div>
        )}
      </PlainForm>
    </Dialog>
  );
}
