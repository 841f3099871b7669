import { formatDateTime } from '@depotwerk/domain/date-text';
import { t } from '../../texts/texts.ts';
import { LinkToCopy } from '../../ui/link-to-copy.tsx';

/** The link that opens the analysis again, to be kept. */
export function ResumeLink({
  guid,
  home,
  expiresAt,
}: {
  guid: string;
  /** Page the link opens it on. */
  home: string;
  expiresAt: string;
}) {
  return (
    <details className="analysis__resume">
      <summary>{t('analysis.resume.title', { day: formatDateTime(expiresAt) })}</summary>
      <LinkToCopy
        link={`${window.location.origin}${home}#${guid}`}
        label={t('analysis.resume.link')}
        hint={t('analysis.resume.hint')}
      />
    </details>
  );
}
