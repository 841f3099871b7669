import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { findWeakness } from './password-policy.ts';

const productName = 'Depotwerk';

/**
 * Refuses a weak new password.
 * @throws AppError auth.passwordTooWeak with the reason as validation code
 */
export async function requireStrongPassword(
  database: Database,
  user: { tenantId: string; userName: string; fullName: string; company: string },
  password: string,
  field: string,
): Promise<void> {
  const titles = await database.read<{ title: string }>(
    { tenantId: user.tenantId, userId: null },
    { sql: 'select application_title as title from white_label_configs', parameters: [] },
  );
  const context = [
    productName,
    user.userName,
    user.fullName,
    user.company,
    ...titles.map((row) => row.title),
  ];
  const weakness = findWeakness(password, context);
  if (weakness === null) return;
  throw new AppError('auth.passwordTooWeak', { validation: [{ path: `body.${field}`, code: weakness }] });
}
