import { formatShare } from '@depotwerk/domain/percent';

/** A share of the whole in a table of funds: bar and number. */
export function ShareCell({ fraction }: { fraction: number }) {
  return (
    <td className="num">
      <span className="contract__share">
        <span className="contract__share-bar" aria-hidden="true">
          <span style={{ width: `${fraction * 100}%` }} />
        </span>
        {formatShare(fraction)}
      </span>
    </td>
  );
}
