import { said, t } from '../../../texts/texts.ts';

/** Answers that do not go together, each with where the rule comes from as far as it is known: the same wherever they are named. */
export function Contradictions({
  texts,
  sources,
}: {
  texts: readonly string[];
  sources: readonly string[] | undefined;
}) {
  return (
    <ul>
      {texts.map((text, place) => {
        const source = sources?.[place];
        return (
          <li key={text}>
            {said(text)}{' '}
            {source === undefined ? null : (
              <span className="hint">{t('questions.contradictions.source', { source: said(source) })}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
