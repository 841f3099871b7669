import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';

const icons = { 0: IconInfoCircle, 1: IconAlertTriangle, 2: IconExclamationCircle } as const;

/** One finding: how serious, what about. The text names its figures with their units. */
export function FindingItem({ severity, title, text }: { severity: 0 | 1 | 2; title: string; text: string }) {
  const Icon = icons[severity];
  return (
    <div className={`contract__hint contract__hint--${severity}`}>
      <Icon size={20} aria-hidden="true" />
      <div className="contract__hint-text">
        <div className="contract__hint-title">
          <span className="visually-hidden">{t(`contracts.severity.${severity}`)}: </span>
          {title}
        </div>
        <div className="hint">{text}</div>
      </div>
    </div>
  );
}
