import type { CombinationMessageAnswer } from '@depotwerk/api/tariff-fields';
import type { ComponentKind, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { Banner, LoadError } from '../../../ui/feedback.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { LeaveLink } from '../wizard/leave-link.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import { componentFields, componentHref } from './component-links.ts';
import type { CombinationCheck } from './use-combination.ts';
import './tariff-step.css';

const icons = { 0: IconInfoCircle, 1: IconAlertTriangle, 2: IconExclamationCircle } as const;

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
        <MessageList messages={check.messages} draft={draft} step={step} />
      )}
    </div>
  );
}

/** Messages of a combination, the worst first. */
export function MessageList({
  messages,
  draft,
  step,
}: {
  messages: readonly CombinationMessageAnswer[];
  draft: TariffDraft;
  step: string;
}) {
  return (
    <ul className="combination">
      {messages
        .toSorted((left, right) => right.severity - left.severity)
        .map((message) => {
          const Icon = icons[message.severity];
          return (
            <li
              key={`${message.code} ${message.subject?.name ?? ''} ${message.text}`}
              className={`combination__item combination__item--${message.severity}`}
            >
              <Icon size={20} aria-hidden="true" />
              <div>
                <div className="combination__title">
                  {`${t(`tariffWizard.combination.severity.${message.severity}`)}: ${message.title}`}
                </div>
                <div>{message.text}</div>
              </div>
              <span className="combination__link">
                <MendingLink message={message} draft={draft} step={step} />
              </span>
            </li>
          );
        })}
    </ul>
  );
}

function MendingLink({
  message,
  draft,
  step,
}: {
  message: CombinationMessageAnswer;
  draft: TariffDraft;
  step: string;
}) {
  const { entityId, openStep } = useWizard();
  if (message.step === 'basics') {
    return (
      <button
        type="button"
        className="ui-button ui-button--quiet ui-button--small"
        onClick={() => openStep('product-type')}
      >
        {t('tariffWizard.combination.toBasics')}
      </button>
    );
  }
  const kind: ComponentKind = message.step;
  const componentId = draft[componentFields[kind]];
  if (componentId === null) return null;
  return (
    <LeaveLink href={componentHref(kind, componentId, entityId, step)} look="quiet">
      {t(`tariffWizard.combination.to.${kind}`)}
    </LeaveLink>
  );
}
