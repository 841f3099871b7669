import { formatNumber } from '@depotwerk/domain/number-text';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { FirstRows } from '../../ui/first-rows.tsx';

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
        <FirstRows rows={warned} keyOf={({ id }) => id}>
          {({ name, warnings }) => (
            <>
              <b>{name}</b>
              {warnings.map((text) => (
                <p key={text}>{said(text)}</p>
              ))}
            </>
          )}
        </FirstRows>
      </details>
    </Banner>
  );
}
