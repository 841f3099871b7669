import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { said, t } from '../../../texts/texts.ts';
import './tariff-step.css';

const icons = { 0: IconInfoCircle, 1: IconAlertTriangle, 2: IconExclamationCircle } as const;

interface MessageGroup {
  readonly first: CombinationMessageAnswer;
  readonly messages: CombinationMessageAnswer[];
}

/** Messages that say the same of several classes or funds stand together; the worst come first. */
export function groupMessages(messages: readonly CombinationMessageAnswer[]): readonly MessageGroup[] {
  const groups = Map.groupBy(
    messages,
    ({ severity, code, title, step }) => `${severity} ${code} ${step} ${title}`,
  );
  return [...groups.values()]
    .flatMap((group) => (group[0] === undefined ? [] : [{ first: group[0], messages: group }]))
    .toSorted((left, right) => right.first.severity - left.first.severity);
}

/** Messages of a combination, each kind with the way to what mends it. */
export function MessageList({
  messages,
  renderLink,
}: {
  messages: readonly CombinationMessageAnswer[];
  renderLink?: ((message: CombinationMessageAnswer) => ReactNode) | undefined;
}) {
  return (
    <ul className="combination">
      {groupMessages(messages).map(({ first, messages: group }) => {
        const Icon = icons[first.severity];
        return (
          <li
            key={`${first.severity} ${first.code} ${first.step} ${said(first.title)}`}
            className={`combination__item combination__item--${first.severity}`}
          >
            <Icon size={20} aria-hidden="true" />
            <div>
              <div className="combination__title">
                {`${t(`tariffWizard.combination.severity.${first.severity}`)}: ${said(first.title)}`}
              </div>
              {group.length === 1 ? (
                <div>{said(first.text)}</div>
              ) : (
                <ul className="combination__texts">
                  {group.map(({ text }) => (
                    <li key={text}>{said(text)}</li>
                  ))}
                </ul>
              )}
            </div>
            {renderLink === undefined ? null : <span className="combination__link">{renderLink(first)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
