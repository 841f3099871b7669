import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/** What limits a proposal or a stored plan, in words; nothing when nothing does. */
export function LimitsBanner({
  limits,
  tone,
}: {
  limits: readonly { text: string }[];
  tone: 'warn' | 'bad';
}) {
  const sentences = new Set(limits.map(({ text }) => text));
  if (sentences.size === 0) return null;
  return (
    <Banner tone={tone} title={t('optimization.binding.title')} role="status">
      <ul className="opt-sentences">
        {[...sentences].map((sentence) => (
          <li key={sentence}>{said(sentence)}</li>
        ))}
      </ul>
    </Banner>
  );
}
