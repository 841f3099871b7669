import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { formatDate } from '@depotwerk/domain/date-text';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { AssessmentLabel } from '../contracts/public/assessment-label.tsx';
import { AnswersHistory } from '../questions/public/answers-history.tsx';
import { ProfileLink } from '../questions/public/profile-link.tsx';

/** Risk assessments of a customer over all contracts, and what she answered. */
export function CustomerProfile({ customer }: { customer: CustomerDetail }) {
  const { riskAssessments: assessments } = customer;
  return (
    <div className="stack">
      <Card
        isFlush
        title={t('customers.assessments')}
        actions={
          <ProfileLink
            customerId={customer.id}
            isBlocked={customer.isBlocked}
            isRenewal={assessments.length > 0}
            kind="primary"
          />
        }
      >
        {assessments.length === 0 ? (
          <EmptyState title={t('common.emptyList')} />
        ) : (
          <div className="customers__table-box">
            <table className="customers__table">
              <caption className="visually-hidden">{t('customers.assessments')}</caption>
              <TableHead
                columns={[
                  t('contracts.assessment.date'),
                  t('contracts.risk.class'),
                  t('customers.contract'),
                  { label: t('contracts.assessment.validUntil'), className: 'customers__wide' },
                  t('customers.state'),
                ]}
              />
              <tbody>
                {assessments.map((assessment) => (
                  <tr key={assessment.id}>
                    <th scope="row">{formatDate(assessment.assessmentDate)}</th>
                    <td>
                      {assessment.riskClassId}
                      {assessment.riskClassCount === null
                        ? ''
                        : ` ${t('contracts.risk.of', { count: assessment.riskClassCount })}`}
                    </td>
                    <td>
                      <Link
                        to="/contracts/$contractId/$tab"
                        params={{ contractId: assessment.contractId, tab: 'overview' }}
                      >
                        {assessment.externalKey}
                      </Link>
                    </td>
                    <td className="customers__wide">{formatDate(assessment.validUntil)}</td>
                    <td>
                      <AssessmentLabel {...assessment} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      <AnswersHistory customerId={customer.id} />
    </div>
  );
}
