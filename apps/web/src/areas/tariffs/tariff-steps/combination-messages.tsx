import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import type { ComponentKind, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, LoadError } from '../../../ui/feedback.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { LeaveLink } from '../wizard/leave-link.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import { MessageList } from './combination-message-list.tsx';
import { componentFields, componentHref } from './component-links.ts';
import { type CombinationCheck, useAllocationCheck } from './use-combination.ts';
import './tariff-step.css';

interface CombinationMessagesProps {
  check: CombinationCheck;
  draft: TariffDraft;
  /** Step of the tariff the user comes back to from a component. */
  step: string;
  /** In place of messages while parts are missing. */
  missing: string;
}

/** What the plausibility check says, the worst first, each with the way to what mends it. */
export function CombinationMessages({ check, draft, step, missing }: CombinationMessagesProps) {
  if (check.error !== null && check.error !== undefined) {
    return <LoadError error={check.error} isRetrying={check.isChecking} onRetry={check.retry} />;
  }
  return (
    <div aria-live="polite" aria-busy={check.isChecking} className="combination">
      {check.messages === undefined ? (
        check.isChecking ? (
          <Spinner label={t('tariffWizard.combination.checking')} />
        ) : (
          <p className="hint">{missing}</p>
        )
      ) : check.messages.length === 0 ? (
        <Banner tone="ok">{t('tariffWizard.combination.fine')}</Banner>
      ) : (
        <MessageList
          messages={check.messages}
          renderLink={(message) => <MendingLink message={message} draft={draft} step={step} />}
        />
      )}
    </div>
  );
}

/** For hybrid types: what is said of the allocation and risk component still chosen, also that it could not be checked. */
export function AllocationMessages({ draft, step }: Pick<CombinationMessagesProps, 'draft' | 'step'>) {
  const check = useAllocationCheck(draft);
  if (check.messages === undefined && !check.isChecking && !check.error) return null;
  return <CombinationMessages check={check} draft={draft} step={step} missing="" />;
}

/** The way from a message to what mends it, out of the wizard and back. */
export function MendingLink({
  message,
  draft,
  step,
}: {
  message: CombinationMessageAnswer;
  draft: TariffDraft;
  step: string;
}) {
  const { entityId, openStep } = useWizard();
  const toStep = (target: 'info' | 'product-type' | 'fund-matrix') => (
    <Button kind="quiet" onClick={() => openStep(target)}>
      {t(`tariffWizard.combination.toStep.${target}`)}
    </Button>
  );
  if (message.code === 'nameShared') return toStep('info');
  if (message.step === 'basics') return toStep('product-type');
  // Hybrid tariffs have no components: their matrix is a page of this wizard.
  if (isHybridTariffType(draft.tariffTypeId)) return toStep('fund-matrix');
  const kind: ComponentKind = message.step;
  const componentId = draft[componentFields[kind]];
  if (componentId === null) return null;
  return (
    <LeaveLink href={componentHref(kind, componentId, entityId, step)} look="quiet">
      {t(`tariffWizard.combination.to.${kind}`)}
    </LeaveLink>
  );
}
