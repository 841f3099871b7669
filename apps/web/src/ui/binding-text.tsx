import { said, t } from '../texts/texts.ts';

/** What somebody agrees to or signs stays German (docs/decisions/0098); whoever reads another language is told below it what it says. */
export function BindingText({ text }: { text: string }) {
  const spoken = said(text);
  if (spoken === text) return <p>{text}</p>;
  return (
    <div>
      <p lang="de">{text}</p>
      <p className="hint">{t('common.translation', { text: spoken })}</p>
    </div>
  );
}
