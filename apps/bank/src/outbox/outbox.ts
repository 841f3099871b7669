import { type Bank, isoTime } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { decideSigning } from '../signings/confirm-signing.ts';
import { expireSignings, requirePending, type SigningRow } from '../signings/signing.ts';

const shownMessages = 100;
const shownApprovals = 50;

type ApprovalRow = SigningRow & { readonly bank_name: string };

const presentApproval = (row: ApprovalRow) => ({
  id: row.approval_id ?? '',
  bankId: row.bank_id,
  bankName: row.bank_name,
  loginName: row.login_name,
  text: `${row.summary} freigeben`,
  state: row.state,
  createdAt: isoTime(row.created_at),
  expiresAt: isoTime(row.expires_at),
});

const approvalQuery = `select s.*, b.bank_name from signings s join banks b on b.bank_id = s.bank_id`;

/** SMS sent and approvals asked for, newest first; `after` leaves out messages up to that id. */
export function readOutbox(bank: Bank, after: number) {
  expireSignings(bank);
  const messages = bank.store.all<{
    id: number;
    bank_id: string;
    bank_name: string;
    login_name: string;
    phone_number: string;
    text: string;
    code: string;
    signing_id: string;
    sent_at: number;
  }>(
    `select m.*, b.bank_name from messages m join banks b on b.bank_id = m.bank_id
      where m.id > ? order by m.id desc limit ?`,
    after,
    shownMessages,
  );
  const approvals = bank.store.all<ApprovalRow>(
    `${approvalQuery} where s.approval_id is not null order by s.created_at desc limit ?`,
    shownApprovals,
  );
  return {
    messages: messages.map((row) => ({
      id: row.id,
      bankId: row.bank_id,
      bankName: row.bank_name,
      loginName: row.login_name,
      phoneNumber: row.phone_number,
      text: row.text,
      code: row.code,
      signingId: row.signing_id,
      sentAt: isoTime(row.sent_at),
    })),
    approvals: approvals.map(presentApproval),
  };
}

/** What the customer taps in the bank's app. Throws `signing.unknown`, `signing.expired` or `signing.notPending`. */
export function decideApproval(bank: Bank, approvalId: string, decision: 'confirmed' | 'rejected') {
  const find = (): ApprovalRow => {
    const row = bank.store.get<ApprovalRow>(`${approvalQuery} where s.approval_id = ?`, approvalId);
    if (!row) throw new BankError('signing.unknown');
    return row;
  };
  expireSignings(bank);
  requirePending(find());
  decideSigning(bank, find().id, decision);
  return presentApproval(find());
}
