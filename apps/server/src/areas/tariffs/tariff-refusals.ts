import { errorCode } from '../../platform/database/database-errors.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** Name of the index or rule the database refused with; '' when it was something else. */
function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : '';
}

/**
 * Says in the caller's words what the database refused: another one was faster with the key, the default or a version,
 * or the rules here let something pass the database does not. All else stays what it is.
 */
export function asTariffRefusal(error: unknown): unknown {
  switch (errorCode(error)) {
    case '23505':
      switch (constraintOf(error)) {
        case 'tariffs_key':
          return new AppError('tariffs.keyExists', { cause: error });
        case 'tariffs_default':
          return new AppError('tariffs.defaultExists', { cause: error });
        case 'tariff_versions_open':
        case 'tariff_versions_published':
        case 'tariff_versions_tenant_id_tariff_id_version_number_key':
          return new AppError('tariffs.wrongState', { cause: error });
        default:
          return error;
      }
    // A reference that vanished meanwhile, a rule of a table, a number beyond its column.
    case '23503':
    case '23514':
    case '22003':
      if (constraintOf(error).startsWith('tariff_versions_four_eyes')) {
        return new AppError('tariffs.fourEyes', { cause: error });
      }
      return new AppError('common.validationFailed', {
        validation: [{ path: '', code: 'unknownValue' }],
        cause: error,
      });
    default:
      return error;
  }
}

/** Runs `work`; what the database refuses becomes a refusal in words. */
export async function refusingInWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asTariffRefusal(error);
  }
}
