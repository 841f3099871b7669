import { Link } from '@tanstack/react-router';
import { dialogLink } from './dialog-link.ts';

/** Name of a fund that opens its details over the current page. */
export function FundLink({ fundId, name }: { fundId: number; name: string }) {
  return (
    <Link to="." {...dialogLink('fundDetail', { fundId: String(fundId) })}>
      {name}
    </Link>
  );
}
