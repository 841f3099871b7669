import { Link } from '@tanstack/react-router';

/** A button that leads to the versions of a tariff, two compared or the impact of one. */
export function VersionLink({
  tariffId,
  search,
  children,
}: {
  tariffId: string;
  search: { view: 'compare'; a?: number; b: number } | { view: 'impact'; version: number };
  children: string;
}) {
  return (
    <Link
      to="/admin/tariffs/$tariffId/versions"
      params={{ tariffId }}
      search={search}
      className="ui-button ui-button--quiet ui-button--medium"
    >
      {children}
    </Link>
  );
}
