import type { CombinationMessageAnswer } from '@depotwerk/api/tariff-fields';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import './tariff-step.css';

const icons = { 0: IconInfoCircle, 1: IconAlertTriangle, 2: IconExclamationCircle } as const;

/** Messages of a combination, the worst first. */
export function MessageList({
  messages,
  renderLink,
}: {
  messages: readonly CombinationMessageAnswer[];
  renderLink?: ((message: CombinationMessageAnswer) => ReactNode) | undefined;
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
              {renderLink === undefined ? null : (
                <span className="combination__link">{renderLink(message)}</span>
              )}
            </li>
          );
        })}
    </ul>
  );
}
