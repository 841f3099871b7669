import { formatNumber } from '@depotwerk/domain/number-text';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

interface WarnedPlan {
  readonly id: string;
  /** Whose plan it is. */
  readonly name: string;
  /** German sentences. */
  readonly warnings: readonly string[];
}

/** How many of several plans have warnings, and their words one click away; nothing where none has. */
export function PlanWarnings({ plans }: { plans: readonly WarnedPlan[] }) {
  const warned = plans.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return null;
  const counted = { count: warned.length, number: formatNumber(warned.length) };
  return (
    <Banner tone="warn">
      <details>
        <summary>{t('continuous.withWarnings', counted)}</summary>
        <ul>
          {warned.map(({ id, name, warnings }) => (
            <li key={id}>
              <b>{name}</b>
              {warnings.map((text) => (
                <p key={text}>{said(text)}</p>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
