import { IconExternalLink } from '@tabler/icons-react';
import { NewWindow } from '../../../ui/new-window.tsx';

/** Opens a document of a fund where its company keeps it. */
export function DocumentLink({
  href,
  label,
  ofWhat = null,
}: {
  href: string;
  label: string;
  /** Said to who does not see where the link stands. */
  ofWhat?: string | null;
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="ui-button ui-button--secondary ui-button--small"
    >
      <IconExternalLink size={16} aria-hidden="true" />
      {label}
      {ofWhat === null ? null : <span className="visually-hidden"> {ofWhat}</span>}
      <NewWindow />
    </a>
  );
}
