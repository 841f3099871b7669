import type { Services } from '../../platform/services.ts';
import type { StoredPlanServices } from '../reports/public.ts';

/** What consultations need beyond the database. */
export type ConsultationServices = Services & StoredPlanServices;
