import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { personName } from '@depotwerk/domain/customers/person-name';
import { mayChange, useSession } from '../../../platform/session.ts';
import { ReportCreateCard } from '../report-create-card.tsx';
import { ConsultationsCard } from './consultations-card.tsx';
import { DocumentsCard } from './documents-card.tsx';

/** Tab of a contract: consultations, the archive, and every report that can be made. */
export function DocumentsTab({ detail }: { detail: ContractDetail }) {
  const user = useSession((state) => state.user);
  const { contract } = detail;
  const owner = { contractId: contract.id };
  const mayCreate = mayChange(user, 'reports.create');
  return (
    <div className={mayCreate ? 'documents__columns' : 'stack'}>
      <div className="stack">
        <ConsultationsCard
          owner={owner}
          customer={{
            id: contract.customer.id,
            name: personName(contract.customer),
          }}
          contracts={[
            { id: contract.id, externalKey: contract.externalKey, tariffName: contract.tariff.name },
          ]}
        />
        <DocumentsCard owner={owner} />
      </div>
      {mayCreate ? <ReportCreateCard detail={detail} /> : null}
    </div>
  );
}
