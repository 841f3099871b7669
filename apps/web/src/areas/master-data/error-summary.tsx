import { t } from '../../texts/texts.ts';

/** What keeps a form from being saved, each with a link to its field. */
export function ErrorSummary({
  entries,
  fields,
  formId,
}: {
  entries: readonly { path: string; text: string }[];
  fields: readonly { path: string; label: string }[];
  formId: string;
}) {
  if (entries.length === 0) return null;
  const goTo = (path: string) =>
    document
      .getElementById(formId)
      ?.querySelector<HTMLElement>(
        `[data-path="${CSS.escape(path)}"] :is(input, select, textarea, button):not([disabled])`,
      )
      ?.focus();
  return (
    <div role="alert" className="entity-errors">
      <strong>{t('validators.errorSummary')}</strong>
      <ul>
        {entries.map(({ path, text }) => (
          <li key={path}>
            <a
              href={`#${path}`}
              onClick={(event) => {
                event.preventDefault();
                goTo(path);
              }}
            >
              {fields.find((field) => field.path === path)?.label ?? path}: {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
