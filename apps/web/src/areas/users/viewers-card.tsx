import type { CustomerViewer } from '@depotwerk/api/users/effective-rights';
import { listCustomerViewers } from '@depotwerk/api/users/effective-rights';
import { formatNumber } from '@depotwerk/domain/number-text';
import { customerActions } from '@depotwerk/domain/users/explain-rights';
import { Link } from '@tanstack/react-router';
import { callWithHeaders } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';
import { MemberList, membersOf, useMembers } from './member-list.tsx';
import { Sentences } from './rights-card.tsx';
import { sourceText, useRightNames } from './rights-sentences.ts';
import './rights.css';

const [view] = customerActions;

/** Who can see a customer, and why; a name leads to everything that person may do with him. */
export function ViewersCard({ customer }: { customer: { id: string; name: string } }) {
  const names = useRightNames();
  const viewers = useMembers<CustomerViewer>(['customer-viewers', customer.id], async (query, signal) =>
    membersOf(await callWithHeaders(listCustomerViewers, { params: { id: customer.id }, query }, { signal })),
  );
  return (
    <Card title={t('userManagement.rights.viewers', { customer: customer.name })}>
      <div className="pending">
        {viewers.total === undefined || viewers.total === 0 || viewers.search !== undefined ? null : (
          <p>
            {t('userManagement.rights.viewersCount', {
              count: viewers.total,
              number: formatNumber(viewers.total),
            })}
          </p>
        )}
        <MemberList members={viewers} emptyText={t('userManagement.rights.noViewers')}>
          {(viewer) => (
            <li key={viewer.id} className="rights__action">
              <div className="rights__head">
                <h3>
                  <Link
                    to="/user-management/effective-rights"
                    search={{ userId: viewer.id, customerId: customer.id } as never}
                  >
                    {viewer.fullName}
                  </Link>
                </h3>
                <span className="hint">{`${viewer.userName} · ${viewer.roleName}`}</span>
              </div>
              <Sentences
                title={t('userManagement.rights.because')}
                sentences={viewer.sources.map((source) =>
                  sourceText(source, names, { roleName: viewer.roleName, permissionId: view.permission }),
                )}
              />
            </li>
          )}
        </MemberList>
      </div>
    </Card>
  );
}
