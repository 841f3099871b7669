import { formatDateTime } from '@depotwerk/domain/date-de';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import type { OptimizationHint } from './contract-types.ts';

const icons = { 0: IconInfoCircle, 1: IconAlertTriangle, 2: IconExclamationCircle } as const;

/** One hint: how serious, what about. The text names its figures with their units. */
export function HintItem({ hint, isShort = false }: { hint: OptimizationHint; isShort?: boolean }) {
  const Icon = icons[hint.severity];
  return (
    <div className={`contract__hint contract__hint--${hint.severity}`}>
      <Icon size={20} aria-hidden="true" />
      <div className="contract__hint-text">
        <div className="contract__hint-title">
          <span className="visually-hidden">{t(`contracts.severity.${hint.severity}`)}: </span>
          {hint.title}
        </div>
        <div className={isShort ? 'hint' : undefined}>{hint.text}</div>
        {isShort ? null : (
          <>
            <div className="row">
              <ColourLabel>{t(`contracts.hints.scope.${hint.scope}`)}</ColourLabel>
              {hint.state === 'open' ? null : (
                <ColourLabel tone="info">{t(`contracts.hints.state.${hint.state}`)}</ColourLabel>
              )}
              <span className="hint">
                {t('contracts.hints.createdAt', { date: formatDateTime(hint.createdAt) })}
              </span>
            </div>
            {hint.dismissedReason === null ? null : (
              <div className="hint">
                {t('contracts.hints.dismissedReason', { reason: hint.dismissedReason })}
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
}
